import fc from 'fast-check';
import { expect, test } from 'vitest';
import { village } from '../__fixtures__/village.ts';
import { addNominee, endDiscussion, endNominations, MAX_NOMINEES, selectSpeaker } from './day.ts';
import { type GameState, livingPlayers, RuleError, toNight } from './game-state.ts';
import { endNight, investigate, protect, voteKill } from './night.ts';
import { endTrial, endVote, recordVerdict, recordVote } from './trial.ts';
import { winnerOf } from './winner.ts';

type Move = { title: string; play: (state: GameState) => GameState };

const name = fc.constantFrom('Max', 'Mia', 'Dora', 'Dick', 'Jim', 'Vera', 'Vito', 'Nobody');
const verdict = fc.constantFrom('execute' as const, 'spare' as const);
const move = (title: string, play: Move['play']): Move => ({ title, play });

/** Anything that anybody might try, in any order. */
const anyMove: fc.Arbitrary<Move> = fc.oneof(
  fc
    .tuple(name, name)
    .map(([doctor, target]) => move(`${doctor} protects ${target}`, (state) => protect(state, { doctor, target }))),
  fc
    .tuple(name, name)
    .map(([detective, target]) =>
      move(`${detective} follows ${target}`, (state) => investigate(state, { detective, target }).state),
    ),
  fc
    .tuple(name, name)
    .map(([voter, target]) => move(`${voter} wants ${target} dead`, (state) => voteKill(state, { voter, target }))),
  name.map((each) => move(`${each} speaks`, (state) => selectSpeaker(state, { name: each }))),
  fc
    .tuple(name, name, name)
    .map(([nominee, by, second]) =>
      move(`${by} and ${second} name ${nominee}`, (state) => addNominee(state, { nominee, by, second })),
    ),
  fc
    .tuple(name, name)
    .map(([voter, nominee]) => move(`${voter} votes for ${nominee}`, (state) => recordVote(state, { voter, nominee }))),
  fc
    .tuple(name, verdict)
    .map(([voter, each]) => move(`${voter}: ${each}`, (state) => recordVerdict(state, { voter, verdict: each }))),
  fc.constant(move('dawn', (state) => endNight(state).state)),
  fc.constant(move('enough talk', endDiscussion)),
  fc.constant(move('enough names', endNominations)),
  fc.constant(move('votes are counted', endVote)),
  fc.constant(move('the trial ends', (state) => endTrial(state).state)),
  fc.constant(move('dusk', (state) => (['night', 'over'].includes(state.phase) ? state : toNight(state)))),
);

/** Plays a move, or stays as it was if the rules forbid it. */
function attempt(state: GameState, { play }: Move): GameState {
  try {
    return play(state);
  } catch (error) {
    if (error instanceof RuleError) return state;
    throw error;
  }
}

/** What is wrong with a moment of a game, a sentence each. */
function findCrimes(state: GameState): string[] {
  const roleOf = (each: string) => state.players.find((player) => player.name === each)?.role;
  const names = state.nominees.map((nominee) => nominee.name);
  const laws: [string, boolean][] = [
    ['only the Mafia kills', Object.keys(state.kills).every((each) => roleOf(each) === 'Mafia')],
    ['the Mafia spares its own', Object.values(state.kills).every((each) => roleOf(each) !== 'Mafia')],
    ['only doctors protect', Object.keys(state.protections).every((each) => roleOf(each) === 'Doctor')],
    ['only detectives investigate', Object.keys(state.investigations).every((each) => roleOf(each) === 'Detective')],
    ['there are few nominees', names.length <= MAX_NOMINEES && new Set(names).size === names.length],
    [
      'three make a nomination',
      state.nominees.every(({ name: who, by, second }) => new Set([who, by, second]).size === 3),
    ],
    ['votes are for nominees', Object.values(state.votes).every((each) => names.includes(each))],
    ['nobody judges themselves', state.condemned === null || !(state.condemned in state.verdicts)],
    ['only a winner ends the game', (state.phase === 'over') === (state.winner !== null)],
    ['who has won is the winner', winnerOf(state) === state.winner],
  ];
  return laws.filter(([, holds]) => !holds).map(([law]) => law);
}

/** What is wrong with a change from one moment to the next, a sentence each. */
function findMiracles(before: GameState, after: GameState): string[] {
  const living = new Set(livingPlayers(before).map((player) => player.name));
  const risen = livingPlayers(after).filter((player) => !living.has(player.name));
  const deaths = livingPlayers(before).length - livingPlayers(after).length;
  const ghosts = (['protections', 'investigations', 'kills', 'votes', 'verdicts'] as const).flatMap((book) =>
    Object.keys(after[book]).filter((each) => after[book][each] !== before[book][each] && !living.has(each)),
  );
  return [
    ...risen.map((player) => `${player.name} has risen from the dead`),
    ...(deaths > 1 ? [`${deaths} have died at once`] : []),
    ...ghosts.map((each) => `the ghost of ${each} had a say`),
  ];
}

test('the rules hold whatever anybody tries', () => {
  fc.assert(
    fc.property(fc.array(anyMove, { minLength: 20, maxLength: 200 }), (moves) => {
      let state = village();
      for (const each of moves) {
        const before = structuredClone(state);
        const after = attempt(state, each);
        expect(state, `${each.title} changed the past`).toEqual(before);
        expect([...findCrimes(after), ...findMiracles(before, after)], each.title).toEqual([]);
        state = after;
      }
    }),
  );
});

test('a game that is over stays over', () => {
  const over = village({ winner: 'town', phase: 'over' });
  fc.assert(
    fc.property(anyMove, (each) => {
      expect(attempt(over, each)).toEqual(over);
    }),
  );
});
