import { afterEach, describe, expect, test, vi } from 'vitest';
import { createClient } from '@posthouse/client';
import { MailChatTransport } from '@posthouse/client/chat';
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

/** A road on which the first streams are cut when a test says so, and no others begin before it says so. */
function cutRoad() {
  const cutting = new AbortController();
  const mended = Promise.withResolvers<void>();
  const road = {
    opened: 0,
    cut: () => cutting.abort(new TypeError('network error')),
    mend: () => mended.resolve(),
    fetch: (async (input, init) => {
      if (cutting.signal.aborted) await mended.promise;
      const response = await fetch(input, init);
      if (response.headers.get('content-type')?.startsWith('text/event-stream') !== true) return response;
      road.opened += 1;
      if (cutting.signal.aborted) return response;
      const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
      void response.body!.pipeTo(writable, { signal: cutting.signal }).catch(() => undefined);
      return new Response(readable, response);
    }) as typeof fetch,
  };
  return road;
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

  test.each([
    ['stands where it did', 0],
    ['has moved up', 1],
    ['has begun', 2],
  ])('a reader who was cut off, and comes back when the run %s, is told so', async (_, begun) => {
    await using world = await twoBefore();
    const { busy } = world;
    const { url } = await busy.stage.listen();
    const road = cutRoad();
    const { fetch } = road;
    const told: number[] = [];
    const tellings = async (): Promise<void> => {
      const client = createClient({ baseURL: url, token: 'alice', fetch });
      const message = { body: 'third', taskId: 'third', swarm: 'one' };
      for await (const telling of client.postMessageTellings(message))
        if (telling.type === 'queued') told.push(telling.place);
    };
    const chunks: number[] = [];
    const chat = async (): Promise<void> => {
      const transport = new MailChatTransport({ api: `${url}/chat`, token: 'alice', fetch, retryMs: 1 });
      const parts = [{ type: 'text', text: 'fourth' } as const];
      const messages = [{ id: 'm', role: 'user' as const, parts }];
      const sent = { chatId: 's', messages, trigger: 'submit-message' as const, messageId: undefined };
      for await (const chunk of await transport.sendMessages({ ...sent, abortSignal: undefined }))
        if (chunk.type === 'data-queued') chunks.push((chunk.data as { place: number }).place);
    };
    const reading = [tellings()];
    await until(() => told.length === 1);
    reading.push(chat());
    await until(() => chunks.length === 1);
    road.cut();
    busy.release(begun);
    await until(() => busy.asked.length === begun + 1);
    road.mend();
    // Whoever comes back while others are before them is told their place at once.
    await until(() => road.opened === 4);
    if (begun < 2) await until(() => told.length === begun + 1);
    busy.release();
    await Promise.all([...reading, ...world.answers]);
    for (const [first, places] of [
      [2, told],
      [3, chunks],
    ] as const) {
      expect([places[0], places.at(-1)]).toEqual([first, 0]);
      expect([...new Set(places)].toSorted((one, other) => other - one)).toEqual(places);
    }
  });

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
