import { type GameState, startGame } from '../rules/game-state.ts';
import type { Role } from '../rules/roles.ts';

/** A village for rules: Max and Mia are Mafia, Dora the doctor, Dick the detective, Jim the jester. */
const ROLES_BY_NAME: Record<string, Role> = {
  Max: 'Mafia',
  Mia: 'Mafia',
  Dora: 'Doctor',
  Dick: 'Detective',
  Jim: 'Jester',
  Vera: 'Villager',
  Vito: 'Villager',
};

export function village(changes: Partial<GameState> = {}, names = Object.keys(ROLES_BY_NAME)): GameState {
  return { ...startGame(names.map((name) => ({ name, role: ROLES_BY_NAME[name]! }))), ...changes };
}

export function bury(state: GameState, ...names: string[]): GameState {
  return {
    ...state,
    players: state.players.map((each) => (names.includes(each.name) ? { ...each, alive: false } : each)),
  };
}
