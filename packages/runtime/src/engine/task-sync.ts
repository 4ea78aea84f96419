import { type LiveText, PosthouseError, swarmOf } from '@posthouse/protocol';
import { type Committed, isStale } from '@posthouse/store';
import type { PeerExchange } from '../federation/peer-exchange.ts';
import { mergeTexts } from '../live/merge-texts.ts';
import type { TaskTexts } from '../live/task-texts.ts';
import { cutsIn } from '../mailbox/mailbox.ts';
import type { Decision, KeyedDecision } from '../task/decision.ts';
import { isRefusal } from '../task/is-refusal.ts';
import type { TaskWatch } from '../telemetry/task-watch.ts';
import { Backoff } from '../timing/backoff.ts';
import type { Waiters } from '../timing/waiters.ts';
import {
  isReady,
  type LifecycleEffect,
  type LifecycleEvent,
  mayStart,
  mayWrite,
  NEWLY_OWNED,
  step,
} from './lifecycle.ts';
import { loadAgain, readHead } from './load-task.ts';
import { recoverTask } from './recover-task.ts';
import type { TaskRunnerOptions } from './task-runner-options.ts';
import type { TurnSeats } from './turn-seats.ts';
import type { WorkingTask } from './working-task.ts';

/** The parts of a task in memory that change with every write and with every look at the store. */
export type TaskSyncOptions = Pick<
  TaskRunnerOptions,
  'store' | 'commit' | 'gate' | 'now' | 'onRest' | 'onReread' | 'onGone' | 'onError'
> & {
  working: WorkingTask;
  seats: TurnSeats;
  texts: TaskTexts;
  /** Where other swarms are dealt with, if there are any. */
  exchange?: Pick<PeerExchange, 'beginAgain' | 'wake' | 'stop' | 'posting'> | undefined;
  watch?: Pick<TaskWatch, 'see' | 'end'> | undefined;
  /** Told to look whenever something has changed. */
  waiters: Waiters;
  /** Starts whatever can start. */
  pump: () => void;
};

/**
 * Keeps a task in memory the same as the task in the store, for as long as this process owns it: writes decisions down,
 * reads what others have written, and lets go. What it may do when is decided in `lifecycle.ts`.
 */
export class TaskSync {
  readonly #options: TaskSyncOptions;
  readonly #backoff = new Backoff();
  #state = NEWLY_OWNED;
  /** Letting go or reading again, while that is under way. */
  #settling: Promise<void> | undefined;

  constructor(options: TaskSyncOptions) {
    this.#options = options;
  }

  get isWorking(): boolean {
    return this.#state.phase === 'working';
  }

