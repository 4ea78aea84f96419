import { isLiving } from '../ownership.ts';
import { keyDeleted, stale } from '../refusals.ts';
import { toldCallsOf } from '../write/task-draft.ts';
import type { Committed, Write, WrittenOnce } from '../write/write.ts';
import { applyWrite } from '../write/apply-write.ts';
import type { EncodedWrite } from '../write/encode-write.ts';
import { endedTextOf } from '../write/ended-text.ts';
import { type StoredTask, toTask } from '../write/stored-task.ts';
import { isRunning, wakeAfterPut, wakeOf } from '../write/wake.ts';
import { toTaskNumber } from '../task-key.ts';
import type { Tables } from './tables/tables.ts';
import type { Workplace } from './workplace.ts';

/** Applies one write within a transaction; throws when it is refused, and leaves the clearing up to the savepoint. */
export function commitWrite(place: Workplace, encoded: EncodedWrite): Committed {
  const { tables, cache, changed } = place;
  const { write } = encoded;
  const now = place.now();
  const before = taskOf(place, write, now);
  const id = toTaskNumber(before.key);
  const earlier = write.once === undefined ? undefined : tables.once.find(id, write.once);
  if (earlier !== undefined) return outcomeOf(tables, before, earlier);

  const { next, entries, mail } = applyWrite(before, write, { now, claims: claims(tables, before, write, now) });
  for (const mailId of write.take ?? []) {
    if (!tables.mail.take(id, mailId)) throw stale(before.key, `mail ${JSON.stringify(mailId)} has been taken`);
  }
  mail.forEach((each, index) => tables.mail.put(id, each, encoded.messages[index] as string));
  write.turns?.forEach((turn, index) => tables.turn.write(id, turn, encoded.turns[index] as string));
  tables.log.append(id, before.head, next.updatedAt, encoded.entries);
  if (write.once !== undefined) tables.once.record(id, write.once, { head: before.head, entries: entries.length });
  if (write.spent !== undefined) tables.spending.add(before.owner, write.spent);
  if (next.node !== null && next.node !== before.node) tables.node.beat(next.node, now);
  endLiveText(tables, id, write);
  for (const agent of toldCallsOf(write.entries)) tables.begunCall.endAgent(id, agent);

  next.wake = wakeAfter(tables, before, next, write, mail);
  tables.task.update(before, next, place.change);
  cache.set(next);
  changed.add(next.key);
  return { task: toTask(next), entries, mail, repeated: false };
}

function taskOf({ tables, cache }: Workplace, { task, once, unlessKeyDeleted }: Write, now: number): StoredTask {
  if (typeof task === 'string') return cache.get(task) ?? tables.task.get(task);
  const known = tables.task.named(task.owner, task.taskId);
  if (known !== undefined) return known;
  if (unlessKeyDeleted === true && once !== undefined && tables.tombstone.hasKey(task.owner, once)) throw keyDeleted();
  return tables.task.create(task.owner, task.taskId, now);
}

function outcomeOf(tables: Tables, state: StoredTask, { head, entries }: WrittenOnce): Committed {
  const first = tables.log.read(toTaskNumber(state.key), head, entries);
  return { task: toTask(state), entries: first, mail: [], repeated: true };
}

/** Whether the write makes its node the owner. */
function claims(tables: Tables, { node }: StoredTask, { claim }: Write, now: number): boolean {
  if (claim === undefined || claim === node) return false;
  return node === null || !isLiving(tables.node.lastBeat(node), now);
}

function endLiveText(tables: Tables, id: number, { turns = [], entries }: Write): void {
  for (const { agent, turn } of turns) tables.liveText.endTurn(id, agent, turn);
  for (const entry of entries) {
    const ended = endedTextOf(entry);
    if (ended === undefined) continue;
    const { agent, turn, attempt } = ended;
    if (agent === undefined) tables.liveText.endAll(id);
    else tables.liveText.endAttempt(id, agent, turn!, attempt!);
  }
}

function wakeAfter(
  tables: Tables,
  before: StoredTask,
  next: StoredTask,
  { take = [], turns = [] }: Write,
  mail: Committed['mail'],
): number | null {
  const restsOn = before.status === next.status && !isRunning(before) && !isRunning(next);
  if (restsOn && take.length === 0 && turns.length === 0) return wakeAfterPut(before.wake, mail);
  const id = toTaskNumber(next.key);
  return wakeOf(next, () => ({ earliestDue: tables.mail.earliestDue(id), hasOpenTurn: tables.turn.hasOpen(id) }));
}
