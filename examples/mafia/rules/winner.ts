import { type GameState, livingPlayers } from './game-state.ts';
import type { Side } from './roles.ts';

/** Who has won as things stand: the town without Mafia left, the Mafia once nobody could outvote them. */
export function winnerOf(state: GameState): Side | null {
  if (state.winner !== null) return state.winner;
  const mafia = livingPlayers(state, 'Mafia').length;
  if (mafia === 0) return 'town';
  return mafia >= livingPlayers(state).length - mafia ? 'mafia' : null;
}

/** Ends the game if somebody has won. */
export function settleWinner(state: GameState): GameState {
  const winner = winnerOf(state);
  return winner === null ? state : { ...state, winner, phase: 'over' };
}
