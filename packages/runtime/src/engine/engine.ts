import { type Instance, PosthouseError } from '@posthouse/protocol';
import {
  type Committed,
  type DeletionOrigin,
  isDeleted,
  isSchemaNewer,
  isStale,
  type Store,
  type Task,
  type TaskKey,
  type Write,
} from '@posthouse/store';
import type { ActionOverride, SwarmDefinition } from '../definitions/swarm-definition.ts';
import { type Federation, toFederation } from '../federation/federation.ts';
import type { FederationPolicy } from '../federation/federation-policy.ts';
import type { LetterReceipt, Peers, ReceivedLetter } from '../federation/peers.ts';
import { receiveLetter } from './receive-letter.ts';
import { BudgetGate } from '../budgets/budget-gate.ts';
import { LiveHub } from '../live/live-hub.ts';
import { Responders, type UserTokenOf } from './responders.ts';
import type { ModelObject } from '../models/providers/model-options.ts';
import { withCause } from '../task/cause.ts';
import { decideForCause } from '../task/decide-for-cause.ts';
import { type ChangeKind, Telemetry, type TelemetryOptions } from '../telemetry/telemetry.ts';
import { watchChange } from '../telemetry/watch-change.ts';
import type { CallBounds } from '../queue/call-bounds.ts';
import { ModelQueue } from '../queue/model-queue.ts';
import { ChangeBoard, watchStore } from '../live/change-board.ts';
import { stayAlive } from '../live/stay-alive.ts';
import type { Decision } from '../task/decision.ts';
import { type BatchOptions, type FollowBatch, followBatches, type FollowSource } from '../follow/follow-task.ts';
import type { DecisionState } from '../task/task-data.ts';
import { isRefusal } from '../task/is-refusal.ts';
import { buryDeadNodes, newNode } from './node-name.ts';
import { type LoadedTask, loadTask, toLoadedTask } from './load-task.ts';
import { tasksOf, tellDeletion } from '../federation/tell-deletion.ts';
import { decideCancel } from '../task/decide-cancel.ts';
import { deleteTask, forgetTask } from './delete-task.ts';
import { HeldWrites, noRoom } from './held-writes.ts';
import { RunLedger } from '../task/run-ledger.ts';
import { recoverTask } from './recover-task.ts';
import { Sweeper } from './sweeper.ts';
import { TaskRunner } from './task-runner.ts';
import { dataOf } from '../task/task-data.ts';
import { watchRunner } from './watch-runner.ts';

export type EngineOptions = TelemetryOptions & {
  store: Store;
  swarms: SwarmDefinition[];
  /** Names this process among those that share the store. */
  node?: string;
  /** What functions and model proxies are told of who they are asked for; looked up for each turn. */
  userToken?: UserTokenOf;
  /** Whether model proxies are told; they are unless this is false. */
  proxiesWithUserTokens?: boolean | undefined;
  actionOverride?: ActionOverride;
  /** The other swarm servers; without them mail stays in its swarm. */
  peers?: Peers;
  /** How long to wait for them. */
  federation?: Partial<FederationPolicy>;
  /** How many model calls are made at once. */
  modelCalls?: Partial<CallBounds>;
  /** Called with errors that no caller could be told. */
  onError?: (error: unknown) => void;
  /** Called once when a newer version has changed the tables of the store, and this one should stop. */
  onOutdated?: (error: PosthouseError) => void;
  now?: () => number;
};

export type ChangeOptions = {
  /** The same key twice is one change. */
  once?: string | undefined;
  /** Whether a key that was used in a task that was deleted makes no task. */
  unlessKeyDeleted?: true | undefined;
  /** Nobody can have used the task id yet. */
  isNew?: boolean;
  /** Decides on what is on disk, also where this process is ahead of it. */
  stored?: boolean;
  /** What the change is for whoever watches: a message is posted unless something else is said. */
  kind?: ChangeKind;
};

type Decide = (state: Omit<DecisionState, 'task'> & { task: Task | undefined }) => Decision | undefined;

type OutsideWrite = {
  owner: Instance;
  taskId: string;
  task: Task | undefined;
  decision: Decision;
} & Pick<ChangeOptions, 'once' | 'unlessKeyDeleted'>;

