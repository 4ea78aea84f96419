import { isFromUser, type LogEntry, toToldMail } from '@posthouse/protocol';

/** Mail as it travels: who writes to whom. The reader of a page is called `you`. */
export type Travelling = { seq: number; from: string; to: string; subject: string; body: string };

export const YOU = 'you';

/** The mail that an entry tells of; undefined for other entries and for what the system says to itself. */
export function mailOf(entry: LogEntry): Travelling | undefined {
  const swarm = entry.type === 'remote' ? entry.swarm : undefined;
  const fact = entry.type === 'remote' ? entry.fact : entry;
  if (fact.type !== 'message') return undefined;
  const { subject, body } = fact.message.message;
  if (isFromUser(fact.message) && swarm === undefined) return { seq: entry.seq, from: YOU, to: fact.to, subject, body };
  const told = toToldMail({ ...fact, at: entry.at }, swarm);
  return told && { seq: entry.seq, from: told.from, to: told.to, subject: told.subject, body: told.body };
}
