import { swarmOf } from '@posthouse/protocol';
import type { Mail, Store, Task, Turn } from '@posthouse/store';
import type { AnyAction } from '../definitions/action.ts';
import type { Agent } from '../definitions/agent.ts';
import { cutsIn, hasDueMail } from '../mailbox/mailbox.ts';
import { type ToolSet, toToolSet } from '../tools/to-tool-set.ts';
import { readTurn, waitingCalls } from '../task/turn-data.ts';
import { TurnSeat, type TurnSeatOptions } from '../turns/turn-seat.ts';
import { applyDecision, type Working } from '../task/apply-decision.ts';
import type { Decision } from '../task/decision.ts';
import type { LoadedTask } from './load-task.ts';
import { inReadingOrder, readableMail } from '../task/readable-mail.ts';
import type { RunDefinition } from './run-definition.ts';
import { RunLedger } from '../task/run-ledger.ts';
import { dataOf, type RunData } from '../task/task-data.ts';
import { TurnHistory } from './turn-history.ts';

export type SeatContext = Pick<TurnSeatOptions, 'texts' | 'onModelCall' | 'onQueued'> & { now: number };

/** A task in memory, as its owner works on it: everything a decision needs, kept up with every decision. */
export class WorkingTask {
  readonly #store: Store;
  readonly #defined: RunDefinition;
  /** Tool sets of the open run. */
  readonly #tools = new Map<string, ToolSet>();
  readonly #discover: AnyAction | undefined;
  #history: TurnHistory;
  #working: Working;
  #ledger: RunLedger;
  #lastTurn = 0;

  constructor(loaded: LoadedTask, store: Store, defined: RunDefinition, discover?: AnyAction) {
    this.#store = store;
    this.#discover = discover;
    this.#defined = defined;
    this.#history = new TurnHistory(store, loaded.task.key);
    this.#ledger = loaded.ledger;
    this.#working = this.#adopt(loaded);
  }

  get task(): Task {
    return this.#working.task;
  }

  get run(): RunData {
    return dataOf(this.task).current!;
  }

  get ledger(): RunLedger {
    return this.#ledger;
  }

  get mail(): Mail[] {
    return this.#working.mail;
  }

