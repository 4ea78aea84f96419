import type { LiveText } from '@posthouse/protocol';
import type { Mail } from '@posthouse/store';
import type { Agent } from '../definitions/agent.ts';
import type { TaskTexts } from '../live/task-texts.ts';
import { CallMeter, type NewCall } from '../respond/call-meter.ts';
import type { TextDelta } from '../respond/respond.ts';
import type { TurnWatch } from '../telemetry/turn-watch.ts';
import type { Seat } from './turn-host.ts';

export type TurnSeatOptions = {
  agent: Agent;
  turn: number;
  /** Another number, should the turn have to give up its own. */
  nextTurn: () => number;
  taken: Mail[];
  /** The task's epoch; the seat is taken away when it changes. */
  epoch: number;
  texts: TaskTexts;
  /** Takes waiting interrupts out of the agent's mailbox, in memory. */
  takeInterrupts: () => Mail[];
  hasInterrupt: () => boolean;
  /** Called before a request goes out to the provider of a model. Whether the call is noted. */
  onModelCall?: (call: NewCall & { agent: string; turn: number }) => Promise<boolean>;
  /** Called when the turn begins to wait for its turn to ask the model. */
  onQueued?: () => void;
};

/** The seat of a running turn. */
export class TurnSeat implements Seat {
  readonly agent: Agent;
  turn: number;
  taken: Mail[];
  watch: TurnWatch | undefined;
  readonly meter: CallMeter;
  readonly #options: TurnSeatOptions;
  readonly #ending = new AbortController();
  #call: AbortController | undefined;
  #calls = 0;
  #isQueued = false;

  constructor(options: TurnSeatOptions) {
    this.agent = options.agent;
    this.turn = options.turn;
    this.taken = options.taken;
    this.#options = options;
    const { onModelCall, agent } = options;
    const onCall = onModelCall && ((call: NewCall) => onModelCall({ ...call, agent: agent.name, turn: this.turn }));
    this.meter = new CallMeter({ onCall });
  }

  get isQueued(): boolean {
    return this.#isQueued;
  }

  set isQueued(isQueued: boolean) {
    this.#isQueued = isQueued;
    if (isQueued) this.#options.onQueued?.();
  }

  yieldNumber(): number {
    const { turn } = this;
    this.turn = this.#options.nextTurn();
    this.#calls = 0;
    return turn;
  }

  countCall(): void {
    if (this.#calls > 0) this.#options.nextTurn();
    this.#calls += 1;
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
    this.watch?.read(mail);
    return mail;
  }

  hasInterrupt(): boolean {
    return this.#options.hasInterrupt();
  }

  onDelta(attempt: number, delta: TextDelta): void {
    const { texts, epoch } = this.#options;
    texts.write({ agent: this.agent.name, turn: this.turn, attempt, epoch }, delta);
  }

  textOf(attempt: number): LiveText[] {
    const { name } = this.agent;
    return this.#options.texts
      .all()
      .filter((text) => text.agent === name && text.turn === this.turn && text.attempt === attempt);
  }
}
