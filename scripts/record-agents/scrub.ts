/** What differs from one recording to the next and from one machine to the other. */
export interface ScrubOptions {
  /** Texts and what stands in their place, such as folders; longer ones first. */
  readonly replace: readonly (readonly [text: string, replacement: string])[];
  /** Patterns of what only one runtime says, such as numbers of its processes. */
  readonly patterns?: readonly (readonly [pattern: RegExp, replacement: string])[] | undefined;
  /** Patterns of ids that look like none of the others. */
  readonly ids?: readonly RegExp[] | undefined;
  /** Fields that are left out, because they only list what the runtime can do. */
  readonly without?: readonly string[] | undefined;
}

const ID = /\b(ses|msg|prt|evt|per|que|req|call|toolu|rs|fc|thread|item)_[0-9A-Za-z]{16,}\b/g;
const UUID = /\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/gi;
const LOOPBACK = /\b127\.0\.0\.1:\d+/g;
const ISO_TIME = /\b20\d\d-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z?/g;
const HTTP_DATE = /\b(Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d\d \w{3} 20\d\d \d\d:\d\d:\d\d GMT\b/g;

/** The first moment of every recording. */
const EPOCH = Date.UTC(2026, 0, 1);
const HOUR = 3_600_000;

/**
 * Makes a function that takes paths, ids, ports and times out of recorded values. The same id is replaced by the same
 * one everywhere, so that what belongs together still does.
 *
 * @example
 * const scrub = makeScrubber({ replace: [['/tmp/run-x', '/workspace']] });
 * lines.map(scrub);
 */
export function makeScrubber({
  replace,
  patterns = [],
  ids: idPatterns = [],
  without = [],
}: ScrubOptions): <Value>(value: Value) => Value {
  const ids = new Map<string, string>();
  let start: number | undefined;

  const stand = (id: string, make: (number: number) => string): string => {
    const known = ids.get(id) ?? make(ids.size + 1);
    ids.set(id, known);
    return known;
  };
  const toNumberedId = (id: string): string => stand(id, (number) => `id${String(number).padStart(6, '0')}`);
  const toPlainText = (text: string): string =>
    patterns
      .reduce(
        (result, [pattern, to]) => result.replace(pattern, to),
        replace.reduce((result, [from, to]) => result.replaceAll(from, to), text),
      )
      .replaceAll(LOOPBACK, '127.0.0.1:4010');
  const toText = (text: string): string =>
    idPatterns
      .reduce((result, pattern) => result.replaceAll(pattern, toNumberedId), toPlainText(text))
      .replaceAll(ID, (id, kind: string) => stand(id, (number) => `${kind}_${String(number).padStart(4, '0')}`))
      .replaceAll(UUID, (id) => stand(id, (number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`))
      .replaceAll(ISO_TIME, new Date(EPOCH).toISOString())
      .replaceAll(HTTP_DATE, new Date(EPOCH).toUTCString());
  const toNumber = (number: number): number => {
    const isTime = Number.isInteger(number) && number > Date.UTC(2025, 0) && number < Date.UTC(2040, 0);
    if (!isTime) return number;
    start ??= number;
    // Moments long before the recording, such as dates of files, say nothing.
    return EPOCH + Math.max(-HOUR, Math.min(HOUR, number - start));
  };
  const scrub = (value: unknown): unknown => {
    if (typeof value === 'string') return toText(value);
    if (typeof value === 'number') return toNumber(value);
    if (Array.isArray(value)) return value.map(scrub);
    if (typeof value !== 'object' || value === null) return value;
    const kept = Object.entries(value).filter(([key]) => !without.includes(key));
    return Object.fromEntries(kept.map(([key, inner]) => [toText(key), scrub(inner)]));
  };
  return scrub as <Value>(value: Value) => Value;
}
