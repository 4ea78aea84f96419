import { formatInstance, type LiveText, PosthouseError } from '@posthouse/protocol';
import type { Committed, Mail, Task, TaskKey, Turn } from '@posthouse/store';
import type { Agent } from '../definitions/agent.ts';
import type { ActionOverride, SwarmDefinition } from '../definitions/swarm-definition.ts';
import { withPauseLetter } from '../federation/decide-remote-pause.ts';
import { PeerExchange } from '../federation/peer-exchange.ts';
import { TaskTexts } from '../live/task-texts.ts';
import { isQueued, isQuiet } from '../mailbox/mailbox.ts';
import type { StepModels } from '../manual/step-models.ts';
import type { MessageContext } from '../messages/compose-messages.ts';
import type { Respond, TakeSlot } from '../respond/respond.ts';
import type { Decision } from '../task/decision.ts';
import { awaitedSwarms } from '../task/letters/awaited-swarms.ts';
import { timeLeft } from '../task/limits.ts';
import type { RunLedger } from '../task/run-ledger.ts';
import { contextOf, type RunData, type DecisionState } from '../task/task-data.ts';
import { readTurn } from '../task/turn-data.ts';
import { TaskWatch } from '../telemetry/task-watch.ts';
import { Alarm } from '../timing/alarm.ts';
import { Waiters } from '../timing/waiters.ts';
import type { Outside } from '../tools/settle-mail-call.ts';
import { decideAtRest } from '../turns/decide-at-rest.ts';
import { runTurn } from '../turns/run-turn.ts';
import type { Seat, TurnHost } from '../turns/turn-host.ts';
import type { TurnSeat, TurnSeatOptions } from '../turns/turn-seat.ts';
import type { LoadedTask } from './load-task.ts';
import { nextMove } from './next-move.ts';
import { RunDefinition } from './run-definition.ts';
import type { TaskRunnerOptions } from './task-runner-options.ts';
import { TaskSync } from './task-sync.ts';
import { TurnSeats } from './turn-seats.ts';
import { decideWithoutAgent, turnsToBegin } from './turns-to-begin.ts';
import { WorkingTask } from './working-task.ts';

/**
 * Works on one task for as long as this process owns it: gives every agent with mail its turn, one at a time per agent,
 * and notices when nothing is left to do.
 */
export class TaskRunner implements TurnHost {
  readonly key: TaskKey;
  readonly actionOverride: ActionOverride | undefined;
  readonly stepModels: StepModels;
  readonly respond: (agent: Agent) => Respond;
  readonly takeSlot: TakeSlot;
  readonly watch: TaskWatch | undefined;
  readonly mayAsk = () => this.#options.gate.check(this, () => this.#seats.spent(this.ledger.spent));
  readonly now = (): number => this.#options.now();
  readonly unrecorded = () => this.#seats.unrecorded();
  readonly outside = (): Outside | undefined => this.#exchange?.outside();
  readonly openTurns = (): Turn[] => this.#working.openTurns();
  readonly mail = (): Mail[] => this.#working.mail;
  readonly live = (): LiveText[] => this.#texts.unrecorded();
  readonly history = (agent: string) => this.#working.history(agent);
  readonly tools = (agent: Agent) => this.#working.tools(agent);
  readonly isContested = (decision: Decision) => this.#working.isContested(decision);
  readonly rested = () => this.#sync.rested();
  readonly refresh = () => this.#sync.refresh();
  readonly write = (decision: Decision): Promise<Committed> => this.#sync.write(decision);
  readonly writeBeside = (decide: () => Decision): Promise<Committed | undefined> => this.#sync.writeBeside(decide);
  readonly end = (decide: () => Decision | undefined, once?: string): Promise<Committed | undefined> =>
    this.#sync.end(decide, once);
  /** Cuts off whatever agents are doing. */
  readonly halt = (reason: Error): void => this.#seats.halt(reason);
  readonly #options: TaskRunnerOptions;
  readonly #defined: RunDefinition;
  readonly #seats: TurnSeats;
  readonly #working: WorkingTask;
  readonly #texts: TaskTexts;
  /** Where other swarms are dealt with, if there are any. */
  readonly #exchange: PeerExchange | undefined;
  readonly #sync: TaskSync;
  readonly #waiters = new Waiters();
  readonly #laterMail = new Alarm(() => this.pump());
  readonly #timeLimit = new Alarm(() => this.pump());

