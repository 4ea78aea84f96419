import { ownValue, type UIUsage } from '@posthouse/protocol';

export type UsageLine = UIUsage['usage'][number];

export type Total = {
  name: string;
  calls: number;
  inputTokens: number;
  outputTokens: number;
  cost: number | undefined;
};

/** Sums by whatever a line is filed under, the largest first. */
export function toTotals(lines: readonly UsageLine[], nameOf: (line: UsageLine) => string): Total[] {
  const totals = new Map<string, Total>();
  for (const line of lines) {
    const name = nameOf(line);
    const total = totals.get(name) ?? { name, calls: 0, inputTokens: 0, outputTokens: 0, cost: undefined };
    totals.set(name, {
      name,
      calls: total.calls + line.calls,
      inputTokens: total.inputTokens + line.inputTokens,
      outputTokens: total.outputTokens + line.outputTokens,
      cost: line.cost === undefined ? total.cost : (total.cost ?? 0) + line.cost,
    });
  }
  const size = ({ inputTokens, outputTokens }: Total): number => inputTokens + outputTokens;
  return [...totals.values()].toSorted((a, b) => size(b) - size(a));
}

/** Tokens by hour, with a number for each name. Hours in which nothing was used are there, too, up to a day of them. */
export function toSeries(
  lines: readonly UsageLine[],
  nameOf: (line: UsageLine) => string,
): { hours: ({ hour: string } & Record<string, number | string>)[]; names: string[] } {
  const names = toTotals(lines, nameOf).map(({ name }) => name);
  const byHour = new Map<string, Record<string, number>>();
  for (const line of lines) {
    const sums = byHour.get(line.hour) ?? {};
    const sum = (ownValue(sums, nameOf(line)) ?? 0) + line.inputTokens + line.outputTokens;
    byHour.set(line.hour, { ...sums, [nameOf(line)]: sum });
  }
  const known = [...byHour.keys()].toSorted();
  return { names, hours: fill(known).map((hour) => ({ hour, ...byHour.get(hour) })) };
}

const HOUR_MS = 3_600_000;
const MAX_HOURS_SHOWN = 24;

function fill(hours: string[]): string[] {
  const [first, last] = [Date.parse(hours[0] ?? ''), Date.parse(hours.at(-1) ?? '')];
  const count = (last - first) / HOUR_MS + 1;
  if (!(count <= MAX_HOURS_SHOWN)) return hours;
  return Array.from({ length: count }, (_, index) => new Date(first + index * HOUR_MS).toISOString());
}
