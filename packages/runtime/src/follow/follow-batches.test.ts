import type { LogEntry } from '@posthouse/protocol';
import { openStore, type Store, type Task } from '@posthouse/store';
import { describe, expect, test } from 'vitest';
import { cast, complete, type Line } from '../__fixtures__/play.ts';
import { agent } from '../definitions/agent.ts';
import { scripted } from '../scripted/index.ts';
import { swarm } from '../swarm.ts';
import { LiveHub } from '../live/live-hub.ts';
import { ModelQueue } from '../queue/model-queue.ts';
import type { PlaceTeller, QueuePlace } from '../queue/place-teller.ts';
import { ChangeBoard } from '../live/change-board.ts';
import { Engine } from '../engine/engine.ts';
import { type FollowBatch, followBatches } from './follow-task.ts';
import { SwarmInstance } from '../instance/swarm-instance.ts';

const text = 'The post leaves at seven, and arrives, if the horses are willing, at nine in the morning.';

function writer() {
  const turn = { toolCalls: [{ name: 'task_complete', input: { finish_message: text } }], chunkSize: 3, delayMs: 5 };
  return swarm({
    name: 'solo',
    version: '1.0.0',
    entrypoint: 'writer',
    agents: [
      agent({
        name: 'writer',
        model: scripted([turn]),
        commTargets: [],
        enableEntrypoint: true,
        canCompleteTasks: true,
      }),
    ],
  }).definition;
}

async function openEngine(definition = writer()) {
  const store = await openStore('sqlite::memory:');
  const reads = { count: 0 };
  const read = store.read.bind(store);
  store.read = (...given) => ((reads.count += 1), read(...given));
  const engine = await Engine.start({ store, swarms: [definition] });
  const instance = new SwarmInstance(definition, { swarm: definition.name, role: 'user', id: 'u' }, engine);
  const dispose = async (): Promise<void> => {
    await engine.stop({ drainMs: 0 });
    await store[Symbol.asyncDispose]();
  };
  return { store, engine, instance, reads, [Symbol.asyncDispose]: dispose };
}

/** The entries with which a text begins, and with which it is recorded. */
function writing(words: string): [started: LogEntry, written: LogEntry] {
  const part = { agent: 'writer', turn: 1, attempt: 1, part: 0, kind: 'text' as const };
  const place = { run: 1, at: 0, agent: 'writer', turn: 1 };
  return [
    { ...place, seq: 1, type: 'text-started', attempt: 1, part: 0, kind: 'text' },
    { ...place, seq: 2, type: 'text-written', parts: [{ ...part, text: words }] },
  ] as unknown as [LogEntry, LogEntry];
}

const briefly = (event: FollowBatch['events'][number]) => (event.type === 'token' ? event.delta : event.type);

