import type { LiveText } from '@posthouse/protocol';

/** The same parts from two sources as one list: of each part, what goes furthest. */
export function mergeTexts(some: readonly LiveText[], others: readonly LiveText[]): LiveText[] {
  const parts = new Map<string, LiveText>();
  for (const text of [...some, ...others]) {
    const id = partId(text);
    const known = parts.get(id);
    if (known === undefined || known.text.length < text.text.length) parts.set(id, text);
  }
  return [...parts.values()];
}

/** Names a part of live text within its task. */
export function partId({ agent, turn, attempt, part }: Omit<LiveText, 'text' | 'kind'>): string {
  return `${agent}/${turn}/${attempt}/${part}`;
}