  constructor(loaded: LoadedTask, options: TaskRunnerOptions) {
    this.key = loaded.task.key;
    this.actionOverride = options.actionOverride;
    this.stepModels = options.stepModels;
    this.respond = options.respond;
    this.takeSlot = options.takeSlot;
    this.#options = options;
    this.watch = options.telemetry && new TaskWatch(options.telemetry, () => this.task);
    this.#seats = new TurnSeats((rest) => options.gate.spending.lose(this.task, rest), this.#waiters);
    this.#defined = new RunDefinition(options.definition, loaded.task.run);
    this.#working = new WorkingTask(loaded, options.store, this.#defined, options.federation?.discover);
    this.#texts = new TaskTexts({
      live: options.live,
      task: this.key,
      run: () => (this.#sync.mayWrite ? (this.task.openRun ?? undefined) : undefined),
      commit: (entries) => this.write({ entries }),
    });
    const exchangeOptions = { texts: this.#texts, landed: () => this.#sync.landed(), onError: options.onError };
    this.#exchange = options.federation && new PeerExchange(this, options.federation, exchangeOptions);
    this.#sync = new TaskSync({
      ...options,
      working: this.#working,
      seats: this.#seats,
      texts: this.#texts,
      exchange: this.#exchange,
      watch: this.watch,
      waiters: this.#waiters,
      pump: () => this.pump(),
      onGone: () => {
        this.#clearAlarms();
        options.onGone();
      },
    });
  }

  get definition(): SwarmDefinition {
    return this.#defined.current;
  }

  get task(): Task {
    return this.#working.task;
  }

  get context(): MessageContext {
    return contextOf(this.task);
  }

  get owner(): string {
    return formatInstance(this.task.owner);
  }

  get run(): RunData {
    return this.#working.run;
  }

  get ledger(): RunLedger {
    return this.#working.ledger;
  }

  get state(): DecisionState {
    const [mail, open, live] = [this.mail(), this.openTurns(), this.live()];
    return { task: this.task, mail, open, live, ledger: this.ledger, unrecorded: this.unrecorded() };
  }

  /** Whether it is certain that the end or the next pause of a run is still to be announced. */
  isRunning(run: number): boolean {
    return this.#sync.isWorking && this.task.openRun === run && this.task.status !== 'paused';
  }

  /** Whether no turn is under way, and nothing on its way to the store that could start one. */
  get isSettled(): boolean {
    return !this.#seats.busy && !this.#sync.isWriting;
  }

  /** Resolves when that is so, if only for a moment. */
  settled(): Promise<void> {
    return this.#waiters.until(() => this.isSettled);
  }

  othersAtWork(agent: string): boolean {
    const { task, ledger } = this;
    return othersAtWork(agent, { task, ledger, mail: this.mail(), seats: this.#seats.all() });
  }

  /** Whether decisions from outside can be made here, on what the runner knows. */
  get ready(): boolean {
    return this.#sync.isReady;
  }

  /** The state for a decision from outside; refuses when what the runner knows is void at the moment. */
  get readyState(): DecisionState {
    if (this.ready) return this.state;
    throw new PosthouseError({ code: 'stale', message: `task ${this.key} is being read again` });
  }

  async commit(decision: Decision): Promise<void> {
    await this.write(decision);
  }

  async pause(decide: () => Decision): Promise<void> {
    while (this.#sync.isEnding) await this.#sync.ended();
    const decision = withPauseLetter(this.task, decide());
    if (!this.isContested(decision)) return this.commit(decision);
    await this.end(() => withPauseLetter(this.task, decide()));
  }

  drain(milliseconds: number): Promise<void> {
    this.#clearAlarms();
    return this.#sync.drain(milliseconds);
  }

  /** Starts whatever can start. Called after every change; does nothing when there is nothing to do. */
  pump(): void {
    this.#waiters.look();
    if (!this.#sync.mayStart || this.#options.isHeld(this.key)) return;
    this.#exchange?.pump();
    const { head, openRun } = this.task;
    if (openRun !== null) {
      this.#defined.begin(this.task.run);
      if (this.task.status !== 'paused') this.#startTurns();
      if (!this.#sync.isWorking || this.task.head !== head) return;
    }
    if (this.#seats.busy) return;
    const now = this.now();
    const finished = openRun === null ? undefined : this.#exchange?.finish();
    const { next, lookAt } = finished === undefined ? nextMove(this.state, now) : { next: finished };
    if (lookAt !== undefined) this.#laterMail.set(lookAt - now);
    if (next === 'stalled') this.#goOn(this.#awaited() ?? decideAtRest(this.state, this.definition, now));
    else if (next !== 'rest') this.#goOn(next);
    else if (this.#exchange?.busy !== true) this.#sync.rest();
  }

  #startTurns(): void {
    for (const turn of this.openTurns()) {
      if (this.#seats.has(turn.agent) || this.#working.isWaiting(turn.agent)) continue;
      if (this.#defined.agent(turn.agent) !== undefined) this.#start(turn.agent, turn);
      else this.#decide(decideWithoutAgent(this.task, turn));
    }
    const now = this.now();
    const time = timeLeft(this.definition.limits, this.run, now);
    if (time !== undefined && this.ledger.closing === undefined) this.#timeLimit.set(time);
    const holds = (mail: Mail): boolean => this.#exchange?.holds(mail) === true;
    const readers = this.#working.readers(now, holds).filter((name) => !this.#seats.has(name));
    const turns = this.#working.turns;
    const { begin, closing } = turnsToBegin(this.state, this.definition, { readers, turns, now });
    if (closing !== undefined) this.#decide(closing);
    for (const name of begin) this.#start(name);
  }

  #start(name: string, opened?: Turn): void {
    const onModelCall: TurnSeatOptions['onModelCall'] = (call) => this.#options.gate.spending.begin(this.task, call);
    const onQueued = (): void => this.#waiters.look();
    const agent = this.#defined.agent(name)!;
    const seat = this.#working.seat(agent, opened, { texts: this.#texts, onModelCall, onQueued, now: this.now() });
    this.#seats.take(seat);
    void this.#take(seat, opened);
  }

  async #take(seat: TurnSeat, opened?: Turn): Promise<void> {
    try {
      // A turn that goes on may end the run at once, and with it the turns that were about to go on beside it.
      await Promise.resolve();
      seat.signal.throwIfAborted();
      await runTurn(this, seat, opened === undefined ? undefined : readTurn(opened));
    } catch (error) {
      // A seat that was taken away has nothing to report. Everything else is a failure of ours or of the store.
      if (!seat.signal.aborted) await this.#sync.reload(error);
    } finally {
      this.#seats.leave(seat);
      this.pump();
    }
  }

  /** What to do while other swarms are at work. A run that was to give its last answer waits for nobody. */
  #awaited(): Decision | 'wait' | undefined {
    return this.ledger.closing === undefined ? this.#exchange?.await() : undefined;
  }

  #goOn(next: Decision | 'wait'): void {
    if (next !== 'wait') this.#decide(next);
  }

  #decide(decision: Decision): void {
    const whole = withPauseLetter(this.task, decision);
    // Whatever goes wrong with it, the task has been read again and the failure reported.
    (this.isContested(whole) ? this.#tryToEnd(whole) : this.commit(whole)).catch(() => undefined);
  }

  /** Once: if somebody has written meanwhile, there may be something to do instead. */
  async #tryToEnd(decision: Decision): Promise<void> {
    let decided = false;
    await this.end(() => (decided ? undefined : ((decided = true), decision)));
    this.pump();
  }

  #clearAlarms(): void {
    for (const alarm of [this.#laterMail, this.#timeLimit]) alarm.clear();
  }
}

type Work = { task: Task; ledger: RunLedger; mail: readonly Mail[]; seats: readonly Seat[] };

/** Whether somebody other than an agent is busy or has mail to read: another agent, or another swarm. */
function othersAtWork(agent: string, { task, ledger, mail, seats }: Work): boolean {
  if (seats.some((seat) => seat.agent.name !== agent) || awaitedSwarms({ task, ledger }).length > 0) return true;
  const reading = new Set(seats.flatMap((seat) => seat.taken.map(({ id }) => id)));
  return mail.some((each) => !isQuiet(each) && !isQueued(each) && !reading.has(each.id));
}
