import { afterEach, describe, expect, test, vi } from 'vitest';
import { BusyModel } from './__fixtures__/busy-model.ts';
import { until } from './__fixtures__/until.ts';

afterEach(() => vi.unstubAllEnvs());

/** One call is under way, one waits, and then comes what is watched. */
async function twoBefore() {
  const busy = await BusyModel.start({ modelCalls: { atOnce: 1 } });
  const answers = [busy.post('first')];
  await until(() => busy.asking === 1);
  answers.push((await busy.queue('second')).answer);
  return { busy, answers, [Symbol.asyncDispose]: () => busy[Symbol.asyncDispose]() };
}

type Parsed = { event: string; data: Record<string, unknown>; id: string | undefined };

/** Reads a stream as it comes; gives what has come so far. */
function read(response: Response): { events: Parsed[]; end: Promise<void> } {
  const events: Parsed[] = [];
  const consume = async (): Promise<void> => {
    let text = '';
    for await (const piece of response.body!.pipeThrough(new TextDecoderStream())) {
      text += piece.replaceAll('\r', '');
      const frames = text.split('\n\n');
      text = frames.pop()!;
      for (const frame of frames) {
        const field = (name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(frame)?.[1];
        const data = field('data');
        if (data === undefined || data === '[DONE]') continue;
        events.push({ event: field('event') ?? '', data: JSON.parse(data) as Parsed['data'], id: field('id') });
      }
    }
  };
  return { events, end: consume() };
}

const STREAMS: Record<string, { path: string; body: object; place: (event: Parsed) => unknown; hasId?: boolean }> = {
  tellings: {
    path: '/message',
    body: { body: 'third', task_id: 'third', swarm: 'one', stream: 'tellings' },
    place: ({ data }) => (data.type === 'queued' ? data.place : undefined),
  },
  'MAIL frames with tokens': {
    path: '/message',
    body: { body: 'third', task_id: 'third', swarm: 'one', stream: 'tokens' },
    place: ({ event, data }) => (event === 'queued' ? data.place : undefined),
  },
  'a chat, as a transient part': {
    path: '/chat',
    body: { id: 's', messages: [{ id: 'm', role: 'user', parts: [{ type: 'text', text: 'third' }] }] },
    place: ({ data }) =>
      data.type === 'data-queued' && data.transient === true ? (data.data as { place: number }).place : undefined,
  },
  'the progress of an MCP call': {
    path: '/mcp',
    body: {
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name: 'one', arguments: { message: 'third' }, _meta: { progressToken: 1 } },
    },
    place: ({ data }) => {
      const message = (data.params as { message?: string } | undefined)?.message;
      if (message?.startsWith('waiting for its turn') !== true) return undefined;
      return Number(/place (\d+)/.exec(message)?.[1] ?? 1);
    },
  },
};

describe('a queued run', () => {
  test.each(Object.entries(STREAMS))(
    'reports its place in %s, as it moves up and until it begins',
    async (name, stream) => {
      await using world = await twoBefore();
      const { busy } = world;
      const headers = { Accept: 'text/event-stream, application/json' };
      const { events, end } = read(await busy.stage.overHTTP(stream.path, { body: stream.body, headers }));
      const places = () => events.map(stream.place).filter((place) => place !== undefined);
      await until(() => places().length === 1);
      busy.release(1);
      await until(() => places().length === 2);
      busy.release();
      await end;
      await Promise.all(world.answers);
      const left = name.includes('MCP') ? [] : [0];
      expect(places()).toEqual([2, 1, ...left]);
      expect(busy.asked).toEqual(['first', 'second', 'third']);
    },
  );

  test('reports its place to late readers, but not in the log', async () => {
    await using world = await twoBefore();
    const { busy } = world;
    const { answer } = await busy.queue('third');
    const place = STREAMS.tellings!.place;
    const late = [1, 2].map(async () => {
      const stream = read(await busy.stage.overHTTP('/tasks/third/tellings?swarm=one'));
      await until(() => stream.events.some((event) => place(event) === 2));
      return stream;
    });
    const streams = await Promise.all(late);
    busy.release();
    await Promise.all([answer, ...world.answers, ...streams.map(({ end }) => end)]);
    const after = read(await busy.stage.overHTTP('/tasks/third/tellings?swarm=one'));
    await after.end;
    expect(after.events.some((event) => event.data.type === 'end')).toBe(true);
    expect(after.events.some((event) => place(event) !== undefined)).toBe(false);
    const log = await (await busy.stage.overHTTP('/tasks/third/log?swarm=one')).text();
    expect(log).not.toContain('queued');
  });

  test("a queued run is shown as queued in the studio's overview of tasks", async () => {
    await using world = await twoBefore();
    const { tasks } = (await (await world.busy.stage.overHTTP('/ui/overview')).json()) as {
      tasks: { task_id: string; queued?: object }[];
    };
    expect(Object.fromEntries(tasks.map(({ task_id, queued }) => [task_id, queued]))).toEqual({
      first: undefined,
      second: { place: 1 },
    });
  });
});
