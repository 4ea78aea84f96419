import { formatInstance, type LiveText, PosthouseError, swarmOf } from '@posthouse/protocol';
import type { Committed, Mail, Task, TaskKey, Turn } from '@posthouse/store';
import type { Agent } from '../definitions/agent.ts';
import type { ActionOverride, SwarmDefinition } from '../definitions/swarm-definition.ts';
import { decideAnswered, withPauseLetter } from '../federation/decide-remote-pause.ts';
import { PeerExchange } from '../federation/peer-exchange.ts';
import { peerOf } from '../task/letters/peer-mailbox.ts';
import { mergeTexts } from '../live/merge-texts.ts';
import { TaskTexts } from '../live/task-texts.ts';
import { cutsIn, isFromUser, isQuiet, nextDue } from '../mailbox/mailbox.ts';
import type { StepModels } from '../manual/step-models.ts';
import type { MessageContext } from '../messages/compose-messages.ts';
import type { Respond, TakeSlot } from '../respond/respond.ts';
import { TaskWatch } from '../telemetry/task-watch.ts';
import type { Outside } from '../tools/settle-mail-call.ts';
import type { ToolSet } from '../tools/to-tool-set.ts';
import { runTurn } from '../turns/run-turn.ts';
import { readTurn } from '../task/turn-data.ts';
import type { TurnHost } from '../turns/turn-host.ts';
import type { TurnSeat, TurnSeatOptions } from '../turns/turn-seat.ts';
import { decideHeld } from '../task/decide-held.ts';
import { Alarm } from '../timing/alarm.ts';
import { closeTurns } from '../task/close-turns.ts';
import { decideAtRest, decideClosing } from '../turns/decide-at-rest.ts';
import { decideNextRun } from '../task/decide-post.ts';
import type { Decision, KeyedDecision } from '../task/decision.ts';
import { PendingWrites } from './pending-writes.ts';
import { isRefusal, isStale } from '../task/is-refusal.ts';
import { limitsOf, timeLeft } from '../task/limits.ts';
import { contextOf, type RunData, type TaskState } from '../task/task-state.ts';
import type { TaskRunnerOptions } from './task-runner-options.ts';
import { loadAgain, type LoadedTask, readHead } from './load-task.ts';
import { othersAtWork } from './others-at-work.ts';
import { toChangedPause } from '../task/to-pause.ts';
import { Backoff } from '../timing/backoff.ts';
import { recoverTask } from './recover-task.ts';
import { RunDefinition } from './run-definition.ts';
import type { RunLedger } from '../task/run-ledger.ts';
import { waitWhile } from '../timing/wait-while.ts';
import { TurnSeats } from './turn-seats.ts';
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
  readonly isContested = (decision: Decision) => this.#working.isContested(decision);
  readonly #options: TaskRunnerOptions;
  readonly #defined: RunDefinition;
  readonly #seats: TurnSeats;
  readonly #working: WorkingTask;
  readonly #texts: TaskTexts;
  /** Where other swarms are dealt with, if there are any. */
  readonly #exchange: PeerExchange | undefined;
  readonly #pending = new PendingWrites();
  /** `resting` lets go of the task as soon as the store agrees; `gone` never comes back. */
  #phase: 'working' | 'resting' | 'reloading' | 'draining' | 'gone' = 'working';
  readonly #laterMail = new Alarm(() => this.pump());
  readonly #timeLimit = new Alarm(() => this.pump());
  /** Whether the store is known to have more than we have. Nothing new starts until we have it too. */
  #behind = false;
  #ending: Promise<void> | undefined;
  /** Letting go or reading again, while that is under way. */
  #settling: Promise<void> | undefined;
  readonly #backoff = new Backoff();

  constructor(loaded: LoadedTask, options: TaskRunnerOptions) {
    this.key = loaded.task.key;
    this.actionOverride = options.actionOverride;
    this.stepModels = options.stepModels;
    this.respond = options.respond;
    this.takeSlot = options.takeSlot;
    this.#options = options;
    this.watch = options.telemetry && new TaskWatch(options.telemetry, () => this.task);
    this.#seats = new TurnSeats((rest) => options.gate.spending.lose(this.task, rest));
    this.#defined = new RunDefinition(options.definition, loaded.task.run);
    this.#working = new WorkingTask(loaded, options.store, this.#defined, options.federation?.discover);
    this.#texts = new TaskTexts({
      live: options.live,
      task: this.key,
      run: () => (this.#mayWrite ? (this.task.openRun ?? undefined) : undefined),
      commit: (entries) => this.write({ entries }),
    });
    const desk = { texts: this.#texts, landed: () => this.#pending.landed(), onError: options.onError };
    this.#exchange = options.federation && new PeerExchange(this, options.federation, desk);
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

  get state(): TaskState {
    const [mail, open, live] = [this.mail(), this.openTurns(), this.live()];
    return { task: this.task, mail, open, live, ledger: this.ledger, unrecorded: this.unrecorded() };
  }

  /** Whether it is certain that the end or the next pause of a run is still to be announced. */
  isRunning(run: number): boolean {
    return this.#phase === 'working' && this.task.openRun === run && this.task.status !== 'paused';
  }

  get busy(): boolean {
    return this.#seats.busy;
  }

  openTurns(): Turn[] {
    return this.#working.openTurns();
  }

  mail(): Mail[] {
    return this.#working.mail;
  }

  live(): LiveText[] {
    return this.#texts.unrecorded();
  }

  othersAtWork(agent: string): boolean {
    const { task, ledger } = this;
    return othersAtWork(agent, { task, ledger, mail: this.mail(), seats: this.#seats.all() });
  }

  history(agent: string): Promise<readonly Turn[]> {
    return this.#working.history(agent);
  }

  tools(agent: Agent): ToolSet {
    return this.#working.tools(agent);
  }

  /** Whether decisions from outside can be made here, on what the runner knows. */
  get ready(): boolean {
    return this.#phase === 'working' && this.#ending === undefined;
  }

  /** Resolves when the task is let go of, if it is about to be: before that, the store need not know all that was shown. */
  async rested(): Promise<void> {
    if (this.#phase === 'resting') await this.#settling;
  }

  get #mayWrite(): boolean {
    return this.#ending === undefined && (this.#phase === 'working' || this.#phase === 'draining');
  }

  /** The state for a decision from outside; refuses when what the runner knows is void at the moment. */
  get readyState(): TaskState {
    if (this.ready) return this.state;
    throw new PosthouseError({ code: 'stale', message: `task ${this.key} is being read again` });
  }

  async commit(decision: Decision): Promise<void> {
    await this.write(decision);
  }

  async pause(decide: () => Decision): Promise<void> {
    while (this.#ending !== undefined) await this.#ending;
    const decision = withPauseLetter(this.task, decide());
    if (!this.isContested(decision)) return this.commit(decision);
    await this.end(() => withPauseLetter(this.task, decide()));
  }

  /** For those who decide beside turns: what they decide must not cross with the end of the run, or with a new reading. */
  async writeBeside(decide: () => Decision): Promise<Committed | undefined> {
    while (this.#ending !== undefined || this.#phase === 'reloading') await (this.#ending ?? this.#settling);
    return this.#mayWrite ? this.write(decide()) : undefined;
  }

  /**
   * Decides now, in memory; the promise says when it is on disk. A refusal means that somebody else was first: then
   * everything in memory is void, and the runner looks at the store again.
   */
  async write(decision: Decision): Promise<Committed> {
    const { epoch, openRun } = this.task;
    const written = this.#options.commit({ task: this.key, expect: { epoch, openRun }, ...decision });
    this.#pending.begin();
    this.#absorb(decision);
    const expected = this.task.head;
    try {
      const committed = await written;
      // A log that is longer than we made it has entries of somebody else.
      this.#behind ||= committed.task.head !== expected;
      this.#backoff.restore();
      this.#seats.settle(decision.entries);
      this.#texts.end(decision.turns ?? []);
      if (decision.entries.some((entry) => entry.type === 'paused')) this.#options.onRest(committed.task);
      return committed;
    } catch (error) {
      await this.#reload(error);
      throw error;
    } finally {
      this.#land();
    }
  }

  /**
   * Ends or pauses the run, knowing everything that the store knows: nobody's message or answer may be overlooked. That takes
   * the store's answer before anything changes here; and when somebody has written meanwhile, the decision is made again.
   */
  async end(decide: () => Decision | undefined, once?: string): Promise<Committed | undefined> {
    for (;;) {
      while (this.#ending !== undefined) await this.#ending;
      const decision = decide();
      if (decision === undefined) return undefined;
      const { head } = this.task;
      const outcome = await this.#tryToWriteEnd(once === undefined ? decision : { ...decision, once });
      if ('committed' in outcome) {
        this.pump();
        return outcome.committed;
      }
      const { error } = outcome;
      if (isStale(error) && this.#phase === 'working') {
        this.#behind = true;
        await this.refresh();
        if (this.task.head !== head) continue;
      }
      await this.#reload(error);
      throw error;
    }
  }

  /** Nothing starts while the end is on its way. */
  async #tryToWriteEnd(decision: KeyedDecision): Promise<{ committed: Committed } | { error: unknown }> {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#ending = promise;
    try {
      return { committed: await this.#writeEnd(decision) };
    } catch (error) {
      return { error };
    } finally {
      this.#ending = undefined;
      resolve();
    }
  }

  async #writeEnd(decision: KeyedDecision): Promise<Committed> {
    const { epoch, openRun, head } = this.task;
    this.#texts.hold();
    this.#pending.begin();
    try {
      const expect = { epoch, openRun, head };
      const committed = await this.#options.commit({ task: this.key, expect, ...decision });
      // The same key had ended the run before, and the store knows how.
      if (committed.repeated) this.#behind = true;
      if (committed.repeated) return committed;
      this.#texts.end(decision.fence === true ? undefined : (decision.turns ?? []));
      this.#seats[decision.fence === true ? 'tell' : 'settle'](decision.entries);
      if (this.#phase === 'working') this.#absorb(decision);
      this.#options.onRest(committed.task);
      return committed;
    } finally {
      this.#texts.letGo();
      this.#land();
    }
  }

  /** Does to the task in memory what the store does to it on disk. */
  #absorb(decision: Decision): void {
    this.#working.absorb(decision, this.now());
    this.#texts.record(decision.turns ?? []);
    // Readers see the end of a text before they see what became of it.
    this.#texts.flush();
    this.watch?.see(decision);
    if (decision.fence === true) this.halt(new DOMException('the run has ended', 'AbortError'));
    if (decision.put?.some(cutsIn) === true) this.#seats.cutIn();
    queueMicrotask(() => this.pump());
  }

  /** Starts whatever can start. Called after every change; does nothing when there is nothing to do. */
  pump(): void {
    if (!this.ready || this.#behind || this.#options.isHeld(this.key)) return;
    this.#exchange?.pump();
    if (this.task.openRun === null) return this.#betweenRuns();
    this.#defined.begin(this.task.run);
    const { head } = this.task;
    if (this.task.status !== 'paused') this.#startTurns();
    if (this.busy || this.#phase !== 'working' || this.task.head !== head) return;
    const finished = this.#exchange?.finish();
    if (finished !== undefined) return finished === 'wait' ? undefined : this.#decide(finished);
    if (this.task.status === 'paused') {
      const held = decideHeld(this.state, this.now());
      if (held !== undefined) return this.#decide(held);
      this.#laterMail.set((nextDue(this.mail(), this.now()) ?? Infinity) - this.now());
      const pause = toChangedPause(this.openTurns(), this.run.run, this.ledger.paused);
      return pause === undefined ? this.#rest() : this.#decide({ entries: [pause] });
    }
    const due = nextDue(this.mail(), this.now());
    if (due !== undefined) return this.#laterMail.set(due - this.now());
    // In manual mode nobody stalls: the next step comes when it comes, and finds the task in memory.
    if (this.run.manual === true && this.ledger.closing === undefined) return;
    const next = this.#exchange?.await() ?? decideAtRest(this.state, this.definition, this.now());
    if (next !== 'wait') this.#decide(next);
  }

  /**
   * The store may know more than we do: somebody in another process posted, answered or cancelled. With writes of our own
   * under way memory is ahead of the store and the two cannot be compared; then this waits for a better moment.
   */
  async refresh(): Promise<void> {
    await this.#settling;
    while (this.#phase === 'working') {
      await this.#pending.landed();
      const { count } = this.#pending;
      const head = await readHead(this.#options.store, this.task);
      const loaded = head > this.task.head ? await loadAgain(this.#options.store, this.task) : undefined;
      if (this.#phase !== 'working' || this.#pending.any || count !== this.#pending.count) continue;
      if (loaded !== undefined && loaded.task.epoch !== this.task.epoch) return this.#reload();
      if (loaded !== undefined) this.#working.update(loaded);
      this.#behind = false;
      this.#seats.cutIn();
      return this.pump();
    }
  }

  /** Waits for running turns, but not for ever: a turn that is cut off is continued by whoever comes next. */
  async drain(milliseconds: number): Promise<void> {
    if (this.#phase === 'gone') return;
    this.#phase = 'draining';
    for (const alarm of [this.#laterMail, this.#timeLimit]) alarm.clear();
    await waitWhile(() => this.#seats.working || this.#exchange?.posting === true, milliseconds);
    this.halt(new PosthouseError({ code: 'unavailable', message: 'the process is shutting down' }));
    this.#exchange?.stop();
    this.watch?.end();
    this.#phase = 'gone';
  }

  #startTurns(): void {
    for (const turn of this.openTurns()) {
      if (this.#seats.has(turn.agent) || this.#working.isWaiting(turn.agent)) continue;
      if (this.#defined.agent(turn.agent) !== undefined) this.#start(turn.agent, turn);
      else if (peerOf(turn.agent) !== undefined) this.#decide(decideAnswered(this.task, turn));
      else this.#decide(closeTurns([turn], this.run.run, `the swarm has no agent '${turn.agent}' any more`));
    }
    const time = timeLeft(this.definition.limits, this.run, this.now());
    if (time !== undefined && this.ledger.closing === undefined) this.#timeLimit.set(time);
    const readers = this.#working.readers(this.now(), (mail) => this.#exchange?.holds(mail) === true);
    const due = readers.filter((name) => !this.#seats.has(name));
    const turns = this.#working.turns + Math.min(due.length, 1);
    const closing = decideClosing(this.state, this.definition, { now: this.now(), turns });
    if (closing !== undefined) return this.#decide(closing);
    const left = limitsOf(this.definition.limits, this.run).turns - this.#working.turns;
    for (const name of this.ledger.closing === undefined ? due.slice(0, left) : due) this.#start(name);
  }

  #start(name: string, opened?: Turn): void {
    const onModelCall: TurnSeatOptions['onModelCall'] = (call) => this.#options.gate.spending.begin(this.task, call);
    const agent = this.#defined.agent(name)!;
    const seat = this.#working.seat(agent, opened, { texts: this.#texts, onModelCall, now: this.now() });
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
      if (!seat.signal.aborted) await this.#reload(error);
    } finally {
      this.#seats.leave(seat);
      this.pump();
    }
  }

  #decide(decision: Decision): void {
    const whole = withPauseLetter(this.task, decision);
    // Whatever goes wrong with it, the runner has read the task again and reported it.
    (this.isContested(whole) ? this.#tryToEnd(whole) : this.commit(whole)).catch(() => undefined);
  }

  /** Once: if somebody has written meanwhile, there may be something to do instead. */
  async #tryToEnd(decision: Decision): Promise<void> {
    let decided = false;
    await this.end(() => (decided ? undefined : ((decided = true), decision)));
    this.pump();
  }

  #betweenRuns(): void {
    if (this.busy) return;
    const waiting = this.mail().filter((mail) => isFromUser(mail) && !isQuiet(mail));
    if (waiting.length > 0) return this.#decide(decideNextRun(this.task, waiting, this.now()));
    if (this.#exchange?.busy !== true) this.#rest();
  }

  #rest(): void {
    this.#phase = 'resting';
    this.#settling = this.#texts.quietly(async () => this.#phase === 'resting' && this.#letGo());
  }

  /** Gives the task back. The store says no while there is something to do: we see what, or have known it all along. */
  async #letGo(): Promise<void> {
    try {
      const released = await this.#options.store.release(this.key, this.task.epoch);
      if (this.#phase !== 'resting') return;
      if (released) return this.#leave();
      const { task } = await this.#options.store.load(this.key);
      if (this.#phase !== 'resting') return;
      // Mail that is due makes no difference to a paused task. Whatever does will be announced, or is mail that leaves.
      if (task.epoch === this.task.epoch && task.head === this.task.head) this.#phase = 'working';
      else await this.#reload();
      this.#exchange?.wake();
    } catch (error) {
      await this.#reload(error);
    }
  }

  /** Forgets everything and looks at what the store has. Running turns are cut off: their writes would be refused. */
  async #reload(cause?: unknown): Promise<void> {
    if (this.#phase === 'gone' || this.#phase === 'reloading') return;
    if (this.#phase !== 'draining') this.#phase = 'reloading';
    const shown = this.#texts.all().filter(({ agent }) => swarmOf(agent) === undefined);
    this.halt(new DOMException('the task changed hands', 'AbortError'));
    this.#exchange?.beginAgain();
    this.#texts.end();
    const failed = cause !== undefined && !isRefusal(cause);
    if (failed) this.#options.onError(cause);
    await (this.#settling = this.#readAgain(shown, failed));
    this.#options.onReread();
  }

  async #readAgain(shown: LiveText[], failed: boolean): Promise<void> {
    // A store that has failed may recover; until then the task is ours and waits.
    if (failed) await this.#backoff.wait();
    while (this.#phase === 'reloading') {
      try {
        const loaded = await loadAgain(this.#options.store, this.task);
        if (loaded.task.node !== this.task.node || loaded.task.node === null) return this.#leave();
        // Whoever has ended the run in the meantime has settled what became of its text.
        const live = loaded.task.openRun === this.task.openRun ? mergeTexts(loaded.live, shown) : loaded.live;
        const { store, gate } = this.#options;
        const recovered = await recoverTask(store, { ...loaded, live, unrecorded: [] }, gate.spending);
        if (this.#phase !== 'reloading') return;
        this.#behind = false;
        this.#working.replace(recovered);
        this.#phase = 'working';
        return this.pump();
      } catch (error) {
        if (isRefusal(error)) continue;
        this.#options.onError(error);
        await this.#backoff.wait();
      }
    }
  }

  #land(): void {
    this.#pending.end();
    if (this.#pending.any) return;
    if (this.#behind) void this.refresh().catch((error: unknown) => this.#reload(error));
    else this.pump();
  }

  /** Cuts off whatever agents are doing. */
  halt(reason: Error): void {
    this.#seats.halt(reason);
  }

  #leave(): void {
    this.#phase = 'gone';
    for (const alarm of [this.#laterMail, this.#timeLimit]) alarm.clear();
    this.#exchange?.stop();
    this.watch?.end();
    this.#texts.end();
    this.#options.onGone();
  }
}
