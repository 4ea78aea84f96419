import type { LogEntry } from '@posthouse/protocol';
import { openStore, type Store, type Task } from '@posthouse/store';
import { describe, expect, it } from 'vitest';
import type { SwarmInstance } from '../instance/swarm-instance.ts';
import { openNewsroom, sourceOf, toldTo, toText, work } from './__fixtures__/newsroom.ts';
import { exportOwner, exportTask } from './export-data.ts';
import { importData } from './import-data.ts';

const alice = { role: 'user', id: 'alice' } as const;
const owner = { swarm: 'newsroom', ...alice };

async function logOf(store: Store, taskId: string): Promise<LogEntry[]> {
  return (await store.read((await store.find(owner, taskId))!.key, 0, 1_000)).entries;
}

async function exported(store: Store, taskId: string): Promise<string> {
  return toText(exportTask(store, (await store.find(owner, taskId))!));
}

/** What an instance, and a model, make of an export. */
async function workedOn(): Promise<string> {
  await using store = await openStore('sqlite::memory:');
  const { instance } = await openNewsroom(store);
  await work(instance, 't');
  await instance.shutdown();
  return await exported(store, 't');
}

/** Begins a run that says a word and then hangs; resolves when the word is in the store. */
async function hang(store: Store, instance: SwarmInstance): Promise<Task> {
  await instance.submit({ taskId: 't', body: 'hang' });
  await instance.submit({ taskId: 't', body: 'and read this', idempotencyKey: 'late' });
  for (;;) {
    const task = (await store.find(owner, 't'))!;
    const { live } = await store.read(task.key, 0, 1_000);
    if (live.some(({ text }) => text.length > 0)) return task;
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

describe('an export', () => {
  it('begins with what it contains and ends with a checksum', async () => {
    const lines = (await workedOn()).trimEnd().split('\n');
    expect(JSON.parse(lines[0]!)).toEqual({
      format: 'posthouse-export',
      version: 1,
      kind: 'task',
      of: { owner, taskId: 't' },
      at: expect.any(String) as string,
    });
    expect(JSON.parse(lines.at(-1)!)).toMatchObject({ type: 'end', tasks: 1, sessions: 0 });
  });

  it('an export of an unknown user can be imported, and brings nothing', async () => {
    await using store = await openStore('sqlite::memory:');
    const text = await toText(exportOwner(store, { role: 'user', id: 'nobody' }));
    expect(await importData({ store, source: sourceOf(text) })).toMatchObject({ tasks: 0, sessions: 0, skipped: 0 });
  });

  it('an export of a user is listed in the same order where it is imported', async () => {
    await using store = await openStore('sqlite::memory:');
    await using copy = await openStore('sqlite::memory:');
    const { instance } = await openNewsroom(store);
    // More than are read at once.
    const ids = Array.from({ length: 105 }, (_, index) => `t${index}`);
    for (const taskId of ids) {
      await instance.postMessage({ taskId, body: 'thank you' });
      const session = { owner: alice, id: taskId, agent: 'newsroom', title: taskId, taskId };
      await store.sessions.put({ ...session, branches: [{ taskId }], data: {} });
    }
    await instance.shutdown();
    await importData({ store: copy, source: sourceOf(await toText(exportOwner(store, alice))) });
    const listed = async (from: Store) => [
      (await from.list(owner, undefined, 200)).map(({ taskId }) => taskId),
      (await from.sessions.list(alice, { limit: 200 })).map(({ id }) => id),
    ];
    expect(await listed(copy)).toEqual([ids.toReversed(), ids.toReversed()]);
    expect(await listed(copy)).toEqual(await listed(store));
  });
});

describe('an imported task', () => {
  it('gives agents their history, and knows its idempotency keys', async () => {
    await using store = await openStore('sqlite::memory:');
    await using copy = await openStore('sqlite::memory:');
    const first = await openNewsroom(store);
    await work(first.instance, 't');
    const text = await exported(store, 't');
    await importData({ store: copy, source: sourceOf(text) });
    const second = await openNewsroom(copy);
    await first.instance.postMessage({ taskId: 't', body: 'and now?' });
    await second.instance.postMessage({ taskId: 't', body: 'and now?' });
    const [there, here] = [first, second].map(({ requests }) => toldTo(requests.at(-1)!.request));
    expect(here).toEqual(there);
    expect(here).toContain('all about ships');
    const again = await second.instance.submit({ taskId: 't', body: 'thank you', idempotencyKey: 'second' });
    expect(again.run).toBe(2);
    for (const { instance } of [first, second]) await instance.shutdown();
  });

  it('an imported task has no open run, wakes nobody, and tells its agents what they had said', async () => {
    await using store = await openStore('sqlite::memory:');
    await using copy = await openStore('sqlite::memory:');
    const first = await openNewsroom(store);
    const task = await hang(store, first.instance);
    const text = await exported(store, 't');
    await first.instance.shutdown({ drainMs: 0 });

    const second = await openNewsroom(copy);
    await importData({ store: copy, source: sourceOf(text) });
    // Whoever looks for work finds none, now and later.
    expect(await copy.claim('somebody', ['newsroom'], 10)).toEqual([]);
    expect(await copy.find(owner, 't')).toMatchObject({ status: 'cancelled', openRun: null, run: 1 });
    const log = await logOf(copy, 't');
    expect(log.slice(0, task.head)).toEqual((await logOf(store, 't')).slice(0, task.head));
    expect(log.at(-1)).toMatchObject({
      type: 'run-ended',
      outcome: 'cancelled',
      text: 'The run was cancelled when the task was imported.',
    });
    expect(second.requests).toEqual([]);
    await second.instance.postMessage({ taskId: 't', body: 'go on' });
    const told = JSON.stringify(second.requests[0]!.request.messages);
    for (const words of ['hang', 'and read this', 'I am', 'task_cancelled', 'go on']) expect(told).toContain(words);
    await second.instance.shutdown();
  });

  it('an imported task no longer waits for an answer, and can be continued', async () => {
    await using store = await openStore('sqlite::memory:');
    await using copy = await openStore('sqlite::memory:');
    const first = await openNewsroom(store);
    await first.instance.postMessage({ taskId: 't', body: 'the news, please' });
    expect(await store.find(owner, 't')).toMatchObject({ status: 'paused' });
    await importData({ store: copy, source: sourceOf(await exported(store, 't')) });
    expect(await copy.find(owner, 't')).toMatchObject({ status: 'cancelled', openRun: null });
    const second = await openNewsroom(copy);
    expect(await second.instance.postMessage({ taskId: 't', body: 'never mind' })).toMatchObject({
      status: 'complete',
    });
    for (const { instance } of [first, second]) await instance.shutdown();
  });
});

describe('an import that fails halfway', () => {
  it('leaves nothing of the unfinished task, and can be repeated', async () => {
    await using store = await openStore('sqlite::memory:');
    const text = await workedOn();
    const whole = sourceOf(text);
    let reads = 0;
    // The file is whole when it is checked, and its disk fails when it is read again.
    const source = async function* (): AsyncGenerator<Uint8Array> {
      reads += 1;
      let left = reads === 1 ? Number.POSITIVE_INFINITY : text.length - 2_000;
      for await (const chunk of whole()) {
        if ((left -= chunk.length) < 0) throw new Error('the disk is gone');
        yield chunk;
      }
    };
    await expect(importData({ store, source })).rejects.toThrow('the disk is gone');
    expect(await store.find(owner, 't')).toBeUndefined();
    while (await store.deletions.erase());
    expect(await store.deletions.isErased()).toBe(true);
    expect(await importData({ store, source: whole })).toMatchObject({ tasks: 1 });
  });
});

describe('refusing an import', () => {
  const refusal = async (text: string, store?: Store): Promise<string> => {
    await using own = await openStore('sqlite::memory:');
    const into = store ?? own;
    const count = (await into.list(owner, undefined, 100)).length;
    const error = await importData({ store: into, source: sourceOf(text) }).then(
      () => 'imported',
      (cause: Error) => cause.message,
    );
    expect(await into.list(owner, undefined, 100)).toHaveLength(count);
    expect(await into.deletions.isErased()).toBe(true);
    return error;
  };

  it('refuses a file that is cut off anywhere', async () => {
    const text = await workedOn();
    const lines = text.trimEnd().split('\n');
    for (let end = 1; end < lines.length; end += 1) {
      expect(await refusal(`${lines.slice(0, end).join('\n')}\n`)).toMatch(/the file (breaks|cannot)/);
    }
    expect(await refusal(text.slice(0, -20))).toContain('is not JSON');
    expect(await refusal('')).toContain('the file is empty');
  });

  it('refuses a file in which a byte was changed or a line left out', async () => {
    const text = await workedOn();
    expect(await refusal(text.replace('A ship came in', 'A shop came in'))).toContain('checksum');
    const lines = text.split('\n');
    for (const place of [1, 2, lines.length - 4]) {
      expect(await refusal(lines.toSpliced(place, 1).join('\n'))).toMatch(/checksum|is out of place/);
    }
    expect(await refusal(`${text}{"type":"end"}\n`)).toContain('comes after the end');
  });

  it('refuses a file that is no archive, of another kind or of a newer version', async () => {
    const text = await workedOn();
    expect(await refusal('hello\n')).toContain('not that of a Posthouse export');
    expect(await refusal('{"format":"other"}\n')).toContain('make one with posthouse export');
    expect(await refusal(text.replace('"version":1', '"version":2'))).toContain(
      'use the newer Posthouse that wrote it',
    );
    expect(await refusal(text.replace('"kind":"task"', '"kind":"swarm"'))).toContain('of kind "swarm"');
  });

  it('refuses what exists here or was deleted here, and says what to do', async () => {
    await using store = await openStore('sqlite::memory:');
    const { instance } = await openNewsroom(store);
    await work(instance, 't');
    await instance.postMessage({ taskId: 'other', body: 'hello' });
    const text = await toText(exportOwner(store, alice));
    expect(await refusal(text, store)).toMatch(/already exists; nothing was imported.*--skip-existing/);
    await instance.delete('t');
    while (!(await store.deletions.isErased())) await store.deletions.erase();
    expect(await refusal(text, store)).toMatch(/already exists|was deleted here.*--restore/);
    const restored = await importData({ store, source: sourceOf(text), restore: true, skipExisting: true });
    expect(restored).toMatchObject({ tasks: 1, skipped: 1 });
    expect(await exported(store, 't')).toContain('all about ships');
    await instance.shutdown();
  });
});
