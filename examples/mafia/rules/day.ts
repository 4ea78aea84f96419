import { expectPhase, findLiving, type GameState, RuleError } from './game-state.ts';

export const MAX_NOMINEES = 3;

/** Gives the word to somebody. */
export function selectSpeaker(state: GameState, { name }: { name: string }): GameState {
  expectPhase(state, 'discussion');
  const speaker = findLiving(state, name).name;
  return { ...state, speaker, speeches: [...state.speeches, speaker] };
}

/** Enough was said: now somebody has to be named. */
export function endDiscussion(state: GameState): GameState {
  expectPhase(state, 'discussion');
  return { ...state, speaker: null, phase: 'nominations' };
}

/** Puts somebody on trial whom one player has named and another has seconded. */
export function addNominee(state: GameState, given: { nominee: string; by: string; second: string }): GameState {
  expectPhase(state, 'nominations');
  const [name, by, second] = [given.nominee, given.by, given.second].map((each) => findLiving(state, each).name) as [
    string,
    string,
    string,
  ];
  if (state.nominees.length >= MAX_NOMINEES) throw new RuleError(`There are ${MAX_NOMINEES} nominees already.`);
  if (state.nominees.some((nominee) => nominee.name === name)) throw new RuleError(`${name} is nominated already.`);
  if (by === second) throw new RuleError(`${by} cannot second its own nomination; somebody else has to.`);
  if (name === by || name === second) throw new RuleError(`${name} cannot be nominated by itself.`);
  return { ...state, nominees: [...state.nominees, { name, by, second }] };
}

/** Nobody names anybody any more. One nominee is enough for a trial: there is nothing to choose, but much to decide. */
export function endNominations(state: GameState): GameState {
  expectPhase(state, 'nominations');
  const [first, ...others] = state.nominees;
  if (first === undefined) return state;
  return others.length === 0 ? { ...state, phase: 'gallows', condemned: first.name } : { ...state, phase: 'vote' };
}
