import { accept, allows, asks, type Pace, refuse, withdraw } from './pace.ts';

/** A count that must not go above a limit, such as the calls of one caller. */
export type SlotClaim = { readonly name: string; readonly limit: number };

/** Somebody who wants to make one model call. */
export type SlotRequest = {
  /** Counts up in the order of arrival. */
  readonly id: number;
  /** Who takes turns with others. */
  readonly caller: string;
  readonly model: string;
  /** Everything that the call counts against. Requests of one kind share the array. */
  readonly claims: readonly SlotClaim[];
  /** When it came. */
  readonly since: number;
};

/** The requests of one caller, in the order of arrival. */
type Line = { readonly caller: string; readonly requests: readonly SlotRequest[] };

/** Who holds a slot and who waits for one. */
export type SlotQueue = {
  /** How long a request waits for a model that refuses every call. */
  readonly giveUpMs: number;
  readonly used: ReadonlyMap<string, number>;
  readonly held: ReadonlyMap<number, SlotRequest>;
  /** The caller who is next comes first. */
  readonly lines: readonly Line[];
  /** Models whose provider has refused a call because there were too many. */
  readonly paces: ReadonlyMap<string, Pace>;
};

export type SlotEvent =
  | { type: 'ask'; request: SlotRequest }
  /** The provider has begun to answer. */
  | { type: 'accepted'; id: number }
  /** The provider has too many calls; `waitMs` is how long it wants to be left alone, if it said so. The request waits again. */
  | { type: 'refused'; id: number; waitMs?: number }
  /** The call is over, or is no longer waited for. */
  | { type: 'end'; id: number }
  /** Nothing happened but that time passed. */
  | { type: 'time' };

export type SlotStep = {
  queue: SlotQueue;
  /** Requests that may begin now. */
  granted: readonly SlotRequest[];
  /** Requests that have waited too long for a model that refuses every call. */
  givenUp: readonly SlotRequest[];
};

export function emptyQueue({ giveUpMs }: { giveUpMs: number }): SlotQueue {
  return { giveUpMs, used: new Map(), held: new Map(), lines: [], paces: new Map() };
}

/**
 * Who goes next. Callers take turns, each with the oldest of its requests that no bound holds back: whoever has many requests
 * waits for them, and nobody else does. Whatever can begin begins.
 */
export function step(before: SlotQueue, event: SlotEvent, now: number): SlotStep {
  const queue = apply(before, event, now);
  // Nothing else has become possible by a request that has just come, unless a model has rested enough meanwhile.
  if (event.type === 'ask' && (queue.paces.size === 0 || !queue.paces.has(event.request.model))) {
    return fits(queue, event.request, now)
      ? { queue: grant(queue, event.request), granted: [event.request], givenUp: [] }
      : { queue, granted: [], givenUp: [] };
  }
  return grantAll(queue, now);
}

/** When there is something to do although nothing happens, if ever. */
export function nextTime({ paces, lines, giveUpMs }: SlotQueue, now: number): number | undefined {
  if (paces.size === 0) return undefined;
  const times = lines.flatMap(({ requests }) =>
    requests.flatMap(({ model, since }) => {
      const pace = paces.get(model);
      if (pace === undefined) return [];
      const givesUp = Math.max(since, pace.since) + giveUpMs;
      return pace.restsUntil > now ? [pace.restsUntil, givesUp] : [givesUp];
    }),
  );
  return times.length === 0 ? undefined : times.reduce((first, time) => Math.min(first, time));
}

/** How many go before this one, itself included, if callers go on taking turns; undefined when it does not wait. */
export function placeOf({ lines }: SlotQueue, { id, caller }: Pick<SlotRequest, 'id' | 'caller'>): number | undefined {
  const own = lines.findIndex((line) => line.caller === caller);
  const index = lines[own]?.requests.findIndex((request) => request.id === id) ?? -1;
  if (index < 0) return undefined;
  return lines.reduce((place, { requests }, at) => {
    if (at === own) return place;
    return place + Math.min(requests.length, at < own ? index + 1 : index);
  }, index + 1);
}

export function waitingOf({ lines }: SlotQueue, caller: string): number {
  return lines.find((line) => line.caller === caller)?.requests.length ?? 0;
}

function apply(queue: SlotQueue, event: SlotEvent, now: number): SlotQueue {
  switch (event.type) {
    case 'ask':
      return putInLine(queue, event.request);
    case 'accepted':
      return repace(queue, event.id, (pace) => accept(pace, event.id, now));
    case 'end':
      return takeOutOfLine(giveBack(queue, event.id), event.id);
    case 'refused': {
      const request = queue.held.get(event.id);
      if (request === undefined) return queue;
      const pace = refuse(queue.paces.get(request.model), { id: event.id, now, waitMs: event.waitMs });
      const freed = giveBack(queue, event.id);
      return putInLine({ ...freed, paces: new Map(freed.paces).set(request.model, pace) }, request);
    }
    case 'time':
      return queue;
  }
}

