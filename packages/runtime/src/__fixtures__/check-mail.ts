import { type LogEntry, type MessageEntry, swarmOf } from '@posthouse/protocol';
import { noteOf } from '../task/letters/letter-note.ts';
import { peerOf } from '../task/letters/peer-mailbox.ts';
import { readTurn } from '../task/turn-data.ts';
import type { WholeTask } from './check-task.ts';

/** No mail is lost and none is read twice: each is in one turn, or still waits, or was dropped aloud. */
export function checkMail({ entries, mail, done, open }: WholeTask): string[] {
  const reads = [...done, ...open].flatMap((row) => readTurn(row).inputs.map((input) => `${row.agent}/${input.id}`));
  const here = mail.filter(({ mailbox }) => peerOf(mailbox) === undefined);
  const waiting = here.map(({ mailbox, message }) => `${mailbox}/${message.id}`);
  const places = Map.groupBy([...reads, ...waiting], (name) => name);
  const problems: string[] = [];
  const sent = new Set<string>();
  for (const entry of entries) {
    if (entry.type !== 'message') continue;
    const name = `${entry.to}/${entry.message.id}`;
    if (sent.has(name)) problems.push(`${describe(entry)} is sent twice`);
    sent.add(name);
    // What leaves for another swarm is found there.
    if (entry.to === 'all' || swarmOf(entry.to) !== undefined) continue;
    const count = places.get(name)?.length ?? 0;
    if (count > 1) problems.push(`${describe(entry)} is in ${count} places`);
    if (count === 0 && !isDropped(entry, entries)) problems.push(`${describe(entry)} is lost`);
  }
  for (const [name, { length }] of places) {
    if (length > 1) problems.push(`the mail ${name} is in ${length} places`);
    if (!sent.has(name) && !sent.has(`all/${name.slice(name.indexOf('/') + 1)}`)) problems.push(`nobody sent ${name}`);
  }
  return problems;
}

function describe({ to, message: { message } }: MessageEntry): string {
  return `'${message.subject}' from ${message.sender.address} to ${to}`;
}

/** Mail of users that nobody has read when its run ends belongs to the next one. */
function runOf(entry: MessageEntry, entries: readonly LogEntry[]): number {
  const carries = (each: LogEntry) => each.type === 'run-started' && each.messages?.includes(entry.message.id) === true;
  return entries.findLast(carries)?.run ?? entry.run;
}

/** The end of a run drops mail: that of the system silently, that of agents with a notice, that of users never. */
function isDropped(entry: MessageEntry, entries: readonly LogEntry[]): boolean {
  const run = runOf(entry, entries);
  // What comes between runs belongs to none, and may be dropped by any.
  const later = entries.filter((each) => each.seq > entry.seq && (each.run === run || run === 0));
  const end = later.find((each) => each.type === 'run-ended');
  if (end === undefined) return false;
  const { sender, subject } = entry.message.message;
  // That the run of another swarm has ended is no news once ours has.
  if (noteOf(entry.message).ended !== undefined) return true;
  if (sender.addressType === 'system') return true;
  if (sender.addressType !== 'agent') return false;
  const text = `${sender.address} to ${entry.to}: ${subject}`;
  return later.some((each) => each.type === 'notice' && each.code === 'mail_dropped' && each.text.includes(text));
}
