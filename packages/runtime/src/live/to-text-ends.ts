import type { LiveText, NewEntry } from '@posthouse/protocol';

/** Text that was shown and will not be continued, as entries: one for each attempt of a turn. */
export function toAbandoned(texts: readonly LiveText[], run: number): NewEntry[] {
  return toEnds(texts, run, 'text-abandoned');
}

/** Text that was shown and stands as it is, in the same form. */
export function toWritten(texts: readonly LiveText[], run: number): NewEntry[] {
  return toEnds(texts, run, 'text-written');
}

function toEnds(texts: readonly LiveText[], run: number, type: 'text-abandoned' | 'text-written'): NewEntry[] {
  const attempts = Map.groupBy(texts, ({ agent, turn, attempt }) => `${agent}/${turn}/${attempt}`);
  return [...attempts.values()].map((parts) => {
    const { agent, turn, attempt } = parts[0]!;
    return { run, agent, turn, type, attempt, parts };
  });
}
