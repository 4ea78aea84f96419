import { describe, expect, test } from 'vitest';
import { bury, village } from '../__fixtures__/village.ts';
import { livingPlayers, RuleError, toNight } from './game-state.ts';
import { endNight, investigate, protect, voteKill } from './night.ts';

const agree = (target: string, state = village()) =>
  ['Max', 'Mia'].reduce((night, voter) => voteKill(night, { voter, target }), state);

describe('the doctor', () => {
  test('saves whom the Mafia wants to kill', () => {
    const night = protect(agree('Vera'), { doctor: 'Dora', target: 'Vera' });
    const { state, ...news } = endNight(night);
    expect(news).toEqual({ victim: null, saved: true });
    expect(livingPlayers(state)).toHaveLength(7);
  });

  test('the doctor may protect itself, and may change its mind', () => {
    const first = protect(village(), { doctor: 'Dora', target: 'Vera' });
    expect(protect(first, { doctor: 'Dora', target: 'dora ' }).protections).toEqual({ Dora: 'Dora' });
  });

  test('the doctor cannot save the dead, nor act when dead, nor be impersonated', () => {
    expect(() => protect(bury(village(), 'Vera'), { doctor: 'Dora', target: 'Vera' })).toThrow(
      'Vera is dead. Alive are: Max',
    );
    expect(() => protect(bury(village(), 'Dora'), { doctor: 'Dora', target: 'Vera' })).toThrow('Dora is dead');
    expect(() => protect(village(), { doctor: 'Vera', target: 'Vera' })).toThrow('Vera cannot do that');
    expect(() => protect(village(), { doctor: 'Dora', target: 'Nobody' })).toThrow('There is no player called Nobody');
  });

  test('the doctor sleeps by day', () => {
    const day = village({ phase: 'discussion' });
    expect(() => protect(day, { doctor: 'Dora', target: 'Vera' })).toThrow(/belongs to the phase "night"/);
  });
});

describe('the detective', () => {
  test.each([
    ['Max', true],
    ['Jim', false],
    ['Dora', false],
  ])('learns whether %s is Mafia: %s', (target, isMafia) => {
    expect(investigate(village(), { detective: 'Dick', target })).toMatchObject({ target, isMafia });
  });

  test('the detective does not investigate itself', () => {
    expect(() => investigate(village(), { detective: 'Dick', target: 'Dick' })).toThrow(RuleError);
  });
});

describe('the Mafia', () => {
  test('kills whom it agrees on', () => {
    const { state, victim, saved } = endNight(agree('Vito'));
    expect({ victim, saved, phase: state.phase }).toEqual({ victim: 'Vito', saved: false, phase: 'discussion' });
    expect(state.players.find((player) => player.name === 'Vito')!.alive).toBe(false);
  });

  test('votes again when it is split', () => {
    const split = voteKill(voteKill(village(), { voter: 'Max', target: 'Vera' }), { voter: 'Mia', target: 'Vito' });
    expect(split).toMatchObject({ kills: {}, killTied: true });
    const again = voteKill(split, { voter: 'Max', target: 'Vera' });
    expect(again).toMatchObject({ kills: { Max: 'Vera' }, killTied: false });
  });

  test('kills nobody when it never agrees', () => {
    expect(endNight(village())).toMatchObject({ victim: null, saved: false });
  });

  test('needs the votes of its living members only', () => {
    const lonely = bury(village(), 'Mia');
    expect(endNight(voteKill(lonely, { voter: 'Max', target: 'Vera' })).victim).toBe('Vera');
  });

  test('the Mafia does not kill its own members, and lets nobody else join in', () => {
    expect(() => voteKill(village(), { voter: 'Max', target: 'Mia' })).toThrow('does not kill its own');
    expect(() => voteKill(village(), { voter: 'Jim', target: 'Vera' })).toThrow('Jim cannot do that');
  });

  test('wins at dawn when the others are no longer in the majority', () => {
    const late = bury(village(), 'Jim', 'Vito');
    expect(endNight(agree('Vera', late)).state).toMatchObject({ winner: 'mafia', phase: 'over' });
  });
});

test('a new night starts clean', () => {
  const busy = {
    ...agree('Vera'),
    nominees: [{ name: 'Vera', by: 'Max', second: 'Mia' }],
    condemned: 'Vera',
    speeches: ['Max'],
  };
  expect(toNight(busy)).toEqual(village({ round: 2 }));
});
