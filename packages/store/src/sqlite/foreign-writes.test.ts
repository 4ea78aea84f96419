import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { firstOf, othersContract } from '../contract/__fixtures__/others-contract.ts';
import { begin, notice, sessionOf } from '../contract/__fixtures__/samples.ts';
import { openStore } from '../open-store.ts';
import type { TaskKey } from '../task.ts';
import { temporaryFolder } from './__fixtures__/temporary-folder.ts';

const { newPath } = temporaryFolder();
const pollMilliseconds = 5;

describe('a write of another process to the same file', () => {
  it("another process's write is noticed when this process writes, before it polls", async () => {
    const url = `sqlite:${newPath()}`;
    await using here = await openStore(url, { pollMilliseconds: 1_000_000 });
    await using there = await openStore(url);
    const changes = here.changes(new AbortController().signal);
    const { task: theirs } = await begin(there, { entries: [notice()] });
    await begin(here);
    expect(await firstOf(changes)).toBe(theirs.key);
  });

  it.each(['heartbeat', 'record', 'session'])(
    "another process's write is noticed after this process has written something else: a %s",
    async (what) => {
      const url = `sqlite:${newPath()}`;
      await using here = await openStore(url, { pollMilliseconds });
      await using there = await openStore(url, { pollMilliseconds });
      const { task } = await begin(there, { entries: [notice()] });
      const changes = here.changes(new AbortController().signal);
      for (let count = 0; count < 3; count += 1) {
        if (what === 'heartbeat') await here.heartbeat('node-a');
        else if (what === 'record') await here.records.put('token', 'a', { count });
        else await here.sessions.put(sessionOf('s', { data: { count } }));
      }
      await there.commit({ task: task.key, entries: [notice()] });
      expect(await firstOf(changes)).toBe(task.key);
    },
  );

  it("another process's write is announced once, and only to readers that asked before", async () => {
    const url = `sqlite:${newPath()}`;
    await using here = await openStore(url, { pollMilliseconds });
    await using there = await openStore(url);
    const { task: before } = await begin(there);
    const keys: TaskKey[] = [];
    const controller = new AbortController();
    const listening = (async () => {
      for await (const key of here.changes(controller.signal)) keys.push(key);
    })();
    const { task } = await begin(there);
    await wait(60);
    const { task: mine } = await begin(here);
    await wait(60);
    controller.abort();
    await listening;
    expect(keys).toEqual([task.key, mine.key]);
    expect(keys).not.toContain(before.key);
  });
});

othersContract({ newURL: () => `sqlite:${newPath()}` });
