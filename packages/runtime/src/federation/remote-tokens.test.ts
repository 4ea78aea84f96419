import type { LogEntry } from '@posthouse/protocol';
import { wrapLanguageModel } from 'ai';
import { describe, expect, test } from 'vitest';
import { PeerWorld } from '../__fixtures__/peer-world.ts';
import { askHuman, complete, request, wait } from '../__fixtures__/play.ts';
import { always, town } from '../__fixtures__/town.ts';
import { until } from '../__fixtures__/two-nodes.ts';
import { agent, type AgentOptions } from '../definitions/agent.ts';
import { Engine } from '../engine/engine.ts';
import type { TokenEvent } from '../follow/follow-task.ts';
import { SwarmInstance } from '../instance/swarm-instance.ts';
import { scripted } from '../scripted/index.ts';
import { swarm, type Swarm } from '../swarm.ts';

const ANSWER = 'The sea is very deep, and nobody has been down there for long.';

/** However slow the machine is, letters wait for what their sender did before. */
const TOGETHER = { policy: { catchUpMs: 60_000 } };

/** A model that stops in the middle of what it writes until it is let go on. */
function hesitant(going: Promise<void>) {
  const model = scripted(() => ({
    toolCalls: [{ name: 'task_complete', input: { finish_message: ANSWER } }],
    chunkSize: 4,
  }));
  return wrapLanguageModel({
    model,
    middleware: {
      specificationVersion: 'v3',
      wrapStream: async ({ doStream }) => {
        const result = await doStream();
        let deltas = 0;
        const gate = new TransformStream({
          transform: async (part: { type: string }, controller) => {
            if (part.type === 'tool-input-delta' && ++deltas === 10) await going;
            controller.enqueue(part);
          },
        });
        return { ...result, stream: result.stream.pipeThrough(gate as never) };
      },
    },
  });
}

function writer(model: AgentOptions['model']): Swarm {
  return swarm({
    name: 'beta',
    version: '1.0.0',
    entrypoint: 'head',
    enableInterswarm: true,
    agents: [
      agent({
        name: 'head',
        model,
        commTargets: [],
        enableEntrypoint: true,
        enableInterswarm: true,
        canCompleteTasks: true,
      }),
    ],
  });
}

const asker = (name: string, self: string, other: string, done: object[]) =>
  town(
    name,
    {
      [self]: always({
        'New Message': [request(other, 'q'), wait],
        q: [request(other, 'q'), wait],
        '::task_complete::': done as never,
      }),
    },
    { neighbours: [other] },
  );

const isTheirs = (event: LogEntry | TokenEvent) => event.type === 'token' && event.agent === 'head@beta';

/** Follows a new task at alpha to its end, and lets the writer go on once something of what it writes has come. */
async function follow(world: PeerWorld, go: () => void): Promise<(LogEntry | TokenEvent)[]> {
  const events: (LogEntry | TokenEvent)[] = [];
  for await (const event of world.server('alpha').instance.stream({ body: 'go', taskId: 't', tokens: true })) {
    events.push(event);
    if (isTheirs(event)) go();
  }
  return events;
}

function textOf(events: readonly (LogEntry | TokenEvent)[]): string {
  let text = '';
  for (const event of events) {
    if (event.type === 'token' && isTheirs(event)) text = text.slice(0, event.offset) + event.delta;
  }
  return text;
}

