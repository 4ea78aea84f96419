import type { LiveText } from '@posthouse/protocol';
import type { Mail, TaskKey } from '@posthouse/store';
import type { Agent } from '../definitions/agent.ts';
import type { LiveHub } from '../live/live-hub.ts';
import type { TextDelta } from '../models/respond.ts';
import type { Seat } from './turn-host.ts';

export type TurnSeatOptions = {
  task: TaskKey;
  agent: Agent;
  turn: number;
  /** Another number, should the turn have to give up its own. */
  nextTurn: () => number;
  taken: Mail[];
  /** The task's epoch; the seat is taken away when it changes. */
  epoch: number;
  live: LiveHub;
  /** Takes waiting interrupts out of the agent's mailbox, in memory. */
  takeInterrupts: () => Mail[];
  hasInterrupt: () => boolean;
};

/** The seat of a running turn. */
export class TurnSeat implements Seat {
  readonly agent: Agent;
  turn: number;
  taken: Mail[];
  readonly #options: TurnSeatOptions;
  readonly #ending = new AbortController();
  #call: AbortController | undefined;

  constructor(options: TurnSeatOptions) {
    this.agent = options.agent;
    this.turn = options.turn;
    this.taken = options.taken;
    this.#options = options;
  }

  yieldNumber(): number {
    const { turn } = this;
    this.turn = this.#options.nextTurn();
    return turn;
  }

  get signal(): AbortSignal {
    return this.#ending.signal;
  }

  listen(): AbortSignal {
    this.#call = new AbortController();
    // One that came before there was a call to cut short.
    if (this.hasInterrupt()) this.interrupt();
    return AbortSignal.any([this.#ending.signal, this.#call.signal]);
  }

  /** Cuts in on the model call, if one is running; during an action nothing happens until the action is over. */
  interrupt(): void {
    this.#call?.abort(new DOMException('interrupted by another agent', 'AbortError'));
  }

  end(reason: Error): void {
    this.#ending.abort(reason);
  }

  takeInterrupts(): Mail[] {
    this.#call = undefined;
    const mail = this.#options.takeInterrupts();
    this.taken = [...this.taken, ...mail];
    return mail;
  }

  hasInterrupt(): boolean {
    return this.#options.hasInterrupt();
  }

  onDelta(attempt: number, delta: TextDelta): void {
    const { live, task, epoch } = this.#options;
    live.write(task, { agent: this.agent.name, turn: this.turn, attempt, epoch }, delta);
  }

  abandonedText(attempt: number): LiveText[] {
    const { live, task } = this.#options;
    const { name } = this.agent;
    return live
      .textsOf(task)
      .filter((text) => text.agent === name && text.turn === this.turn && text.attempt === attempt);
  }
}
