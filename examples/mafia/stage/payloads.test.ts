import { describe, expect, test } from 'vitest';
import { bury, village } from '../__fixtures__/village.ts';
import { forNarrator, forPlayers } from './payloads.ts';

const state = bury(village({ round: 2 }), 'Vito');

describe('questions to players', () => {
  test.each([
    ['whom to protect, themselves included', forPlayers.protect(state), 'Max, Mia, Dora, Dick, Jim, Vera'],
    ['whom to investigate, but not themselves', forPlayers.investigate(state, 'Dick'), 'Max, Mia, Dora, Jim, Vera'],
    ['whom to kill, but not their own', forPlayers.kill(state, false), 'Dora, Dick, Jim, Vera'],
    ['whom to nominate, but not themselves', forPlayers.nominate(state, 'Vera'), 'Max, Mia, Dora, Dick, Jim'],
  ])('questions ask %s, among the living', (_, payload, names) => {
    expect(payload).toContain(`Choose one of: ${names}.`);
  });

  test('voters are asked which nominee should stand at the gallows', () => {
    const nominees = ['Max', 'Jim'].map((name) => ({ name, by: 'Dora', second: 'Dick' }));
    expect(forPlayers.vote({ ...state, nominees }, false)).toContain('Choose one of: Max, Jim.');
  });

  test('players are asked for their word, their defence, their last words and their verdict', () => {
    expect(forPlayers.discuss(state)).toContain('you have the word');
    expect(forPlayers.defend()).toContain('Defend yourself');
    expect(forPlayers.lastWords()).toContain('last words');
    expect(forPlayers.verdict({ ...state, condemned: 'Jim' })).toMatch(
      /^Jim stands at the gallows. Execute or spare\?/,
    );
  });

  test('questions are repeated with the reason when players could not agree', () => {
    expect(forPlayers.kill(state, true)).toContain('could not agree');
    expect(forPlayers.kill(state, false)).not.toContain('could not agree');
    expect(forPlayers.vote(state, true)).toContain('tied');
    expect(forPlayers.vote(state, false)).not.toContain('tied');
  });

  test('a question always tells players who hears them', () => {
    const nominees = [{ name: 'Max', by: 'Dora', second: 'Dick' }];
    const secret = [
      forPlayers.protect(state),
      forPlayers.investigate(state, 'Dick'),
      forPlayers.kill(state, false),
      forPlayers.vote({ ...state, nominees }, false),
      forPlayers.verdict({ ...state, condemned: 'Max' }),
    ];
    const open = [
      forPlayers.discuss(state),
      forPlayers.nominate(state, 'Vera'),
      forPlayers.defend(),
      forPlayers.lastWords(),
    ];
    for (const payload of secret)
      expect(payload).toMatch(/Only (the Narrator|your partners and the Narrator)\b.* hears? you/);
    for (const payload of open) expect(payload).toContain('Everybody hears you');
  });

  test('a question never gives a role away', () => {
    const payloads = [forPlayers.protect(state), forPlayers.discuss(state), forPlayers.nominate(state, 'Vera')];
    for (const payload of payloads) expect(payload).not.toMatch(/Mafia|Doctor|Detective|Jester|Villager/);
  });
});

describe('instructions to the narrator', () => {
  test.each([
    ['doctor_protect', forNarrator.protect('Dora')],
    ['detective_investigate', forNarrator.investigate('Dick')],
    ['mafia_vote_kill', forNarrator.kill(['Max', 'Mia'])],
    ['select_speaker', forNarrator.discuss(state)],
    ['end_discussion', forNarrator.discuss(state)],
    ['add_nominee', forNarrator.nominate()],
    ['record_vote', forNarrator.vote(['Dora'])],
    ['record_trial_vote', forNarrator.verdict(['Dora'])],
    ['task_complete', forNarrator.end(state)],
  ])('instructions say when to use %s', (tool, payload) => {
    expect(payload).toContain(tool);
  });

  test.each([
    [{ victim: 'Vito', saved: false }, 'Vito was killed. Vito was a Villager'],
    [{ victim: null, saved: true }, 'a Doctor saved their life'],
    [{ victim: null, saved: false }, 'Nobody was attacked'],
  ])('instructions say what happened at night: %j', (news, words) => {
    expect(forNarrator.dawn(state, news)).toContain(words);
  });

  test('instructions do not say who was saved', () => {
    expect(forNarrator.dawn(state, { victim: null, saved: true })).not.toMatch(/Max|Mia|Dora|Dick|Jim|Vera|Vito/);
  });

  test('instructions say who has not spoken yet', () => {
    const talking = { ...state, speeches: ['Max', 'Vera'] };
    expect(forNarrator.discuss(talking)).toContain('2 have spoken today');
    expect(forNarrator.discuss(talking)).toContain('Not yet heard today: Mia, Dora, Dick, Jim.');
    const names = state.players.map((player) => player.name);
    expect(forNarrator.discuss({ ...state, speeches: names })).toContain('Not yet heard today: nobody.');
  });

  test('instructions name the role of the executed, but not of the spared', () => {
    const judged = { ...state, condemned: 'Jim' };
    expect(forNarrator.outcome(judged, true)).toContain('Jim was executed. Jim was a Jester.');
    expect(forNarrator.outcome(judged, false)).toContain('Jim was spared.');
    expect(forNarrator.outcome(judged, false)).not.toContain('Jester');
    expect(forNarrator.noTrial()).toContain('Nobody stands trial');
  });

  test('instructions name the winner and all roles in the end', () => {
    const end = forNarrator.end({ ...state, winner: 'town' });
    expect(end).toContain('Winner: town.');
    expect(end).toContain('Max (Mafia), Mia (Mafia), Dora (Doctor)');
    expect(forNarrator.end(state)).toContain('Winner: nobody.');
  });
});
