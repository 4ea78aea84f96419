import { createHash } from 'node:crypto';
import type { Instance } from '@posthouse/protocol';
import {
  isDeleted,
  type Session,
  type SessionOwner,
  type Store,
  type Task,
  type TaskKey,
  type Turn,
  type UsedKey,
} from '@posthouse/store';
import {
  EXPORT_FORMAT,
  EXPORT_VERSION,
  type ExportFooter,
  type ExportHeader,
  type ExportLine,
  PIECE,
} from './export-format.ts';

const PAGE_SIZE = 100;

/**
 * One task as JSON lines, a piece at a time: a slow reader holds up only its own copy, and a long log is never in
 * memory whole. What happens meanwhile is not part of it.
 */
export function exportTask(store: Store, task: Task): AsyncGenerator<string> {
  const { owner, taskId } = task;
  return withFrame({ kind: 'task', of: { owner, taskId } }, taskPieces(store, task));
}

/** All data of an owner: the tasks in all swarms, then the chat sessions that show them, with their transcripts. */
export function exportOwner(store: Store, owner: SessionOwner): AsyncGenerator<string> {
  return withFrame({ kind: 'user', of: { role: owner.role, id: owner.id } }, ownerPieces(store, owner));
}

type Named = { kind: 'task'; of: { owner: Instance; taskId: string } } | { kind: 'user'; of: SessionOwner };

async function* withFrame(named: Named, pieces: AsyncIterable<ExportLine[]>): AsyncGenerator<string> {
  const hash = createHash('sha256');
  const header: ExportHeader = {
    format: EXPORT_FORMAT,
    version: EXPORT_VERSION,
    ...named,
    at: new Date().toISOString(),
  };
  const counts = { tasks: 0, sessions: 0 };
  const toText = (lines: readonly object[]): string => {
    const text = lines.map((line) => `${JSON.stringify(line)}\n`).join('');
    hash.update(text);
    return text;
  };
  yield toText([header]);
  for await (const lines of pieces) {
    counts.tasks += lines.filter(({ type }) => type === 'task').length;
    counts.sessions += lines.filter(({ type }) => type === 'session').length;
    if (lines.length > 0) yield toText(lines);
  }
  const footer: ExportFooter = { type: 'end', ...counts, sha256: hash.digest('hex') };
  yield `${JSON.stringify(footer)}\n`;
}

/** The oldest first: whoever imports them in this order lists them as they are listed here. */
async function* ownerPieces(store: Store, owner: SessionOwner): AsyncGenerator<ExportLine[]> {
  for (const swarm of await store.swarms()) {
    const keys: TaskKey[] = [];
    for (let isLast = false; !isLast;) {
      const page = await store.list({ swarm, ...owner }, keys.at(-1), PAGE_SIZE);
      keys.push(...page.map(({ key }) => key));
      isLast = page.length < PAGE_SIZE;
    }
    for (const key of keys.toReversed()) yield* taskPieces(store, { key }, { mayBeGone: true });
  }
  const sessions: Session[] = [];
  for (let isLast = false; !isLast;) {
    const page = await store.sessions.list(owner, { limit: PAGE_SIZE, before: sessions.at(-1)?.version });
    sessions.push(...page);
    isLast = page.length < PAGE_SIZE;
  }
  for (const { version: _version, ...session } of sessions.toReversed()) {
    yield [{ type: 'session', session }];
    let count = 0;
    for await (const lines of transcriptPieces(store, session.taskId)) {
      count += lines.length;
      yield lines;
    }
    yield [{ type: 'session-end', lines: count }];
  }
}

/** A task as it stood when it was begun with. With `mayBeGone`, nothing of one that was deleted just before. */
async function* taskPieces(
  store: Store,
  { key }: Pick<Task, 'key'>,
  { mayBeGone = false }: { mayBeGone?: boolean } = {},
): AsyncGenerator<ExportLine[]> {
  const snapshot = await store.archive.snapshot(key).catch((error: unknown) => {
    if (mayBeGone && isDeleted(error)) return undefined;
    throw error;
  });
  if (snapshot === undefined) return;
  const { task, mail, live, turns: recent } = snapshot;
  const { owner, taskId, status, run, openRun, head, data, createdAt, updatedAt } = task;
  yield [{ type: 'task', task: { owner, taskId, status, run, openRun, head, data, createdAt, updatedAt } }];
  let turns = recent.length;
  for (const turn of recent) yield [{ type: 'turn', turn }];
  for await (const old of oldTurns(store, key, openRun ?? run + 1)) {
    turns += old.length;
    yield old.map((turn) => ({ type: 'turn', turn }));
  }
  for (const each of mail) yield [{ type: 'mail', mail: each }];
  yield live.map((text) => ({ type: 'live', live: text }));
  let keys = 0;
  for await (const page of usedKeys(store, key)) {
    // What was used since is about entries that are not part of this.
    const known = page.filter((used) => used.head + used.entries <= head);
    keys += known.length;
    yield known.map((used) => ({ type: 'key', key: used }));
  }
  for (let after = 0; after < head;) {
    const { entries } = await store.read(key, after, Math.min(PIECE.limit, head - after), PIECE.maxBytes);
    yield entries.map((entry) => ({ type: 'entry', entry }));
    after = entries.at(-1)?.seq ?? head;
  }
  yield [{ type: 'task-end', turns, mail: mail.length, keys }];
}

async function* oldTurns({ archive }: Store, key: TaskKey, beforeRun: number): AsyncGenerator<Turn[]> {
  for (let after: Turn | undefined; ;) {
    const turns = await archive.turns(key, { ...PIECE, beforeRun, after });
    if (turns.length === 0) return;
    yield turns;
    after = turns.at(-1);
  }
}

async function* usedKeys({ archive }: Store, key: TaskKey): AsyncGenerator<UsedKey[]> {
  for (let after: UsedKey['name'] | undefined; ;) {
    const keys = await archive.keys(key, { limit: PIECE.limit, after });
    if (keys.length === 0) return;
    yield keys;
    after = keys.at(-1)?.name;
  }
}

async function* transcriptPieces({ archive }: Store, name: string): AsyncGenerator<ExportLine[]> {
  for (let after: { message: number; seq: number } | undefined; ;) {
    const lines = await archive.lines(name, { ...PIECE, after });
    if (lines.length === 0) return;
    yield lines.map((line) => ({ type: 'line', line }));
    after = lines.at(-1);
  }
}
