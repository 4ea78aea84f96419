import type { Role, Side } from './roles.ts';

export type Player = { name: string; role: Role; alive: boolean };

export type Phase = 'night' | 'discussion' | 'nominations' | 'vote' | 'gallows' | 'over';

export type Nominee = { name: string; by: string; second: string };
export type Verdict = 'execute' | 'spare';

/** A game of Mafia at one moment. Rules are functions from one of these to the next. */
export type GameState = {
  players: Player[];
  /** Night and day number 1, then number 2, … */
  round: number;
  phase: Phase;
  /** Tonight: who protects, looks at and wants dead whom. */
  protections: Record<string, string>;
  investigations: Record<string, string>;
  kills: Record<string, string>;
  /** Whether the Mafia could not agree and has to vote again. */
  killTied: boolean;
  /** Today: who has the word, and who has had it. */
  speaker: string | null;
  speeches: string[];
  nominees: Nominee[];
  votes: Record<string, string>;
  /** Who stands at the gallows. */
  condemned: string | null;
  verdicts: Record<string, Verdict>;
  winner: Side | null;
};

/** A move that the rules do not allow; the message says why, for whoever tried. */
export class RuleError extends Error {
  override readonly name = 'RuleError';
}

export function startGame(players: readonly Omit<Player, 'alive'>[]): GameState {
  return toNight({
    players: players.map(({ name, role }) => ({ name, role, alive: true })),
    round: 0,
    phase: 'night',
    ...NOTHING_TODAY,
    ...NOTHING_TONIGHT,
    winner: null,
  });
}

const NOTHING_TONIGHT = { protections: {}, investigations: {}, kills: {}, killTied: false };
const NOTHING_TODAY = { speaker: null, speeches: [], nominees: [], votes: {}, condemned: null, verdicts: {} };

export function toNight(state: GameState): GameState {
  return { ...state, ...NOTHING_TONIGHT, ...NOTHING_TODAY, round: state.round + 1, phase: 'night' };
}

export function livingPlayers({ players }: GameState, role?: Role): Player[] {
  return players.filter((player) => player.alive && (role === undefined || player.role === role));
}

/** A living player by name; the case of letters does not matter, because models write names as they please. */
export function findLiving(state: GameState, name: string): Player {
  const found = state.players.find((player) => player.name.toLowerCase() === name.trim().toLowerCase());
  if (found?.alive === true) return found;
  const names = livingPlayers(state).map((player) => player.name);
  const problem = found === undefined ? `There is no player called ${name}` : `${found.name} is dead`;
  throw new RuleError(`${problem}. Alive are: ${names.join(', ')}.`);
}

export function expectPhase(state: GameState, phase: Phase): void {
  if (state.phase !== phase)
    throw new RuleError(`This belongs to the phase "${phase}", and it is "${state.phase}" now.`);
}

export function kill(state: GameState, name: string): GameState {
  const players = state.players.map((player) => (player.name === name ? { ...player, alive: false } : player));
  return { ...state, players };
}
