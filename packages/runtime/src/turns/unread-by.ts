import type { Seat, TurnHost } from './turn-host.ts';

/** The messages that have come for an agent since it began its turn: whatever it says, it does not answer them. */
export function unreadBy(host: Pick<TurnHost, 'mail'>, { agent, taken }: Pick<Seat, 'agent' | 'taken'>): Set<string> {
  const reading = new Set(taken.map(({ id }) => id));
  const unread = host.mail().filter(({ id, mailbox }) => mailbox === agent.name && !reading.has(id));
  return new Set(unread.map(({ message }) => message.id));
}
