import { defined, type Instance, PosthouseError } from '@posthouse/protocol';
import type { TaskKey } from '@posthouse/store';
import type { SwarmCallBounds } from '../definitions/swarm-definition.ts';
import type { ModelRefusal, ModelSlot } from '../respond/respond.ts';
import { type CallBounds, DEFAULT_CALL_BOUNDS, toCallerName, toClaims } from './call-bounds.ts';
import { PlaceTeller, type QueuePlace } from './place-teller.ts';
import {
  type SlotClaim,
  emptyQueue,
  nextTime,
  placeOf,
  type SlotEvent,
  type SlotQueue,
  type SlotRequest,
  step,
  waitingOf,
} from './slot-queue.ts';

/** A call that wants to be made: whose it is, and for which task. */
export type SlotWish = {
  task: TaskKey;
  run: number;
  owner: Instance;
  /** What the swarm asks for beyond the bounds of the process. */
  bounds?: SwarmCallBounds | undefined;
  model: string;
  signal: AbortSignal;
  /** What the caller calls the task: a message to it that was on its way has arrived. */
  taskId?: string | undefined;
};

/** What a caller learns whose message finds the queue full. */
export type QueueFullDetails = { retryAfterSeconds: number };

/** Called with how long each call has waited, even if it did not have to. */
export type QueueObserver = { started(call: { swarm: string; model: string; waitedMs: number }): void };

type Entry = {
  request: SlotRequest;
  wish: SlotWish;
  /** When it began to wait, or got its slot. */
  at: number;
  resolve: () => void;
  reject: (reason: unknown) => void;
};

/** How long a call takes before any has been seen, for the first estimate. */
const USUAL_CALL_MS = 5_000;
const MAX_RETRY_SECONDS = 60;
const MAX_CLAIMS = 10_000;

/**
 * Where model calls of one process wait for their turn. It is in memory: what waits is the mail of a task, which is
 * safe in the store, so nothing is lost with the process.
 */
export class ModelQueue {
  readonly #bounds: CallBounds;
  readonly #now: () => number;
  #queue: SlotQueue;
  #lastId = 0;
  readonly #entries = new Map<number, Entry>();
  /** Claims by what they are for, so that requests of one kind share them; bounds of a swarm come and go with it. */
  readonly #claims = new Map<string, { bounds: SwarmCallBounds | undefined; claims: readonly SlotClaim[] }>();
  /** By model: what its provider said when it last refused a call. */
  readonly #refusals = new Map<string, PosthouseError>();
  readonly #observers = new Set<QueueObserver>();
  readonly places: PlaceTeller;
  #timer: NodeJS.Timeout | undefined;
  /** Messages on their way into the queue, by caller, in order. */
  readonly #arriving = new Map<string, Set<{ task: string }>>();
  #callMs = USUAL_CALL_MS;
  #closed = false;

