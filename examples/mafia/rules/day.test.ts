import { describe, expect, test } from 'vitest';
import { bury, village } from '../__fixtures__/village.ts';
import { addNominee, endDiscussion, endNominations, selectSpeaker } from './day.ts';
import type { GameState, Nominee, Verdict } from './game-state.ts';
import { endTrial, endVote, recordVerdict, recordVote } from './trial.ts';
import { settleWinner, winnerOf } from './winner.ts';

const nominee = (name: string): Nominee => ({ name, by: 'Dora', second: 'Dick' });

describe('the discussion', () => {
  test('gives the word to the living, one at a time', () => {
    const day = selectSpeaker(selectSpeaker(village({ phase: 'discussion' }), { name: 'vera' }), { name: 'Max' });
    expect(day).toMatchObject({ speaker: 'Max', speeches: ['Vera', 'Max'] });
    expect(() => selectSpeaker(bury(day, 'Jim'), { name: 'Jim' })).toThrow('Jim is dead');
  });

  test('the discussion ends in nominations, and does not start again', () => {
    const later = endDiscussion(village({ phase: 'discussion' }));
    expect(later).toMatchObject({ phase: 'nominations', speaker: null });
    expect(() => selectSpeaker(later, { name: 'Vera' })).toThrow('it is "nominations" now');
    expect(() => endDiscussion(later)).toThrow('it is "nominations" now');
  });
});

describe('nominations', () => {
  const day = village({ phase: 'nominations' });

  test('a nomination needs a proposer and another who seconds', () => {
    expect(addNominee(day, { nominee: 'Max', by: 'dora', second: 'Dick' }).nominees).toEqual([nominee('Max')]);
    expect(() => addNominee(day, { nominee: 'Max', by: 'Dora', second: 'Dora' })).toThrow('cannot second its own');
    expect(() => addNominee(day, { nominee: 'Max', by: 'Max', second: 'Dora' })).toThrow('by itself');
    expect(() => addNominee(day, { nominee: 'Max', by: 'Dora', second: 'Max' })).toThrow('by itself');
  });

  test('nominations are of the living, by the living', () => {
    const sad = bury(day, 'Vera');
    expect(() => addNominee(sad, { nominee: 'Vera', by: 'Dora', second: 'Dick' })).toThrow('Vera is dead');
    expect(() => addNominee(sad, { nominee: 'Max', by: 'Vera', second: 'Dick' })).toThrow('Vera is dead');
  });

  test('nominations are at most three, of different people', () => {
    const full = { ...day, nominees: ['Max', 'Mia', 'Jim'].map(nominee) };
    expect(() => addNominee(full, { nominee: 'Vera', by: 'Dora', second: 'Dick' })).toThrow('3 nominees already');
    const one = { ...day, nominees: [nominee('Max')] };
    expect(() => addNominee(one, { nominee: 'Max', by: 'Vera', second: 'Dick' })).toThrow('nominated already');
  });

  test('nominations lead to a vote, with a single nominee straight to the gallows (Q56), or nowhere', () => {
    const named = (...names: string[]): GameState => endNominations({ ...day, nominees: names.map(nominee) });
    expect(named('Max', 'Mia')).toMatchObject({ phase: 'vote', condemned: null });
    expect(named('Max')).toMatchObject({ phase: 'gallows', condemned: 'Max' });
    expect(named()).toMatchObject({ phase: 'nominations', condemned: null });
  });
});

describe('the vote', () => {
  const poll = village({ phase: 'vote', nominees: ['Max', 'Mia', 'Jim'].map(nominee) });
  const vote = (state: GameState, votes: Record<string, string>) =>
    Object.entries(votes).reduce((each, [voter, name]) => recordVote(each, { voter, nominee: name }), state);

  test('condemns whoever has the most votes', () => {
    const done = endVote(vote(poll, { Dora: 'Max', Dick: 'Max', Vera: 'Jim' }));
    expect(done).toMatchObject({ phase: 'gallows', condemned: 'Max' });
  });

  test('the vote is repeated among those who are tied', () => {
    const tied = endVote(vote(poll, { Dora: 'Max', Dick: 'Jim' }));
    expect(tied).toMatchObject({ phase: 'vote', condemned: null, votes: {} });
    expect(tied.nominees.map((each) => each.name)).toEqual(['Max', 'Jim']);
  });

  test('changes nothing when nobody has voted', () => {
    expect(endVote(poll)).toEqual(poll);
  });

  test('counts everybody once, and only for nominees', () => {
    expect(vote(vote(poll, { Dora: 'Max' }), { dora: 'Jim' }).votes).toEqual({ Dora: 'Jim' });
    expect(() => vote(poll, { Dora: 'Vera' })).toThrow('Vera is not nominated. Nominees: Max, Mia, Jim');
    expect(() => vote(bury(poll, 'Dora'), { Dora: 'Max' })).toThrow('Dora is dead');
  });
});

describe('the gallows', () => {
  const under = (condemned: string) => village({ phase: 'gallows', condemned });
  const decide = (state: GameState, verdicts: Record<string, 'execute' | 'spare'>) =>
    endTrial(
      Object.entries(verdicts).reduce((each, [voter, verdict]) => recordVerdict(each, { voter, verdict }), state),
    );

  test('execute when a majority wants it', () => {
    const { state, executed } = decide(under('Vera'), { Dora: 'execute', Dick: 'execute', Max: 'spare' });
    expect(executed).toBe(true);
    expect(state.players.find((player) => player.name === 'Vera')!.alive).toBe(false);
    expect(state.winner).toBeNull();
  });

  test.each<Record<string, Verdict>>([{ Dora: 'execute', Dick: 'spare' }, {}])(
    'spare the condemned on a tie and without votes: %j',
    (verdicts) => {
      expect(decide(under('Vera'), verdicts).executed).toBe(false);
    },
  );

  test('the gallows ask neither the condemned nor the dead', () => {
    expect(() => decide(under('Vera'), { Vera: 'spare' })).toThrow('Vera has no say in this');
    expect(() => decide(bury(under('Vera'), 'Dora'), { Dora: 'spare' })).toThrow('Dora is dead');
  });

  test('the jester wins at the gallows', () => {
    expect(decide(under('Jim'), { Dora: 'execute' }).state).toMatchObject({ winner: 'jester', phase: 'over' });
    expect(decide(under('Jim'), { Dora: 'spare' }).state.winner).toBeNull();
  });

  test('the town wins when the last of the Mafia hangs', () => {
    const last = bury(under('Max'), 'Mia');
    expect(decide(last, { Dora: 'execute' }).state).toMatchObject({ winner: 'town', phase: 'over' });
  });
});

describe('the winner', () => {
  test.each([
    ['nobody has won at the start', [], null],
    ['the town has won when no Mafia is left', ['Max', 'Mia'], 'town'],
    ['the Mafia has won once it is at least half', ['Dora', 'Dick', 'Jim'], 'mafia'],
    ['nobody has won while the Mafia can be outvoted', ['Dora', 'Dick'], null],
  ])('the winner: %s', (_, dead, winner) => {
    expect(winnerOf(bury(village(), ...dead))).toBe(winner);
  });

  test('a winner stays the winner', () => {
    expect(settleWinner(bury(village({ winner: 'jester' }), 'Max', 'Mia'))).toMatchObject({
      winner: 'jester',
      phase: 'over',
    });
  });
});
