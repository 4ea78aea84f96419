import type { GameState } from '../rules/game-state.ts';

/** Where the game is played: the state that the narrator's tools change, and the notes that players keep for themselves. */
export class Table {
  state: GameState;
  readonly #notes = new Map<string, Map<string, { level: number; reason: string }>>();

  constructor(state: GameState) {
    this.state = state;
  }

  /** Notes how much somebody suspects somebody else, and gives all notes of the former, gravest first. */
  note(
    owner: string,
    suspect: string,
    level: number,
    reason: string,
  ): { player: string; level: number; reason: string }[] {
    const notes = this.#notes.get(owner) ?? new Map<string, { level: number; reason: string }>();
    notes.set(suspect, { level, reason });
    this.#notes.set(owner, notes);
    return [...notes]
      .map(([player, note]) => ({ player, ...note }))
      .toSorted((one, other) => other.level - one.level || one.player.localeCompare(other.player));
  }
}
