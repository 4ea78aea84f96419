import { chmodSync, copyFileSync, statSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { alice, begin, liveText, mailTo, notice, runStarted, turnOf } from '../contract/__fixtures__/samples.ts';
import { storeContract } from '../contract/__fixtures__/store-contract.ts';
import { openStore } from '../open-store.ts';
import type { Store } from '../store.ts';
import { temporaryFolder } from './__fixtures__/temporary-folder.ts';
import { testClock } from '../contract/__fixtures__/test-clock.ts';

const { newPath } = temporaryFolder();
const empty = newPath();
await (await openStore(`sqlite:${empty}`))[Symbol.asyncDispose]();

describe('SQLite in a file', () => {
  const { now, passTime } = testClock();
  // A copy, and no wait for the disk: a hundred and fifty new files would take longer than all the tests.
  const open = (): Promise<Store> => {
    const path = newPath();
    copyFileSync(empty, path);
    return openStore(`sqlite:${path}`, { now, durability: 'normal' });
  };
  storeContract(open, { passTime });
});

describe('a database file', () => {
  const rightsOf = (path: string) => ['', '-wal', '-shm'].map((end) => statSync(path + end).mode & 0o777);

  it('a database file is accessible to its owner only, and so are the files beside it', async () => {
    const path = newPath();
    await using store = await openStore(`sqlite:${path}`);
    await begin(store);
    expect(rightsOf(path)).toEqual([0o600, 0o600, 0o600]);
  });

  it('a database file is closed to everybody else when opened, and stays open to its group', async () => {
    const path = newPath();
    copyFileSync(empty, path);
    chmodSync(path, 0o664);
    await using store = await openStore(`sqlite:${path}`);
    await begin(store);
    expect(rightsOf(path)).toEqual([0o660, 0o660, 0o660]);
  });

  it.each([
    ['is for its owner only when opened, if everybody could read and nobody else write it', 0o644, 0o600],
    ['keeps the mode that somebody chose for a group', 0o640, 0o640],
  ])('a database file %s', async (_, before, after) => {
    const path = newPath();
    copyFileSync(empty, path);
    chmodSync(path, before);
    await using store = await openStore(`sqlite:${path}`);
    await begin(store);
    expect(rightsOf(path)).toEqual([after, after, after]);
  });

  it('keeps everything from one opening to the next', async () => {
    const url = `sqlite:${newPath()}`;
    const store = await openStore(url);
    const { task } = await begin(store, {
      once: 'k',
      entries: [runStarted(), notice()],
      put: [mailTo('writer')],
      turns: [turnOf('writer', 1, { done: false })],
      data: { title: 'Trip' },
      claim: 'node-a',
    });
    await store.saveLive([{ task: task.key, text: liveText('editor', 1) }]);
    const before = { loaded: await store.load(task.key), read: await store.read(task.key, 0, 10) };
    await store[Symbol.asyncDispose]();

    await using again = await openStore(url);
    expect({ loaded: await again.load(task.key), read: await again.read(task.key, 0, 10) }).toEqual(before);
    expect(await again.list(alice, undefined, 10)).toEqual([task]);
    expect(await again.commit({ task: task.key, once: 'k', entries: [] })).toMatchObject({ repeated: true });
    expect(await again.claim('node-b', ['alpha'], 10)).toEqual([]);
  });

  it('a database file can be opened twice at once, and each sees what the other wrote', async () => {
    const url = `sqlite:${newPath()}`;
    await using server = await openStore(url);
    await using command = await openStore(url);
    const { task } = await begin(server, { entries: [notice('server')] });
    await command.commit({ task: task.key, entries: [notice('command')], fence: true });
    const { task: after } = await server.commit({
      task: task.key,
      expect: { epoch: task.epoch + 1 },
      entries: [notice('server')],
    });
    expect(after.head).toBe(3);
    expect((await command.read(task.key, 0, 10)).entries.map(({ seq }) => seq)).toEqual([1, 2, 3]);
  });
});
