import { describe, expect, test } from 'vitest';
import { drain } from '../__fixtures__/caught.ts';
import { type Play, PlayServer, sendJSON, startSSE } from '../__fixtures__/play-server.ts';
import {
  END,
  eventsAfter,
  eventsUpTo,
  PAUSE,
  tellingEvents,
  toText,
  type WireEvent,
  withoutIds,
} from '../__fixtures__/recorded.ts';
import { createClient, type MessageStreamOptions } from '../index.ts';

/** What is told of the recorded run, in short; the first event only says what the stream is about. */
const TOLD = tellingEvents.slice(1).map(({ data }) => (data as { type: string }).type.replace('_', '-'));
/** The frames of the recorded runs as a server sends them that knows only MAIL: up to a pause, and up to an end. */
const pausing = withoutIds(eventsUpTo(PAUSE));
const ending = withoutIds(eventsAfter(END));

const whole =
  (...events: WireEvent[]): Play =>
  (_, response) =>
    startSSE(response).end(toText(...events));
const open = ({ url }: PlayServer) =>
  createClient({ baseURL: url, streams: { firstWaitMs: 2, mostWaitMs: 10 }, retries: 0 });
const post = (server: PlayServer, options: MessageStreamOptions = {}) =>
  drain(open(server).postMessageTellings({ body: 'b', taskId: 't', swarm: 'annex' }, options));
const typesOf = (items: readonly { type: string }[]) => items.map(({ type }) => type);

describe('tellings of a message', () => {
  test('tellings end with the run, even if the server keeps the connection open', async () => {
    await using server = await PlayServer.start((_, response) =>
      startSSE(response).write(toText(...tellingEvents, tellingEvents[1]!)),
    );
    expect(typesOf((await post(server)).items)).toEqual(TOLD);
    await server.requests[0]!.closed;
  });

  test('a telling that cannot be read is an error, unless there is a handler for it', async () => {
    const broken = tellingEvents.findIndex(({ data }) => (data as { type: string }).type === 'usage');
    const odd = { ...tellingEvents[broken]!, data: { type: 'usage', agent: 'boss', model: 'm' } };
    await using server = await PlayServer.start(whole(...tellingEvents.with(broken, odd)));
    expect((await post(server)).error).toMatchObject({ name: 'PosthouseError', code: 'invalid_input' });
    const unreadable: string[] = [];
    const { items } = await post(server, { onUnreadable: ({ data }) => unreadable.push(data) });
    expect(typesOf(items)).toEqual(TOLD.toSpliced(broken - 1, 1));
    expect(unreadable).toEqual([JSON.stringify(odd.data)]);
  });
});

describe('tellings of a server that knows only MAIL', () => {
  test('tellings are made from the frames of a server that knows only MAIL', async () => {
    await using server = await PlayServer.start(whole(...ending));
    const { items, error } = await post(server);
    expect(error).toBeUndefined();
    expect(items).toMatchObject([
      { type: 'text-start', text: { isAnswer: true } },
      { type: 'text', delta: 'Done again.' },
      { type: 'text-end' },
      { type: 'end', text: 'Done again.' },
    ]);
  });

  test('tellings made from frames end at a pause', async () => {
    await using server = await PlayServer.start(whole(...pausing));
    const { items, error } = await post(server);
    expect(error).toBeUndefined();
    expect(items.filter(({ type }) => !type.startsWith('text'))).toMatchObject([
      { type: 'call', call: { tool: 'look', by: { agent: 'boss' } } },
      { type: 'result', result: { content: { found: 'ü€𝄞/' } } },
      { type: 'call', call: { tool: 'ask_human', by: { agent: 'boss' } } },
      { type: 'pause', questions: [{ call: { tool: 'ask_human' } }] },
    ]);
  });

  test('a cut in tellings made from frames is an error, and the message is not posted again', async () => {
    await using server = await PlayServer.start((_, response) => {
      startSSE(response).write(toText(...pausing.slice(0, -1)));
      setTimeout(() => response.destroy(), 10);
    });
    const { items, error } = await post(server);
    expect(typesOf(items)).not.toContain('pause');
    expect(error).toMatchObject({ code: 'stream_cut' });
    expect(server.asked).toEqual(['POST /message']);
  });

  test('the tellings of an existing task, which cannot be replayed, are an error', async () => {
    await using server = await PlayServer.start((_, response) => sendJSON(response, { detail: 'Not Found' }, 404));
    const { error } = await drain(open(server).tellings('t'));
    expect(error).toMatchObject({
      status: 404,
      message: expect.stringContaining('cannot replay the events of a task'),
    });
  });
});