  /** Whether decisions from outside can be made here, on what is in memory. */
  get isReady(): boolean {
    return isReady(this.#state);
  }

  get mayStart(): boolean {
    return mayStart(this.#state);
  }

  get mayWrite(): boolean {
    return mayWrite(this.#state);
  }

  /** Resolves when the task is let go of, if it is about to be: before that, the store need not know all that was shown. */
  async rested(): Promise<void> {
    if (this.#state.phase === 'resting') await this.#settling;
  }

  /** Resolves when the store has answered everything. */
  async landed(): Promise<void> {
    await this.#options.waiters.until(() => this.#state.pending === 0);
  }

  /** Whether something is on its way to the store that anybody here is still interested in. */
  get isWriting(): boolean {
    const { phase, pending, ending } = this.#state;
    return phase !== 'gone' && (pending > 0 || ending);
  }

  get isEnding(): boolean {
    return this.#state.ending;
  }

  /** Resolves when the end of the run that is on its way has arrived or was refused. Another one may be on its way by then. */
  async ended(): Promise<void> {
    await this.#options.waiters.until(() => !this.#state.ending);
  }

  /** For those who decide beside turns: what they decide must not cross with the end of the run, or with a new reading. */
  async writeBeside(decide: () => Decision): Promise<Committed | undefined> {
    const isCrossed = (): boolean => this.#state.ending || this.#state.phase === 'reloading';
    while (isCrossed()) await this.#options.waiters.until(() => !isCrossed());
    return this.mayWrite ? this.write(decide()) : undefined;
  }

  /**
   * Decides now, in memory; the promise says when it is on disk. A refusal means that somebody else was first: then
   * everything in memory is void, and the task is read again.
   */
  async write(decision: Decision): Promise<Committed> {
    const { working, seats, texts, commit, onRest } = this.#options;
    const { key: task, epoch, openRun } = working.task;
    const written = commit({ task, expect: { epoch, openRun }, ...decision });
    this.#tell('write-begun');
    const failed = this.#tryToAbsorb(decision);
    const expected = working.task.head;
    try {
      const committed = await written;
      // Memory that could not follow is void. It is read again only now: before, the store did not have the decision.
      if (failed !== undefined) throw failed.error;
      // A log that is longer than we made it has entries of somebody else.
      if (committed.task.head !== expected) this.#tell('fell-behind');
      this.#backoff.restore();
      seats.settle(decision.entries);
      texts.end(decision.turns ?? []);
      if (decision.entries.some((entry) => entry.type === 'paused')) onRest(committed.task);
      return committed;
    } catch (error) {
      await this.reload(error);
      throw error;
    } finally {
      this.#tell('write-landed');
    }
  }

  /**
   * Ends or pauses the run, knowing everything that the store knows: nobody's message or answer may be overlooked. That takes
   * the store's answer before anything changes here; and when somebody has written meanwhile, the decision is made again.
   */
  async end(decide: () => Decision | undefined, once?: string): Promise<Committed | undefined> {
    const { working, pump } = this.#options;
    for (;;) {
      while (this.isEnding) await this.ended();
      const decision = decide();
      if (decision === undefined) return undefined;
      const { head } = working.task;
      const outcome = await this.#tryToWriteEnd(once === undefined ? decision : { ...decision, once });
      if ('committed' in outcome) {
        pump();
        return outcome.committed;
      }
      const { error } = outcome;
      if (isStale(error) && this.isWorking) {
        this.#tell('fell-behind');
        await this.refresh();
        if (working.task.head !== head) continue;
      }
      await this.reload(error);
      throw error;
    }
  }

  async #tryToWriteEnd(decision: KeyedDecision): Promise<{ committed: Committed } | { error: unknown }> {
    this.#tell('end-begun');
    try {
      return { committed: await this.#writeEnd(decision) };
    } catch (error) {
      return { error };
    } finally {
      this.#tell('end-finished');
    }
  }

  async #writeEnd(decision: KeyedDecision): Promise<Committed> {
    const { working, seats, texts, commit, onRest } = this.#options;
    const { key: task, epoch, openRun, head } = working.task;
    texts.hold();
    this.#tell('write-begun');
    try {
      const committed = await commit({ task, expect: { epoch, openRun, head }, ...decision });
      // The same key had ended the run before, and the store knows how.
      if (committed.repeated) this.#tell('fell-behind');
      if (committed.repeated) return committed;
      texts.end(decision.fence === true ? undefined : (decision.turns ?? []));
      seats[decision.fence === true ? 'tell' : 'settle'](decision.entries);
      if (this.isWorking) this.#absorb(decision);
      onRest(committed.task);
      return committed;
    } finally {
      texts.letGo();
      this.#tell('write-landed');
    }
  }

  #tryToAbsorb(decision: Decision): { error: unknown } | undefined {
    try {
      this.#absorb(decision);
      return undefined;
    } catch (error) {
      return { error };
    }
  }

  /** Does to the task in memory what the store does to it on disk. */
  #absorb(decision: Decision): void {
    const { working, seats, texts, watch, now, pump } = this.#options;
    working.absorb(decision, now());
    texts.record(decision.turns ?? []);
    // Readers see the end of a text before they see what became of it.
    texts.flush();
    watch?.see(decision);
    if (decision.fence === true) seats.halt(new DOMException('the run has ended', 'AbortError'));
    if (decision.put?.some(cutsIn) === true) seats.cutIn();
    queueMicrotask(pump);
  }

  /**
   * The store may know more than we do: somebody in another process posted, answered or cancelled. With writes of our own
   * under way memory is ahead of the store and the two cannot be compared; then this waits for a better moment.
   */
  async refresh(): Promise<void> {
    const { store, working, seats } = this.#options;
    await this.#settling;
    while (this.isWorking) {
      await this.landed();
      const { writes } = this.#state;
      const head = await readHead(store, working.task);
      const loaded = head > working.task.head ? await loadAgain(store, working.task) : undefined;
      if (!this.isWorking || this.#state.pending > 0 || writes !== this.#state.writes) continue;
      if (loaded !== undefined && loaded.task.epoch !== working.task.epoch) return this.reload();
      if (loaded !== undefined) working.update(loaded);
      seats.cutIn();
      return this.#tell('caught-up');
    }
  }

  /** There is nothing left to do: gives the task back, unless the store knows better. */
  rest(): void {
    this.#tell('nothing-to-do');
  }

  /** Waits for running turns, but not for ever: a turn that is cut off is continued by whoever comes next. */
  async drain(milliseconds: number): Promise<void> {
    if (this.#state.phase === 'gone') return;
    const { seats, exchange, watch, waiters } = this.#options;
    this.#tell('drain');
    await waiters.until(() => !seats.working && exchange?.posting !== true, milliseconds);
    seats.halt(new PosthouseError({ code: 'unavailable', message: 'the process is shutting down' }));
    exchange?.stop();
    watch?.end();
    this.#tell('drained');
  }

  /** The store says no while there is something to do: we see what, or have known it all along. */
  async #letGo(): Promise<void> {
    const { store, working, exchange } = this.#options;
    const isResting = (): boolean => this.#state.phase === 'resting';
    try {
      if (!isResting()) return;
      if (await store.release(working.task.key, working.task.epoch)) return this.#tell('released');
      if (!isResting()) return;
      const { task } = await store.load(working.task.key);
      if (!isResting()) return;
      // Mail that is due makes no difference to a paused task. Whatever does will be announced, or is mail that leaves.
      if (task.epoch === working.task.epoch && task.head === working.task.head) this.#tell('kept');
      else await this.reload();
      exchange?.wake();
    } catch (error) {
      await this.reload(error);
    }
  }

  /** Forgets everything and looks at what the store has. Running turns are cut off: their writes would be refused. */
  async reload(cause?: unknown): Promise<void> {
    if (this.#next('voided') !== 'reload') return;
    const { seats, texts, exchange, onError, onReread } = this.#options;
    const shown = texts.all().filter(({ agent }) => swarmOf(agent) === undefined);
    seats.halt(new DOMException('the task changed hands', 'AbortError'));
    exchange?.beginAgain();
    texts.end();
    const failed = cause !== undefined && !isRefusal(cause);
    if (failed) onError(cause);
    await (this.#settling = this.#readAgain(shown, failed));
    onReread();
  }

  async #readAgain(shown: LiveText[], failed: boolean): Promise<void> {
    const { store, working, gate, onError } = this.#options;
    // A store that has failed may recover; until then the task is ours and waits.
    if (failed) await this.#backoff.wait();
    while (this.#state.phase === 'reloading') {
      try {
        const loaded = await loadAgain(store, working.task);
        const { node, openRun } = working.task;
        if (loaded.task.node !== node || loaded.task.node === null) return this.#tell('lost');
        // Whoever has ended the run in the meantime has settled what became of its text.
        const live = loaded.task.openRun === openRun ? mergeTexts(loaded.live, shown) : loaded.live;
        const recovered = await recoverTask(store, { ...loaded, live, unrecorded: [] }, gate.spending);
        if (this.#state.phase !== 'reloading') return;
        working.replace(recovered);
        return this.#tell('reloaded');
      } catch (error) {
        if (isRefusal(error)) continue;
        onError(error);
        await this.#backoff.wait();
      }
    }
  }

  #leave(): void {
    const { exchange, watch, texts, onGone } = this.#options;
    exchange?.stop();
    watch?.end();
    texts.end();
    onGone();
  }

  #tell(event: Exclude<LifecycleEvent, 'voided'>): void {
    const effect = this.#next(event);
    if (effect === 'pump') this.#options.pump();
    if (effect === 'refresh') void this.refresh().catch((error: unknown) => this.reload(error));
    if (effect === 'let-go') this.#settling = this.#options.texts.quietly(() => this.#letGo());
    if (effect === 'leave') this.#leave();
  }

  #next(event: LifecycleEvent): LifecycleEffect | undefined {
    const { state, effect } = step(this.#state, event);
    this.#state = state;
    this.#options.waiters.look();
    return effect;
  }
}
