import { expectPhase, findLiving, type GameState, kill, livingPlayers, RuleError } from './game-state.ts';
import type { Role } from './roles.ts';
import { tally } from './tally.ts';
import { settleWinner } from './winner.ts';

/** A doctor watches over somebody, perhaps over itself. */
export function protect(state: GameState, { doctor, target }: { doctor: string; target: string }): GameState {
  const actor = expectActor(state, doctor, 'Doctor');
  return { ...state, protections: { ...state.protections, [actor]: findLiving(state, target).name } };
}

/** A detective looks into somebody else. */
export function investigate(
  state: GameState,
  { detective, target }: { detective: string; target: string },
): { state: GameState; target: string; isMafia: boolean } {
  const actor = expectActor(state, detective, 'Detective');
  const suspect = findLiving(state, target);
  if (suspect.name === actor) throw new RuleError('A detective cannot investigate itself.');
  return {
    state: { ...state, investigations: { ...state.investigations, [actor]: suspect.name } },
    target: suspect.name,
    isMafia: suspect.role === 'Mafia',
  };
}

/** One of the Mafia says who should die. When all have spoken and cannot agree, their votes are void. */
export function voteKill(state: GameState, { voter, target }: { voter: string; target: string }): GameState {
  const actor = expectActor(state, voter, 'Mafia');
  const victim = findLiving(state, target);
  if (victim.role === 'Mafia') throw new RuleError('The Mafia does not kill its own.');
  const kills = { ...state.kills, [actor]: victim.name };
  const everyone = livingPlayers(state, 'Mafia').every((player) => player.name in kills);
  const isTied = everyone && tally(kills).winner === null;
  return { ...state, kills: isTied ? {} : kills, killTied: isTied };
}

/** Dawn: the one the Mafia agreed on is dead, unless a doctor was there. */
export function endNight(state: GameState): { state: GameState; victim: string | null; saved: boolean } {
  expectPhase(state, 'night');
  const target = tally(state.kills).winner;
  const saved = target !== null && Object.values(state.protections).includes(target);
  const victim = saved ? null : target;
  const dawn = { ...(victim === null ? state : kill(state, victim)), phase: 'discussion' as const };
  return { state: settleWinner(dawn), victim, saved };
}

function expectActor(state: GameState, name: string, role: Role): string {
  expectPhase(state, 'night');
  const player = findLiving(state, name);
  if (player.role !== role) throw new RuleError(`${player.name} cannot do that.`);
  return player.name;
}
