import { type LogEntry, toAgentName } from '@posthouse/protocol';

/** Mail as it travels: who writes to whom. The reader of a page is called `you`. */
export type Travelling = { seq: number; from: string; to: string; subject: string; body: string; type: string };

export const YOU = 'you';

/** The mail that an entry tells of; undefined for other entries and for what the system says to itself. */
export function mailOf(entry: LogEntry): Travelling | undefined {
  const fact = entry.type === 'remote' ? entry.fact : entry;
  if (fact.type !== 'message') return undefined;
  const { sender, subject, body } = fact.message.message;
  if (sender.addressType === 'system' || subject.startsWith('::')) return undefined;
  const at = entry.type === 'remote' ? entry.swarm : undefined;
  const isPerson = sender.addressType === 'user' || sender.addressType === 'admin';
  return {
    seq: entry.seq,
    from: isPerson ? YOU : toAgentName(sender.address, at),
    to: toAgentName(fact.to, at),
    subject,
    body,
    type: fact.message.msgType,
  };
}