const NO_TASK = { task: undefined, mail: [], open: [], live: [], ledger: new RunLedger() };
const BEAT_MS = 5_000;
const CLAIM_MS = 1_000;
const CLAIM_SIZE = 16;
const MAX_TRIES = 100;

/** Runs the tasks of some swarms on a store, alone or beside other processes. */
export class Engine implements AsyncDisposable {
  readonly store: Store;
  readonly live: LiveHub;
  /** Tasks that may have changed. */
  readonly changes = new ChangeBoard();
  /** Tasks whose run has just ended or paused here. */
  readonly rests = new ChangeBoard<Task>();
  /** Where model calls wait for their turn. */
  readonly queue: ModelQueue;
  readonly node: string;
  readonly #options: EngineOptions;
  readonly #swarms: Map<string, SwarmDefinition>;
  readonly #federation: Federation | undefined;
  readonly #runners = new Map<TaskKey, TaskRunner>();
  readonly #responders: Responders;
  /** Models that manual steps of this process were given as objects, by step. */
  readonly stepModels = new Map<string, ModelObject>();
  /** Tasks that are ours and have no runner yet. */
  readonly #unattended = new Set<TaskKey>();
  readonly #stopping = new AbortController();
  readonly #writes: HeldWrites;
  /** Finishes deletions. */
  readonly sweeper: Sweeper;
  readonly #telemetry: Telemetry | undefined;
  readonly now: () => number;
  /** What is spent, and what may be. */
  readonly budgets: BudgetGate;
  readonly #timers: NodeJS.Timeout[] = [];
  /** Looks for tasks that have begun and not ended. */
  readonly #claims = new Set<Promise<void>>();
  #beatAt = Number.NEGATIVE_INFINITY;
  /** Whether a newer program has changed the tables; then nothing more is taken on. */
  #outdated = false;

