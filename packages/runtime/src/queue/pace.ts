/** How fast a model may be asked whose provider has refused a call because there were too many. */
export type Pace = {
  /** Since when nothing but refusals has come. */
  readonly since: number;
  /** How many times in a row it was asked too early. */
  readonly refusals: number;
  /** No call is made before this time. */
  readonly restsUntil: number;
  /** How many may ask at once without having heard whether they are accepted. */
  readonly width: number;
  /** Calls made since the pause whose outcome is not known yet. */
  readonly asking: ReadonlySet<number>;
};

const FIRST_REST_MS = 1_000;
const MAX_REST_MS = 60_000;
/** Once this many calls may be made at once, the bounds alone are enough. */
const FULL_WIDTH = 64;

/** After a refusal everybody leaves the model alone; then one asks, and with every one that is accepted twice as many may. */
export function refuse(
  pace: Pace | undefined,
  { id, now, waitMs }: { id: number; now: number; waitMs: number | undefined },
): Pace {
  // A call that was under way when the rest began says nothing new by being refused as well.
  if (pace !== undefined && !pace.asking.has(id)) {
    return { ...pace, restsUntil: Math.max(pace.restsUntil, now + (waitMs ?? 0)) };
  }
  const refusals = (pace?.refusals ?? 0) + 1;
  const longer = Math.min(MAX_REST_MS, FIRST_REST_MS * 2 ** (refusals - 1));
  // The first time the provider knows best. One that names the same short time again and again does not.
  const rest = refusals === 1 ? (waitMs ?? longer) : Math.max(waitMs ?? 0, longer);
  return { since: pace?.since ?? now, refusals, restsUntil: now + rest, width: 1, asking: new Set() };
}

/** Undefined when the model may be asked as before. */
export function accept(pace: Pace, id: number, now: number): Pace | undefined {
  if (!pace.asking.has(id)) return pace;
  const width = pace.width * 2;
  if (width > FULL_WIDTH) return undefined;
  return { ...withdraw(pace, id), since: now, refusals: 0, width };
}

export function allows(pace: Pace | undefined, now: number): boolean {
  return pace === undefined || (now >= pace.restsUntil && pace.asking.size < pace.width);
}

export function asks(pace: Pace, id: number): Pace {
  return { ...pace, asking: new Set(pace.asking).add(id) };
}

/** The outcome of a call is known, or it was given up. */
export function withdraw(pace: Pace, id: number): Pace {
  if (!pace.asking.has(id)) return pace;
  const asking = new Set(pace.asking);
  asking.delete(id);
  return { ...pace, asking };
}