  constructor(bounds: Partial<CallBounds> = {}, now: () => number = Date.now) {
    this.#bounds = { ...DEFAULT_CALL_BOUNDS, ...defined(bounds) };
    this.#now = now;
    this.#queue = emptyQueue(this.#bounds);
    this.places = new PlaceTeller(() => this.#toPlaces(this.#entries.values()));
  }

  observe(observer: QueueObserver): void {
    this.#observers.add(observer);
  }

  /** Waits for a slot; rejects with the signal's reason when that aborts. */
  async take(wish: SlotWish): Promise<ModelSlot> {
    wish.signal.throwIfAborted();
    const { owner, model } = wish;
    this.#hasArrived(owner, wish.taskId);
    const id = (this.#lastId += 1);
    const request = { id, caller: toCallerName(owner), model, claims: this.#claimsOf(wish), since: this.#now() };
    await this.#wait(request, wish, { type: 'ask', request });
    return {
      accepted: () => this.#step({ type: 'accepted', id }),
      refused: (refusal, signal) => this.#waitAgain(request, { ...wish, signal }, refusal),
      end: () => this.#end(id),
    };
  }

  /** Refuses a new message if its caller, or all callers together, have too many calls waiting. */
  refuseIfFull(owner: Instance, swarm: SwarmCallBounds = {}): void {
    const caller = toCallerName(owner);
    const waiting = waitingOf(this.#queue, caller);
    const arriving = this.#arriving.get(caller)?.size ?? 0;
    // While none of its calls wait, those that arrive take what is free.
    const own = waiting === 0 ? Math.max(0, arriving - this.#freeFor(caller)) : waiting + arriving;
    const most = Math.min(swarm.waitingPerCaller ?? Infinity, this.#bounds.waitingPerCaller);
    const all = this.#taken();
    if (own < most && all < this.#bounds.waiting) return;
    const seconds = this.#secondsUntilRoom(
      own < most ? all : own,
      own < most ? this.#bounds.atOnce : this.#bounds.perCaller,
    );
    const whose = own < most ? `${all} model calls are queued here` : `${own} of your model calls are queued`;
    throw new PosthouseError({
      code: 'queue_full',
      message: `${whose}, which is the maximum; the message was not accepted. Send it again in ${seconds} seconds.`,
      details: { retryAfterSeconds: seconds } satisfies QueueFullDetails,
    });
  }

  /** A message is being stored whose first call will wait here; call the result when that call must have arrived. */
  arrive(owner: Instance, taskId: string): () => void {
    const caller = toCallerName(owner);
    const arriving = this.#arriving.get(caller) ?? new Set();
    const message = { task: toArrival(owner, taskId) };
    this.#arriving.set(caller, arriving.add(message));
    return () => {
      arriving.delete(message);
      if (arriving.size === 0 && this.#arriving.get(caller) === arriving) this.#arriving.delete(caller);
    };
  }

  /** From now on it is counted where it waits, and not twice. */
  #hasArrived(owner: Instance, taskId: string | undefined): void {
    const arriving = this.#arriving.get(toCallerName(owner));
    if (arriving === undefined || taskId === undefined) return;
    const task = toArrival(owner, taskId);
    // They come in the order in which they were announced: the first one is nearly always it.
    for (const message of arriving) if (message.task === task) return void arriving.delete(message);
  }

  #freeFor(caller: string): number {
    const { used } = this.#queue;
    const { perCaller, atOnce } = this.#bounds;
    return Math.min(perCaller - (used.get(`caller ${caller}`) ?? 0), atOnce - (used.get('process') ?? 0));
  }

  /** Letters of a peer wait here however many they are; beyond its share they take no room from others. */
  #taken(): number {
    const { waitingPerCaller } = this.#bounds;
    return this.#queue.lines.reduce((sum, { requests }) => sum + Math.min(requests.length, waitingPerCaller), 0);
  }

  get waiting(): number {
    return this.#queue.lines.reduce((sum, { requests }) => sum + requests.length, 0);
  }

  /** How many wait and how many hold a slot now, by swarm and model. */
  counts(): { swarm: string; model: string; waiting: number; held: number }[] {
    const counts = new Map<string, { swarm: string; model: string; waiting: number; held: number }>();
    for (const [id, { wish }] of this.#entries) {
      const { model, owner } = wish;
      const key = JSON.stringify([owner.swarm, model]);
      const known = counts.get(key) ?? { swarm: owner.swarm, model, waiting: 0, held: 0 };
      if (this.#queue.held.has(id)) known.held += 1;
      else known.waiting += 1;
      counts.set(key, known);
    }
    return [...counts.values()];
  }

  /** The place of a task's run, if it waits: the best place of its calls, unless one of them is being made. */
  placeOf(task: TaskKey): QueuePlace | undefined {
    if (this.#queue.lines.length === 0) return undefined;
    return this.#toPlaces([...this.#entries.values()].filter(({ wish }) => wish.task === task)).get(task);
  }

  /** Starts nothing more: calls that wait now wait until their signal aborts. */
  close(): void {
    this.#closed = true;
    clearTimeout(this.#timer);
    this.places.close();
  }

  async #wait(request: SlotRequest, wish: SlotWish, event: SlotEvent): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const at = this.#now();
    this.#entries.set(request.id, { request, wish, at, resolve, reject });
    const { signal } = wish;
    const leave = (): void => this.#end(request.id);
    signal.addEventListener('abort', leave, { once: true });
    this.#step(event);
    // Whoever does not want to wait any more still had something to tell the others.
    if (signal.aborted) leave();
    try {
      await promise;
      // It may have left after its turn had come, and before it heard of that.
      signal.throwIfAborted();
    } finally {
      signal.removeEventListener('abort', leave);
    }
    const waitedMs = this.#now() - at;
    for (const observer of this.#observers) observer.started({ swarm: wish.owner.swarm, model: wish.model, waitedMs });
  }

  async #waitAgain(request: SlotRequest, wish: SlotWish, { waitMs, failure }: ModelRefusal): Promise<void> {
    const { id, model } = request;
    this.#refusals.set(model, failure);
    if (!this.#entries.has(id)) throw toLeft(wish.signal);
    await this.#wait(request, wish, { type: 'refused', id, waitMs });
  }

  /** Gives back the slot of a call, or its place in line: a call that was refused waits again until it is ended. */
  #end(id: number): void {
    const entry = this.#entries.get(id);
    if (entry === undefined) return;
    this.#entries.delete(id);
    if (this.#queue.held.has(id)) {
      // The newest calls say most about how long the next ones take.
      this.#callMs += (this.#now() - entry.at - this.#callMs) / 10;
    } else {
      this.places.left(entry.wish.task, entry.wish.run);
      entry.reject(toLeft(entry.wish.signal));
    }
    this.#step({ type: 'end', id });
  }

  #step(event: SlotEvent): void {
    if (this.#closed) return;
    const now = this.#now();
    const { queue, granted, givenUp } = step(this.#queue, event, now);
    this.#queue = queue;
    for (const { id } of granted) {
      const entry = this.#entries.get(id)!;
      entry.at = now;
      this.places.left(entry.wish.task, entry.wish.run);
      entry.resolve();
    }
    for (const { id, model } of givenUp) {
      const { reject, wish } = this.#entries.get(id)!;
      this.#entries.delete(id);
      this.places.left(wish.task, wish.run);
      reject(this.#toGivenUp(model));
    }
    this.#setTimer(now);
    if (queue.lines.length > 0) this.places.look();
  }

  /** What the provider said last, and why nobody asks it again. */
  #toGivenUp(model: string): PosthouseError {
    const said = this.#refusals.get(model);
    const seconds = Math.round(this.#bounds.giveUpMs / 1000);
    return new PosthouseError({
      code: 'model_failed',
      message: `${said?.message ?? model}; the provider has refused every call for ${seconds} seconds because there were too many. Try again later, or raise the limits of your account with the provider.`,
      details: said?.details,
      cause: said,
    });
  }

  #setTimer(now: number): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const time = nextTime(this.#queue, now);
    if (time !== undefined)
      this.#timer = setTimeout(() => this.#step({ type: 'time' }), Math.max(1, time - now)).unref();
  }

  #claimsOf({ owner, model, bounds }: SlotWish): readonly SlotClaim[] {
    const key = JSON.stringify([owner.swarm, owner.role, owner.id, model]);
    const known = this.#claims.get(key);
    if (known !== undefined && known.bounds === bounds) return known.claims;
    // Shared by those who wait at the same time; there is no need to remember everybody who ever did.
    if (this.#claims.size > MAX_CLAIMS) this.#claims.clear();
    const claims = toClaims(this.#bounds, { owner, model, swarm: bounds });
    this.#claims.set(key, { bounds, claims });
    return claims;
  }

  #secondsUntilRoom(waiting: number, atOnce: number): number {
    const seconds = Math.ceil((this.#callMs / 1000 / atOnce) * Math.max(1, waiting / 10));
    return Math.min(MAX_RETRY_SECONDS, Math.max(1, seconds));
  }

  #toPlaces(entries: Iterable<Entry>): Map<TaskKey, QueuePlace> {
    const places = new Map<TaskKey, QueuePlace>();
    const working = new Set<TaskKey>();
    for (const { request, wish } of entries) {
      const { task, run } = wish;
      const place = placeOf(this.#queue, request);
      if (place === undefined) working.add(task);
      else if (place < (places.get(task)?.place ?? Infinity)) places.set(task, { run, place });
    }
    for (const task of working) places.delete(task);
    return places;
  }
}

/** What is told to a call that has left the queue. */
function toLeft({ aborted, reason }: AbortSignal): unknown {
  return aborted ? reason : new Error('the call was ended while it waited for its turn');
}

function toArrival({ swarm }: Instance, taskId: string): string {
  return `${swarm} ${taskId}`;
}