describe('following the log in batches', () => {
  test('begins at once, even when there is nothing to give', async () => {
    await using stage = await openEngine(cast({ supervisor: [complete('done')] }).definition);
    const { taskId } = await stage.instance.postMessage({ body: 'go' });
    const task = (await stage.instance.task(taskId))!;
    const batches = stage.engine.follow(task, { after: task.head, signal: AbortSignal.timeout(5_000) });
    expect((await batches.next()).value).toEqual({ events: [], caughtUp: true });
    await batches.return(undefined);
  });

  test('keeps entries together that were written together', async () => {
    const lines: Line[] = [complete('one'), complete('two')];
    await using stage = await openEngine(cast({ supervisor: lines }).definition);
    const { taskId } = await stage.instance.postMessage({ body: 'go' });
    const task = (await stage.instance.task(taskId))!;
    const batches = stage.engine.follow(task, { signal: AbortSignal.timeout(5_000) });
    const first = (await batches.next()).value as FollowBatch;
    expect(first.events).toHaveLength(task.head);
    expect(first.caughtUp).toBe(true);
    await batches.return(undefined);
  });

  test('a follower does not ask the store for text that is written in this process', async () => {
    await using stage = await openEngine();
    const { taskId, after } = await stage.instance.submit({ body: 'go' });
    const task = (await stage.instance.task(taskId))!;
    const stop = new AbortController();
    let tokenBatches = 0;
    let entryBatches = 0;
    const before = stage.reads.count;
    for await (const { events } of stage.engine.follow(task, { after, tokens: true, signal: stop.signal })) {
      if (events.some((event) => event.type === 'token')) tokenBatches += 1;
      if (events.some((event) => event.type !== 'token')) entryBatches += 1;
      if (events.some((event) => event.type === 'run-ended')) break;
    }
    expect(tokenBatches).toBeGreaterThan(3);
    // One look at the beginning, and a few for what the runner wrote; none for the text.
    expect(stage.reads.count - before).toBeLessThanOrEqual(entryBatches + 4);
  });

  test('gives text that was shown while the log was being read before the entry that records it', async () => {
    const [started, written] = writing('The post leaves at seven');
    const reads: PromiseWithResolvers<LogEntry[]>[] = [];
    const store = {
      saveLive: async () => undefined,
      read: async () => {
        const reading = Promise.withResolvers<LogEntry[]>();
        reads.push(reading);
        return { entries: await reading.promise, live: [] };
      },
    } as unknown as Store;
    const [live, changes] = [new LiveHub(store), new ChangeBoard()];
    const task = { key: 1, openRun: 1, status: 'running', head: 0 } as unknown as Task;
    const source = { store, live, changes, task, queue: new ModelQueue(), isOurs: () => true };
    const batches = followBatches(source, { tokens: true, signal: new AbortController().signal });
    const place = { agent: 'writer', turn: 1, attempt: 1, epoch: 1 };
    live.write(task.key, place, { part: 0, kind: 'text', delta: 'The post ' });
    live.begin(task.key, { ...place, part: 0 }, started.seq);
    const first = batches.next();
    await expect.poll(() => reads.length).toBe(1);
    reads[0]!.resolve([started]);
    expect((await first).value?.events.map(briefly)).toEqual(['text-started', 'The post ']);

    const second = batches.next();
    changes.announce(task.key);
    await expect.poll(() => reads.length).toBe(2);
    live.write(task.key, place, { part: 0, kind: 'text', delta: 'leaves at seven' });
    live.flush(task.key);
    reads[1]!.resolve([written]);
    expect((await second).value?.events.map(briefly)).toEqual(['leaves at seven', 'text-written']);
    live.close();
    await batches.return(undefined);
  });

  test('asks the store for text of another process only while a run is open', async () => {
    await using stage = await openEngine();
    const { taskId } = await stage.instance.postMessage({ body: 'go' });
    const task = (await stage.instance.task(taskId))!;
    const stop = new AbortController();
    const batches = stage.engine.follow(task, { after: task.head, tokens: true, signal: stop.signal });
    await batches.next();
    const waiting = batches.next();
    const before = stage.reads.count;
    await new Promise((resolve) => setTimeout(resolve, 250));
    expect(stage.reads.count).toBe(before);
    stop.abort(new Error('enough'));
    await expect(waiting).rejects.toThrow('enough');
  });

  test('ends for every reader when the engine stops', async () => {
    await using stage = await openEngine();
    const { taskId } = await stage.instance.submit({ body: 'go' });
    const task = (await stage.instance.task(taskId))!;
    const following = (async () => {
      for await (const _ of stage.engine.follow(task, { after: 0 }));
    })();
    const ended = following.catch((error: unknown) => String(error));
    await stage.engine.stop({ drainMs: 0 });
    expect(await ended).toContain('shutting down');
  });
});

test('a reader is told that a run waits no more only if it was told of a place', async () => {
  await using world = await openEngine();
  const { store, engine, instance } = world;
  await instance.postMessage({ taskId: 't', body: 'write' });
  const [task] = (await store.list(instance.owner, undefined, 1)) as [Task];
  const tellers = [undefined, { run: 1, place: 2 }].map((place) => {
    const told: number[] = [];
    const board = new ChangeBoard<QueuePlace>();
    const queue = { placeOf: () => place, places: board as unknown as PlaceTeller };
    const source = { ...engine.source(task), queue };
    return { told, board, source };
  });
  for (const { told, board, source } of tellers) {
    const leaving = new AbortController();
    const options = { onQueued: ({ place }: QueuePlace) => void told.push(place), signal: leaving.signal };
    const batches = followBatches(source, options);
    await batches.next();
    const more = batches.next();
    await new Promise((resolve) => setImmediate(resolve));
    board.announce(task.key, { run: 1, place: 0 });
    leaving.abort();
    await expect(more).rejects.toThrow('aborted');
  }
  expect(tellers.map(({ told }) => told)).toEqual([[], [2, 0]]);
});
