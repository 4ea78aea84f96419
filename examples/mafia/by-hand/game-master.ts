import type { SwarmInstance, StepResult } from '@posthouse/runtime';
import type { StepProposer, ProposedStep } from '@posthouse/server';
import type { Character } from '../cast/deal.ts';
import type { Table } from '../cast/table.ts';
import { startGame } from '../rules/game-state.ts';
import { playRounds } from '../stage/play-game.ts';
import { ByHandInstance } from './by-hand-instance.ts';

/** What is said to everybody when a game begins. */
export const OPENING = 'Night falls over Saltmarsh, and the game begins.';

/**
 * Leads games that people step by hand: it knows the rules, and proposes whose turn it is, what they are asked, and who hears the
 * answer. There is one table, so there is one game: a new one ends the one before.
 */
export class GameMaster implements StepProposer {
  readonly #cast: readonly Character[];
  readonly #table: Table;
  #game: { taskId: string; instance: ByHandInstance } | undefined;

  constructor(cast: readonly Character[], table: Table) {
    this.#cast = cast;
    this.#table = table;
  }

  begun(instance: SwarmInstance, taskId: string): void {
    if (this.#game?.taskId === taskId) return;
    this.#game?.instance.close();
    const byHand = new ByHandInstance(instance);
    this.#game = { taskId, instance: byHand };
    this.#table.state = startGame(this.#cast.map(({ persona, role }) => ({ name: persona.name, role })));
    // A game that cannot go on is over; people can still step whom they like.
    void playRounds({ instance: byHand, taskId, table: this.#table })
      .catch(() => undefined)
      .then(() => byHand.close());
  }

  async propose(_: SwarmInstance, taskId: string): Promise<ProposedStep | undefined> {
    return this.#game?.taskId === taskId ? this.#game.instance.proposal() : undefined;
  }

  stepped(_: SwarmInstance, taskId: string, step: ProposedStep, result: StepResult): void {
    if (this.#game?.taskId === taskId) this.#game.instance.stepped(step, result);
  }
}