  private constructor(options: EngineOptions) {
    this.#options = options;
    this.#responders = new Responders(options.userToken, options);
    this.store = options.store;
    this.node = options.node ?? newNode();
    this.live = new LiveHub(options.store);
    this.queue = new ModelQueue(options.modelCalls, options.now);
    this.#writes = new HeldWrites(options.store, this.#stopping.signal);
    this.now = options.now ?? Date.now;
    this.budgets = new BudgetGate({ store: options.store, now: this.now, onError: this.#onError });
    this.#swarms = new Map(options.swarms.map((swarm) => [swarm.name, swarm]));
    const { peers, federation } = options;
    this.#telemetry = Telemetry.find(options);
    this.#federation = peers === undefined ? undefined : toFederation(peers, federation);
    const told = { now: options.now ?? Date.now, signal: this.stopping };
    this.sweeper = new Sweeper({
      store: options.store,
      signal: this.stopping,
      tell: async (stone) => {
        for (const task of tasksOf(stone)) await this.forget(task.owner, task.taskId, task.origin);
        return this.#federation === undefined ? undefined : tellDeletion(stone, this.#federation, told);
      },
    });
  }

  /** Joins the processes on the store, and continues what earlier ones have left. */
  static async start(options: EngineOptions): Promise<Engine> {
    const engine = new Engine(options);
    try {
      // A process that comes back under its old name finds its own tasks again.
      if (options.node !== undefined) await engine.store.leave(options.node);
      await buryDeadNodes(engine.store);
      await engine.#claim();
    } catch (error) {
      // Others need not wait until its lease ends, and nothing goes on in an engine that nobody can stop.
      await engine.stop({ drainMs: 0 });
      throw error;
    }
    engine.#every(CLAIM_MS, () => engine.#claimNow());
    engine.#every(CLAIM_MS, () => engine.sweeper.sweep());
    void watchStore(engine.changes, engine.store, engine.stopping).catch(engine.#onError);
    return engine;
  }

  /** Aborts when the engine stops, for callers that wait on it. */
  get stopping(): AbortSignal {
    return this.#stopping.signal;
  }

  /** Why nothing can be written now, if so. */
  get problem(): PosthouseError | undefined {
    return this.#writes.problem;
  }

  swarm(name: string): SwarmDefinition {
    const found = this.#swarms.get(name);
    if (found !== undefined) return found;
    throw new PosthouseError({
      code: 'swarm_not_found',
      message: `no swarm '${name}' is loaded; there is ${[...this.#swarms.keys()].join(', ')}`,
    });
  }

  /** Adds a swarm, or replaces the one of the same name: open runs keep the old one, later runs use the new one. */
  addSwarm(definition: SwarmDefinition): void {
    this.#swarms.set(definition.name, definition);
  }

  /** Where the log of a task is read from as it grows. */
  source(task: Task): FollowSource {
    const { store, live, changes, queue } = this;
    return { store, live, changes, task, queue, isOurs: () => this.#runners.has(task.key) };
  }

  /** Whether a run at work in this process has not ended or paused yet; `rests` announces when it does. */
  isRunning(key: TaskKey, run: number): boolean {
    return this.#runners.get(key)?.isRunning(run) === true;
  }

  /** The log of a task in batches, from any point, until the signal aborts or the engine stops: both throw. */
  follow(
    task: Task,
    { signal: leaving, ...options }: BatchOptions & { signal?: AbortSignal } = {},
  ): AsyncGenerator<FollowBatch> {
    return followBatches(this.source(task), { ...options, signal: this.stopping, leaving });
  }

  /**
   * Changes a task from outside: reads it, decides, writes; if another writer was quicker, it reads again. Undefined
   * if there was nothing to decide.
   */
  change(
    owner: Instance,
    taskId: string,
    decide: Decide,
    { kind = 'post', ...options }: ChangeOptions = {},
  ): Promise<Committed | undefined> {
    return watchChange(this.#telemetry, { kind, owner, taskId }, (cause) => {
      const caused: Decide = (state) => {
        const decision = decide(state);
        return decision === undefined || cause === undefined ? decision : decideForCause(decision, cause);
      };
      return this.#change(owner, taskId, caused, options);
    });
  }

  async #change(
    owner: Instance,
    taskId: string,
    decide: Decide,
    { once, unlessKeyDeleted, isNew = false, stored = false }: ChangeOptions,
  ): Promise<Committed | undefined> {
    for (let tries = 1; ; tries += 1) {
      this.#stopping.signal.throwIfAborted();
      const task = isNew && tries === 1 ? undefined : await this.store.find(owner, taskId);
      const runner = task === undefined ? undefined : this.#runners.get(task.key);
      await runner?.rested();
      try {
        // A runner decides without waiting for the store, but only the store knows whether a key has been used, and
        // whether somebody else has just answered the same call.
        if (runner?.ready === true && once === undefined && !stored) {
          const decision = decide(runner.state);
          if (decision === undefined) return undefined;
          if (decision.fence === true) return await this.#end(runner, () => decide(runner.readyState));
          // What waits in memory for room on the disk must not grow with every message.
          if (this.#writes.isHeld(runner.key)) throw noRoom('nothing more can be written to this task now');
          if (!runner.isContested(decision)) return await runner.write(decision);
        }
        const state = task === undefined ? NO_TASK : await loadTask(this.store, task.key);
        const earlier = await this.earlier(state.task, once);
        if (earlier !== undefined) return earlier;
        const decision = decide(state);
        if (decision === undefined) return undefined;
        // The end of a run tells all that was shown of it, and nobody but its runner knows that to the last word.
        if (decision.fence === true && runner?.ready === true)
          return await this.#end(runner, () => decide(runner.readyState), once);
        return await this.#write({ owner, taskId, task: state.task, decision, once, unlessKeyDeleted });
      } catch (error) {
        if (!isRefusal(error) || tries === MAX_TRIES || (isDeleted(error) && task === undefined)) throw error;
        await new Promise((resolve) => setTimeout(resolve, Math.random() * 5));
      }
    }
  }

  /** Deletes a task for good: its run is cancelled, and nobody can create it again. Returns the task as it was. */
  async delete(owner: Instance, taskId: string, origin?: DeletionOrigin): Promise<Task> {
    const { now } = this;
    const cancel = async (): Promise<void> => {
      // A swarm that is not served any more cannot be at work either.
      if (!this.#swarms.has(owner.swarm)) return;
      await this.change(owner, taskId, ({ task, ...state }) => task && decideCancel({ ...state, task }, now()));
    };
    const task = await deleteTask({ store: this.store, owner, taskId, origin, cancel, now });
    void this.sweeper.sweep().catch(this.#onError);
    return task;
  }

  /** The same for a task that may not exist (yet): a late letter does not create it. Returns keys of what is to be erased. */
  forget(owner: Instance, taskId: string, origin?: DeletionOrigin): Promise<TaskKey[]> {
    return forgetTask(this, owner, taskId, origin);
  }

  /**
   * Takes in a letter of another swarm server, which the caller has authenticated. Resolves when the letter is safe
   * on disk; the same letter twice counts once.
   *
   * @example await engine.receive({ direction: 'forward', envelope, from: { swarm: 'swarm-beta', ours: true } });
   */
  receive(letter: ReceivedLetter): Promise<LetterReceipt> {
    return receiveLetter(this, letter, this.now);
  }

  /**
   * What came of a write with the same key, if there was one: what made sense the first time need not do so again. The
   * store tells with a write that can only be refused, since no task has that epoch.
   */
  async earlier(task: Task | undefined, once: string | undefined): Promise<Committed | undefined> {
    if (task === undefined || once === undefined) return undefined;
    try {
      return await this.store.commit({ task: task.key, once, expect: { epoch: -1 }, entries: [] });
    } catch (error) {
      if (isRefusal(error)) return undefined;
      throw error;
    }
  }

  /** Ends a run now. If its end finds no room on the disk, it is written down later, but whoever asked is told at once. */
  async #end(runner: TaskRunner, decide: () => Decision | undefined, once?: string): Promise<Committed | undefined> {
    const { key } = runner;
    const held = Promise.withResolvers<'held'>();
    const unlisten = this.#writes.holds.listen(key, () => held.resolve('held'));
    if (this.#writes.isHeld(key)) held.resolve('held');
    try {
      const ended = runner.end(decide, once);
      const first = await Promise.race([ended, held.promise]);
      if (first !== 'held') return first;
      ended.catch(this.#onError);
      runner.halt(new DOMException('the run is stopped', 'AbortError'));
    } finally {
      unlisten();
    }
    throw noRoom('the run is stopped, which is written down as soon as there is room');
  }

  async #write({ owner, taskId, task, decision, once, unlessKeyDeleted }: OutsideWrite): Promise<Committed> {
    // Adding mail goes with whatever else happens; changing turns, pausing or ending a run or adding to a list does not.
    const isMerging = decision.data?.contributors !== undefined;
    const isPausing = decision.entries.some(({ type }) => type === 'paused');
    const exact = decision.fence === true || (decision.turns ?? []).length > 0 || isPausing || isMerging;
    const write: Write = {
      task: task?.key ?? { owner, taskId },
      expect: {
        openRun: task?.openRun ?? null,
        ...(exact ? { head: task?.head ?? 0 } : {}),
        ...(exact && task !== undefined ? { epoch: task.epoch } : {}),
      },
      ...(once === undefined ? {} : { once, unlessKeyDeleted }),
      claim: this.node,
      ...decision,
    };
    const committed = await this.#writes.note(this.budgets.spending.takeOver(owner, write, this.store));
    const { key, node, head } = committed.task;
    const isWhole = task === undefined && !committed.repeated && head === committed.entries.length;
    if (node !== this.node) await this.#runners.get(key)?.refresh();
    else if (isWhole) await this.#adopt(key, toLoadedTask(committed, decision));
    else await this.#attend(key);
    return committed;
  }

  /** Resolves when nothing is running or about to start in a task. */
  async settled(key: TaskKey): Promise<void> {
    const leave = stayAlive();
    while (this.#runners.get(key)?.isSettled === false) await this.#runners.get(key)!.settled();
    leave();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.stop();
  }

  /** Starts nothing more, waits for running turns up to `drainMs`, and leaves the rest to the next process. */
  async stop({ drainMs = 5_000 }: { drainMs?: number } = {}): Promise<void> {
    if (this.#stopping.signal.aborted) return;
    this.#stopping.abort(new PosthouseError({ code: 'unavailable', message: 'the process is shutting down' }));
    for (const timer of this.#timers) clearInterval(timer);
    this.queue.close();
    await Promise.all([...this.#runners.values()].map((runner) => runner.drain(drainMs)));
    this.#runners.clear();
    await this.budgets.spending.settle();
    this.live.close();
    // What is claimed after that would be nobody's until our lease ends.
    await Promise.allSettled(this.#claims);
    await this.store.leave(this.node).catch(this.#onError);
    // Whoever has stopped an engine closes its store next.
    await this.sweeper.settle();
  }

  #every(milliseconds: number, work: () => Promise<void>): void {
    const timer = setInterval(() => void work().catch(this.#onError), milliseconds);
    timer.unref();
    this.#timers.push(timer);
  }

  #claimNow(): Promise<void> {
    const claim = this.#claim().finally(() => this.#claims.delete(claim));
    this.#claims.add(claim);
    return claim;
  }

  async #claim(): Promise<void> {
    if (this.#stopping.signal.aborted) return;
    if (!(await this.#beat()) || this.#stopping.signal.aborted) return;
    const tasks = await this.store.claim(this.node, [...this.#swarms.keys()], CLAIM_SIZE);
    for (const task of tasks) this.#unattended.add(task.key);
    for (const key of this.#unattended) await this.#attend(key).catch(this.#onError);
    if (tasks.length === CLAIM_SIZE) await this.#claim();
  }

  /** Before anything is claimed: a process that was held up for longer than its lease must not bury itself. */
  async #beat(): Promise<boolean> {
    const now = this.now();
    if (now - this.#beatAt < BEAT_MS) return !this.#outdated;
    this.#beatAt = now;
    try {
      await this.#writes.note(this.store.heartbeat(this.node));
    } catch (error) {
      this.#beatAt = Number.NEGATIVE_INFINITY;
      if (!isSchemaNewer(error)) throw error;
      if (!this.#outdated) (this.#options.onOutdated ?? this.#onError)(error);
      this.#outdated = true;
    }
    return !this.#outdated;
  }

  /** Sees to it that a task of this node is worked on. One that cannot be read now is tried again with the next claim. */
  async #attend(key: TaskKey): Promise<void> {
    this.#unattended.add(key);
    // A runner that is about to leave is replaced by a new one.
    await this.#runners.get(key)?.refresh();
    await this.#adopt(key);
    this.#unattended.delete(key);
  }

  /** `made` is everything about a task that this process has just made. */
  async #adopt(key: TaskKey, made?: LoadedTask): Promise<void> {
    if (this.#runners.has(key) || this.#stopping.signal.aborted) return;
    const loaded = made ?? (await this.#takeOver(key));
    if (loaded === undefined || this.#runners.has(key) || loaded.task.node !== this.node) return;
    const runner: TaskRunner = new TaskRunner(loaded, {
      store: this.store,
      commit: (write) => this.budgets.commit(runner, write, (whole) => this.#writes.commit(whole)),
      isHeld: (task) => this.#writes.isHeld(task),
      gate: this.budgets,
      definition: () => this.swarm(loaded.task.owner.swarm),
      live: this.live,
      takeSlot: (request) =>
        this.queue.take({
          ...request,
          task: key,
          taskId: loaded.task.taskId,
          run: runner.task.run,
          owner: loaded.task.owner,
          bounds: runner.definition.modelCalls,
        }),
      respond: (agent) => this.#responders.of(agent, runner.definition, loaded.task.owner),
      stepModels: this.stepModels,
      federation: this.#federation,
      actionOverride: this.#options.actionOverride,
      telemetry: this.#telemetry,
      now: this.now,
      onRest: (task) => this.rests.announce(key, task),
      onReread: () => this.changes.announce(key),
      onGone: () => {
        unwatch();
        this.#runners.delete(key);
      },
      onError: (error) => withCause(dataOf(runner.task).current?.cause, () => this.#onError(error)),
    });
    const unwatch = watchRunner(runner, this.changes, this.#onError);
    this.#runners.set(key, runner);
    runner.pump();
  }

  /** A task as an earlier process left it, unless another process works on it now, whose text is not ours to give up. */
  async #takeOver(key: TaskKey): Promise<LoadedTask | undefined> {
    for (;;) {
      const loaded = await loadTask(this.store, key);
      if (this.#runners.has(key) || loaded.task.node !== this.node) return undefined;
      try {
        return await recoverTask(this.store, loaded, this.budgets.spending);
      } catch (error) {
        if (!isStale(error)) throw error;
      }
    }
  }

  readonly #onError = (error: unknown): void => {
    if (this.#options.onError !== undefined) this.#options.onError(error);
    else console.error(error);
  };
}