  openTurns(): Turn[] {
    return [...this.#working.open.values()];
  }

  history(agent: string): Promise<readonly Turn[]> {
    return this.#history.of(agent);
  }

  tools(agent: Agent): ToolSet {
    const known = this.#tools.get(agent.name);
    if (known !== undefined) return known;
    const tools = toToolSet(this.#defined.current, agent, this.run, this.#discover);
    this.#tools.set(agent.name, tools);
    return tools;
  }

  /** How many turns the run has begun, here and elsewhere, whether or not anything is recorded of them. */
  get turns(): number {
    const { lastTurn, turnsBefore, peers } = this.#ledger;
    return Math.max(this.#lastTurn, lastTurn) - turnsBefore + peers.turns;
  }

  /** A number for a turn that nobody has used, not even for text that was shown and lost. */
  nextTurn(): number {
    // Whoever stopped a run from outside has given numbers, too.
    return (this.#lastTurn = Math.max(this.#lastTurn, this.#ledger.lastTurn) + 1);
  }

  /** The agents that can take a turn now: those with something to read, apart from what is held back. */
  readers(now: number, holds: (mail: Mail) => boolean): string[] {
    const names = [...new Set(this.mail.map((mail) => mail.mailbox))];
    return names.filter((name) => {
      if (this.#defined.agent(name) === undefined || this.#working.open.has(name)) return false;
      return hasDueMail(
        this.readableBy(name).filter((mail) => !holds(mail)),
        now,
      );
    });
  }

  /** What cuts in on an agent, apart from what it is reading already. */
  interruptsFor(name: string, taken: readonly Mail[]): Mail[] {
    const reading = new Set(taken.map((mail) => mail.id));
    return this.readableBy(name).filter((mail) => cutsIn(mail) && !reading.has(mail.id));
  }

  /** Whether a turn of the agent waits for somebody outside. */
  isWaiting(agent: string): boolean {
    const open = this.#working.open.get(agent);
    return open !== undefined && waitingCalls(readTurn(open)).length > 0;
  }

  /** Whether a decision ends the run, or is about calls that somebody may be answering at this moment. */
  isContested({ turns = [], entries, fence }: Decision): boolean {
    if (fence === true) return true;
    // A pause asks about everything that waits.
    const concerned = entries.some((entry) => entry.type === 'paused') ? this.openTurns() : turns;
    return concerned.some(({ agent }) => this.isWaiting(agent));
  }

  readableBy(name: string): Mail[] {
    const mailbox = this.mail.filter((mail) => mail.mailbox === name);
    return readableMail(mailbox, { closing: this.#ledger.closing !== undefined, manual: this.run.manual === true });
  }

  /** What an agent reads in a turn that begins now, in order. */
  readingOf(name: string, now: number): Mail[] {
    return inReadingOrder(this.readableBy(name), { manual: this.run.manual === true, now });
  }

  /** A place for an agent to take a turn: a new one, or one that was begun before. */
  seat(agent: Agent, opened: Turn | undefined, { now, ...rest }: SeatContext): TurnSeat {
    const { name } = agent;
    const interrupts = (): Mail[] => this.interruptsFor(name, seat.taken);
    const seat: TurnSeat = new TurnSeat({
      agent,
      turn: opened?.turn ?? this.nextTurn(),
      nextTurn: () => this.nextTurn(),
      taken: opened === undefined ? this.readingOf(name, now) : [],
      epoch: this.task.epoch,
      hasInterrupt: () => interrupts().length > 0,
      takeInterrupts: interrupts,
      ...rest,
    });
    return seat;
  }

  /** Does to the task in memory what the store does to it on disk. */
  absorb(decision: Decision, now: number): void {
    applyDecision(this.#working, decision, now);
    for (const entry of decision.entries) {
      if (entry.type === 'run-started') this.#openLedger();
      this.#ledger.enter(entry);
      if (entry.type === 'run-started') this.#enterLetters(entry.run);
    }
    for (const turn of decision.turns ?? []) this.#history.add(turn);
  }

  /** Takes over what the store has learned from others. What agents remember is not theirs to change. */
  update(loaded: LoadedTask): void {
    this.#working = this.#adopt(loaded);
  }

  /** Forgets everything in favour of what the store has. */
  replace(loaded: LoadedTask): void {
    this.#history = new TurnHistory(this.#store, loaded.task.key);
    this.#working = this.#adopt(loaded);
  }

  #openLedger(): void {
    this.#tools.clear();
    const { lastTurn, agents } = this.#ledger;
    // Numbers that nothing is recorded of would count as turns of the new run.
    this.#lastTurn = lastTurn;
    this.#ledger = new RunLedger({ lastTurn, agents: [...agents] });
  }

  /** What came before the run and started it is in the mailboxes, and in the log of the run before. */
  #enterLetters(run: number): void {
    const ids = this.run.letters?.ids ?? [];
    for (const { mailbox: to, message } of this.mail) {
      if (ids.includes(message.id)) this.#ledger.enter({ run, type: 'message', to, message });
    }
  }

  #adopt({ task, mail, open, live, ledger }: LoadedTask): Working {
    if (ledger.turnsBefore !== this.#ledger.turnsBefore) this.#lastTurn = 0;
    this.#ledger = ledger;
    this.#tools.clear();
    // A turn that never got to commit may have shown text under its number; that number is not given again.
    const own = live.filter(({ agent }) => swarmOf(agent) === undefined);
    const numbers = [...open, ...own].map((each) => each.turn);
    this.#lastTurn = Math.max(this.#lastTurn, ledger.lastTurn, ...numbers);
    const order = Math.max(0, ...mail.map((each) => each.order));
    return { task, mail, open: new Map(open.map((turn) => [turn.agent, turn])), order };
  }
}
