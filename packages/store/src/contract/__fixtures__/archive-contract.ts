import { describe, expect, it } from 'vitest';
import type { ArchivedLine, TaskSnapshot } from '../../archive.ts';
import type { Store } from '../../store.ts';
import type { Turn } from '../../task.ts';
import { eraseAll } from './deletion-contract.ts';
import {
  alice,
  type ContractOptions,
  liveText,
  mailTo,
  notice,
  oddTexts,
  refusalOf,
  runEnded,
  runStarted,
  sessionOf,
  turnOf,
} from './samples.ts';

const trip = { owner: alice, taskId: 'trip' };
const page = { limit: 3, maxBytes: 1_000_000 };

/** A task that has been through two runs and is in its third. */
async function fill(store: Store, name = trip): Promise<string> {
  const { task } = await store.commit({ task: name, once: 'k-1', entries: [runStarted(1), runEnded(1)] });
  const { key } = task;
  const turns = oddTexts.map((agent, index) => turnOf(agent, index + 1, { data: { said: agent } }));
  await store.commit({ task: key, entries: [notice('between')], turns });
  await store.commit({ task: key, once: 'k-2', entries: [runStarted(2), runEnded(2)], data: { title: 'Trip' } });
  await store.commit({
    task: key,
    entries: [runStarted(3), notice('open', 3)],
    turns: [
      turnOf('a', 90, { run: 3 }),
      turnOf('b', 91, { run: 3, done: false }),
      turnOf('a', 92, { run: 1, done: false }),
    ],
    put: [mailTo('b', { due: Date.now() + 1e9 }), mailTo('a', { tier: 2 })],
  });
  await store.saveLive([{ task: key, text: liveText('c', 93) }]);
  return key;
}

async function oldTurns(store: Store, key: string, beforeRun: number): Promise<Turn[]> {
  const turns: Turn[] = [];
  for (;;) {
    const after = turns.at(-1);
    const more = await store.archive.turns(key, { ...page, beforeRun, after });
    if (more.length === 0) return turns;
    turns.push(...more);
  }
}

/** Copies a task under another name, as it stands. */
async function copy(store: Store, key: string, taskId: string): Promise<TaskSnapshot> {
  const found = await store.archive.snapshot(key);
  const { task, mail, turns } = found;
  const into = await store.archive.beginTask(alice);
  const { entries } = await store.read(key, 0, 1_000);
  for (const entry of entries) await store.archive.addToTask(into, { entries: [entry] });
  await store.archive.addToTask(into, { turns: [...turns, ...(await oldTurns(store, key, task.openRun!))] });
  await store.archive.addToTask(into, { mail, keys: await store.archive.keys(key, { limit: 100 }) });
  await store.archive.finishTask(into, { owner: alice, taskId }, { task });
  return found;
}