describe('text of an agent of another swarm', () => {
  test("whoever follows the task sees another swarm's text while it is being written", async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const alpha = asker('alpha', 'boss', 'head@beta', complete('got it'));
    await using world = await PeerWorld.open([alpha, writer(hesitant(promise))], TOGETHER);
    const events = await follow(world, resolve);
    expect(ANSWER.startsWith(textOf(events))).toBe(true);
    expect(textOf(events)).not.toBe('');
    // Before the log has it: that is what live means. And none comes after.
    const written = events.findIndex((event) => event.type === 'remote' && event.fact.type === 'text-written');
    expect(events.findLastIndex(isTheirs)).toBeLessThan(written);
    expect(events[written]).toMatchObject({ swarm: 'beta', agent: 'head@beta' });
    expect(JSON.stringify(events[written])).toContain(ANSWER);
  });

  test("another swarm's text is shown after its beginning, which is in the log once", async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const alpha = asker('alpha', 'boss', 'head@beta', complete('got it'));
    await using world = await PeerWorld.open([alpha, writer(hesitant(promise))], TOGETHER);
    const events = await follow(world, resolve);
    const facts = events.flatMap((event) =>
      event.type === 'remote' && event.fact.type.startsWith('text-') ? [[event.fact.type, event.agent]] : [],
    );
    expect(facts).toEqual([
      ['text-started', 'head@beta'],
      ['text-written', 'head@beta'],
    ]);
    const started = events.findIndex((event) => event.type === 'remote' && event.fact.type === 'text-started');
    expect(started).toBeLessThan(events.findIndex(isTheirs));
  });

  test('passes through a swarm in between', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const alpha = asker('alpha', 'boss', 'chief@gamma', complete('got it'));
    const gamma = asker('gamma', 'chief', 'head@beta', complete('gamma has it'));
    await using world = await PeerWorld.open([alpha, gamma, writer(hesitant(promise))], TOGETHER);
    const events = await follow(world, resolve);
    expect(textOf(events)).not.toBe('');
    expect(events).toContainEqual(
      expect.objectContaining({
        type: 'remote',
        swarm: 'beta',
        agent: 'head@beta',
        fact: expect.objectContaining({ type: 'text-written' }),
      }),
    );
  });

  test("readers in other processes see another swarm's text, which is no longer live once it is in the log", async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const alpha = asker('alpha', 'boss', 'head@beta', complete('got it'));
    await using world = await PeerWorld.open([alpha, writer(hesitant(promise))], TOGETHER);
    const { instance, store, definition } = world.server('alpha');
    const other = await Engine.start({ store, swarms: [definition] });
    try {
      await instance.submit({ body: 'go', taskId: 't' });
      const task = (await instance.task('t'))!;
      const reader = new SwarmInstance(definition, task.owner, other);
      const left: unknown[] = [];
      const events: (LogEntry | TokenEvent)[] = [];
      for await (const event of reader.follow('t', { tokens: true })) {
        events.push(event);
        if (isTheirs(event)) resolve();
        const isWritten = event.type === 'remote' && event.fact.type === 'text-written';
        if (isWritten) left.push((await store.read(task.key, 0, 1)).live);
      }
      expect(left).toEqual([[]]);
      expect(textOf(events)).not.toBe('');
      expect(ANSWER.startsWith(textOf(events))).toBe(true);
      const written = events.findIndex((event) => event.type === 'remote' && event.fact.type === 'text-written');
      expect(events.findLastIndex(isTheirs)).toBeLessThan(written);
    } finally {
      await other.stop({ drainMs: 0 });
    }
  });

  test("another swarm's text is logged as far as it was shown when the run ends after a crash, before that swarm is heard of again", async () => {
    const alpha = asker('alpha', 'boss', 'head@beta', complete('got it'));
    await using world = await PeerWorld.open([alpha, writer(hesitant(new Promise(() => undefined)))], TOGETHER);
    const { instance, store, definition, engine, fuse } = world.server('alpha');
    await using watcher = await Engine.start({ store, swarms: [] });
    await instance.submit({ body: 'go', taskId: 't' });
    const reader = new SwarmInstance(definition, instance.owner, watcher);
    const shown: (LogEntry | TokenEvent)[] = [];
    for await (const event of reader.follow('t', { tokens: true })) {
      shown.push(event);
      if (isTheirs(event)) break;
    }
    world.fate = ({ kind }) => (kind === 'follow' ? 'lost' : 'arrives');
    fuse.blow();
    void engine.stop({ drainMs: 0 });
    await store.leave(engine.node);
    const next = await world.start(definition, store);
    await until(async () => (await next.instance.task('t'))!.node === next.engine.node);
    await next.instance.cancel('t');
    const told = (await world.logAt('alpha', 't')).flatMap((entry) =>
      entry.type === 'text-written' || entry.type === 'text-abandoned' ? entry.parts : [],
    );
    expect(told).toMatchObject([{ agent: 'head@beta', text: expect.stringContaining(textOf(shown)) }]);
  });

  test("another swarm's text is logged as far as it was shown when the run is stopped while it is paused", async () => {
    const lines = always({
      'New Message': [request('head@beta', 'q'), wait],
      ask: [{ tool: 'ask_human', input: {} }],
    });
    const boss = { lines, actions: [askHuman] };
    const alpha = town('alpha', { boss }, { neighbours: ['head@beta'], breakpointTools: ['ask_human'] });
    const babbling = scripted(() => ({ text: ANSWER.repeat(100), chunkSize: 4, delayMs: 2 }));
    await using world = await PeerWorld.open([alpha, writer(babbling)], TOGETHER);
    const { instance } = world.server('alpha');
    const events: (LogEntry | TokenEvent)[] = [];
    await instance.submit({ body: 'go', taskId: 't' });
    for await (const event of instance.follow('t', { tokens: true })) {
      events.push(event);
      if (isTheirs(event)) await instance.submit({ body: 'b', subject: 'ask', taskId: 't', idempotencyKey: 'once' });
      if (event.type === 'paused') await instance.cancel('t');
    }
    const told = events.flatMap((event) => (event.type === 'text-written' ? event.parts : []));
    expect(told).toMatchObject([{ agent: 'head@beta', text: textOf(events) }]);
    expect(textOf(events)).not.toBe('');
  });

  test("another swarm's text is kept apart from text of the same agent for somebody else in the task", async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const gamma = asker('gamma', 'chief', 'head@beta', complete('gamma has it'));
    let heard = 0;
    const both = town(
      'alpha',
      {
        boss: always({
          'New Message': [request('head@beta', 'q'), request('chief@gamma', 'q'), wait],
          '::task_complete::': ({ inputs }) => {
            heard += inputs.filter(({ message }) => message.subject === '::task_complete::').length;
            return { calls: heard === 2 ? complete('got both') : [wait] };
          },
        }),
      },
      { neighbours: ['head@beta', 'chief@gamma'] },
    );
    await using world = await PeerWorld.open([both, gamma, writer(hesitant(promise))], TOGETHER);
    const turns = new Set<number>();
    const events: (LogEntry | TokenEvent)[] = [];
    for await (const event of world.server('alpha').instance.stream({ body: 'go', taskId: 't', tokens: true })) {
      events.push(event);
      if (event.type === 'token' && isTheirs(event)) turns.add(event.turn);
      // Both are in the middle of what they write.
      if (turns.size === 2) resolve();
    }
    const written = events.flatMap((event) =>
      event.type === 'remote' && event.fact.type === 'text-written' && event.agent === 'head@beta' ? [event.turn!] : [],
    );
    expect(written).toHaveLength(2);
    expect(new Set(written)).toEqual(turns);
    for (const turn of turns) {
      const own = events.filter((event) => event.type === 'token' && event.turn === turn);
      expect(ANSWER.startsWith(textOf(own))).toBe(true);
    }
  });

  test("another swarm's text is in the log although nobody could read it live", async () => {
    const alpha = asker('alpha', 'boss', 'head@beta', complete('got it'));
    await using world = await PeerWorld.open([alpha, writer(hesitant(Promise.resolve()))], TOGETHER);
    let cuts = 3;
    world.fate = ({ kind }) => (kind === 'follow' && cuts-- > 0 ? 'lost' : 'arrives');
    const events = await follow(world, () => undefined);
    const written = events.filter((event) => event.type === 'remote' && event.fact.type === 'text-written');
    expect(written).toHaveLength(1);
  });
});
