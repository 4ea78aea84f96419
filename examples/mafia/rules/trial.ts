import { expectPhase, findLiving, type GameState, kill, RuleError, type Verdict } from './game-state.ts';
import { tally } from './tally.ts';
import { settleWinner } from './winner.ts';

/** Somebody says which of the nominees should hang. */
export function recordVote(state: GameState, { voter, nominee }: { voter: string; nominee: string }): GameState {
  expectPhase(state, 'vote');
  const name = findLiving(state, nominee).name;
  if (!state.nominees.some((each) => each.name === name)) {
    throw new RuleError(`${name} is not nominated. Nominees: ${state.nominees.map((each) => each.name).join(', ')}.`);
  }
  return { ...state, votes: { ...state.votes, [findLiving(state, voter).name]: name } };
}

/** Counts the votes. On a tie they are void, and only those who were level stay nominated. */
export function endVote(state: GameState): GameState {
  expectPhase(state, 'vote');
  const { winner, tied } = tally(state.votes);
  if (winner !== null) return { ...state, phase: 'gallows', condemned: winner };
  const nominees = tied.length === 0 ? state.nominees : state.nominees.filter(({ name }) => tied.includes(name));
  return { ...state, votes: {}, nominees };
}

/** Somebody decides over the life of whoever stands at the gallows. */
export function recordVerdict(state: GameState, { voter, verdict }: { voter: string; verdict: Verdict }): GameState {
  expectPhase(state, 'gallows');
  const { name } = findLiving(state, voter);
  if (name === state.condemned) throw new RuleError(`${name} has no say in this.`);
  return { ...state, verdicts: { ...state.verdicts, [name]: verdict } };
}

/** Carries out what more than half of the voters want. Who hangs a jester has lost to it. */
export function endTrial(state: GameState): { state: GameState; executed: boolean } {
  expectPhase(state, 'gallows');
  const condemned = findLiving(state, state.condemned ?? '');
  const executed = tally(state.verdicts).winner === 'execute';
  if (!executed) return { state, executed };
  const after = kill(state, condemned.name);
  return { state: settleWinner(condemned.role === 'Jester' ? { ...after, winner: 'jester' } : after), executed };
}