/** Copying tasks and transcripts out of a store and into one. */
export function archiveContract({ open, passTime }: ContractOptions): void {
  describe('a copied task', () => {
    it('reads as the one it was copied from', async () => {
      await using store = await open();
      const key = await fill(store);
      const { task } = await copy(store, key, 'copy');
      const copied = (await store.find(alice, 'copy'))!;
      expect(copied).toEqual({ ...task, key: copied.key, taskId: 'copy', epoch: 0, node: null });
      const read = async (from: string) => {
        const { live: _live, task: _task, ...loaded } = await store.load(from);
        const histories = await Promise.all(oddTexts.map((agent) => store.history(from, agent)));
        const { entries, head } = await store.read(from, 0, 1_000);
        return { ...loaded, entries, head, histories, turns: await store.turns(from, 99) };
      };
      expect(await read(copied.key)).toEqual(await read(key));
      expect(await store.commit({ task: copied.key, once: 'k-2', entries: [] })).toMatchObject({
        repeated: true,
        entries: [{ type: 'run-started' }, { type: 'run-ended' }],
      });
    });

    it('a copied task has nothing to do until somebody writes to it, whatever waits in it', async () => {
      await using store = await open();
      await copy(store, await fill(store), 'copy');
      await passTime(1e10);
      expect((await store.claim('node', ['alpha'], 10)).map(({ taskId }) => taskId)).toEqual(['trip']);
      const { key } = (await store.find(alice, 'copy'))!;
      await store.commit({ task: key, entries: [notice('awake', 3)] });
      expect((await store.claim('node', ['alpha'], 10)).map(({ taskId }) => taskId)).toEqual(['copy']);
    });

    it('gets the write that comes with its end in the same step, or does not exist', async () => {
      await using store = await open();
      const finish = async (openRun: number) => {
        const into = await store.archive.beginTask(alice);
        const entries = [{ ...runStarted(1), seq: 1, at: '2026-01-01T00:00:00.000Z' }];
        await store.archive.addToTask(into, { entries });
        const times = { createdAt: '2026-01-01T00:00:00.000Z', updatedAt: '2026-01-01T00:00:00.000Z' };
        const task = { status: 'running', run: 1, openRun, head: 1, data: { title: 'x' }, ...times } as const;
        const write = { entries: [runEnded(1, 'cancelled')], put: [mailTo('a')], data: { title: null } };
        return store.archive.finishTask(into, trip, { task, write });
      };
      expect(await refusalOf(finish(7))).toBe('stale');
      expect(await store.find(alice, 'trip')).toBeUndefined();
      expect(await finish(1)).toMatchObject({ status: 'cancelled', openRun: null, head: 2, data: {} });
      expect((await store.read((await store.find(alice, 'trip'))!.key, 0, 10)).entries).toHaveLength(2);
      expect(await store.claim('node', ['alpha'], 10)).toEqual([]);
    });

    it('a copied task is visible to nobody before it is finished, and erased if that takes more than a day', async () => {
      await using store = await open();
      const into = await store.archive.beginTask(alice);
      await store.archive.addToTask(into, {
        turns: [turnOf('a', 1)],
        mail: [{ ...mailTo('a', { id: 'm' }), order: 1, due: 0 }],
      });
      expect(await store.list(alice, undefined, 10)).toEqual([]);
      expect(await store.claim('node', ['alpha'], 10)).toEqual([]);
      expect(await refusalOf(store.load(into))).toBe('task_deleted');
      await passTime(25 * 3_600_000);
      await eraseAll(store);
      expect(await store.deletions.isErased()).toBe(true);
      // The rows are gone: the same ones can be written again.
      await store.archive.addToTask(into, { mail: [{ ...mailTo('a', { id: 'm' }), order: 1, due: 0 }] });
    });

    it('replaces no task, neither an existing nor a deleted one', async () => {
      await using store = await open();
      const key = await fill(store);
      expect(await refusalOf(copy(store, key, 'trip'))).toBe('task_exists');
      await copy(store, key, 'copy');
      await store.deletions.bury({ owner: alice, taskId: 'copy' });
      expect(await refusalOf(copy(store, key, 'copy'))).toBe('task_deleted');
      await store.deletions.lift({ owner: alice, taskId: 'copy' });
      await copy(store, key, 'copy');
      await eraseAll(store);
      expect(await store.find(alice, 'copy')).toMatchObject({ run: 3 });
      expect((await store.load((await store.find(alice, 'copy'))!.key)).mail).toHaveLength(2);
    });
  });

  describe('pages of a task', () => {
    it('hold as much as fits, and always one item', async () => {
      await using store = await open();
      const key = await fill(store);
      expect(await store.archive.turns(key, { limit: 100, maxBytes: 1, beforeRun: 3 })).toHaveLength(1);
      expect(await oldTurns(store, key, 3)).toHaveLength(oddTexts.length);
      const [first] = await store.archive.keys(key, { limit: 1 });
      expect(await store.archive.keys(key, { limit: 10, after: first!.name })).toEqual([
        { name: 'k-2', head: 3, entries: 2 },
      ]);
      expect(first).toEqual({ name: 'k-1', head: 0, entries: 2 });
    });
  });

  describe('a copied session', () => {
    const lines: ArchivedLine[] = [
      { message: 1, seq: 1, id: 'm-1', line: { a: 1 } },
      { message: 1, seq: 2, line: 'b' },
      { message: 2, seq: 1, id: 'm-2', line: null },
    ];
    const times = { createdAt: '2026-01-01T00:00:00.000Z', updatedAt: '2026-02-01T00:00:00.000Z' };

    it('a copied session keeps its transcript and its times', async () => {
      await using store = await open();
      const session = { ...sessionOf('s', { taskId: 'talk' }), ...times };
      const into = await store.archive.beginTranscript('talk');
      await store.archive.addToTranscript('talk', lines.slice(0, 2));
      await store.archive.addToTranscript('talk', lines.slice(2));
      await store.archive.finishSession(session, into);
      await passTime(25 * 3_600_000);
      await eraseAll(store);
      expect(await store.sessions.get(session.owner, 's')).toMatchObject(session);
      expect([await store.transcripts.head('talk'), await store.transcripts.find('talk', 'm-2')]).toEqual([2, 2]);
      const first = await store.archive.lines('talk', { limit: 2, maxBytes: 1_000 });
      expect(first).toEqual(lines.slice(0, 2));
      expect(await store.archive.lines('talk', { limit: 9, maxBytes: 1, after: first[1]! })).toEqual(lines.slice(2));
    });

    it('replaces no session, neither an existing nor a deleted one', async () => {
      await using store = await open();
      const session = { ...sessionOf('s', { taskId: 'talk' }), ...times };
      await store.archive.finishSession(session);
      expect(await refusalOf(store.archive.finishSession(session))).toBe('task_exists');
      await store.sessions.delete(session.owner, 's', { forGood: true });
      expect(await refusalOf(store.archive.finishSession(session))).toBe('task_deleted');
      await store.deletions.lift({ owner: session.owner, sessionId: 's' });
      await store.archive.finishSession(session);
      expect(await store.sessions.get(session.owner, 's')).toMatchObject(session);
    });

    it('leaves no line if it is not finished', async () => {
      await using store = await open();
      const into = await store.archive.beginTranscript('talk');
      await store.archive.addToTranscript('talk', lines);
      expect(await refusalOf(store.archive.beginTranscript('talk'))).toBe('task_exists');
      await store.archive.drop(into);
      await eraseAll(store);
      expect(await store.transcripts.head('talk')).toBe(0);
    });
  });
}