/** Whoever comes back stands where it stood. A caller who comes waits for the others' turns first. */
function putInLine(queue: SlotQueue, request: SlotRequest): SlotQueue {
  const at = queue.lines.findIndex((line) => line.caller === request.caller);
  if (at < 0) return { ...queue, lines: [...queue.lines, { caller: request.caller, requests: [request] }] };
  const { caller, requests } = queue.lines[at]!;
  const behind = requests.findLastIndex((each) => each.id < request.id) + 1;
  return { ...queue, lines: queue.lines.with(at, { caller, requests: requests.toSpliced(behind, 0, request) }) };
}

function takeOutOfLine(queue: SlotQueue, id: number): SlotQueue {
  const at = queue.lines.findIndex(({ requests }) => requests.some((request) => request.id === id));
  if (at < 0) return queue;
  const { caller, requests } = queue.lines[at]!;
  const left = requests.filter((request) => request.id !== id);
  const lines = left.length === 0 ? queue.lines.toSpliced(at, 1) : queue.lines.with(at, { caller, requests: left });
  return { ...queue, lines };
}

function giveBack(queue: SlotQueue, id: number): SlotQueue {
  const request = queue.held.get(id);
  if (request === undefined) return queue;
  const held = new Map(queue.held);
  held.delete(id);
  return repace(
    { ...queue, held, used: count(queue.used, request.claims, -1) },
    id,
    (pace) => withdraw(pace, id),
    request,
  );
}

function repace(
  queue: SlotQueue,
  id: number,
  change: (pace: Pace) => Pace | undefined,
  request = queue.held.get(id),
): SlotQueue {
  const pace = request && queue.paces.get(request.model);
  if (pace === undefined) return queue;
  const paces = new Map(queue.paces);
  const changed = change(pace);
  if (changed === undefined) paces.delete(request!.model);
  else paces.set(request!.model, changed);
  return { ...queue, paces };
}

function grantAll(before: SlotQueue, now: number): SlotStep {
  let { queue, givenUp } = giveUp(before, now);
  const granted: SlotRequest[] = [];
  for (let next = findNext(queue, now); next !== undefined; next = findNext(queue, now)) {
    queue = grant(queue, next);
    granted.push(next);
  }
  return { queue, granted, givenUp };
}

function findNext(queue: SlotQueue, now: number): SlotRequest | undefined {
  const heldBack = new Set<readonly SlotClaim[]>();
  for (const { requests } of queue.lines) {
    for (const request of requests) {
      if (heldBack.has(request.claims)) continue;
      if (fits(queue, request, now)) return request;
      heldBack.add(request.claims);
    }
  }
  return undefined;
}

function fits({ used, paces }: SlotQueue, { claims, model }: SlotRequest, now: number): boolean {
  return claims.every(({ name, limit }) => (used.get(name) ?? 0) < limit) && allows(paces.get(model), now);
}

function grant(queue: SlotQueue, request: SlotRequest): SlotQueue {
  const left = takeOutOfLine(queue, request.id);
  // Everybody else who waits is asked before this caller's next request.
  const own = left.lines.findIndex((line) => line.caller === request.caller);
  const lines = own < 0 ? left.lines : [...left.lines.toSpliced(own, 1), left.lines[own]!];
  const granted: SlotQueue = {
    ...left,
    lines,
    used: count(left.used, request.claims, 1),
    held: new Map(left.held).set(request.id, request),
  };
  return repace(granted, request.id, (pace) => asks(pace, request.id));
}

function count(used: ReadonlyMap<string, number>, claims: readonly SlotClaim[], by: number): Map<string, number> {
  const counted = new Map(used);
  for (const { name } of claims) {
    const amount = (counted.get(name) ?? 0) + by;
    if (amount === 0) counted.delete(name);
    else counted.set(name, amount);
  }
  return counted;
}

function giveUp(queue: SlotQueue, now: number): { queue: SlotQueue; givenUp: SlotRequest[] } {
  if (queue.paces.size === 0) return { queue, givenUp: [] };
  const givenUp = queue.lines.flatMap(({ requests }) =>
    requests.filter(({ model, since }) => {
      const pace = queue.paces.get(model);
      return pace !== undefined && now - Math.max(since, pace.since) >= queue.giveUpMs;
    }),
  );
  return { queue: givenUp.reduce((left, { id }) => takeOutOfLine(left, id), queue), givenUp };
}
