import type { LiveText } from '@posthouse/protocol';

/** Names a part of live text within its task. */
export function partId({ agent, turn, attempt, part }: Omit<LiveText, 'text' | 'kind'>): string {
  return `${agent}/${turn}/${attempt}/${part}`;
}
