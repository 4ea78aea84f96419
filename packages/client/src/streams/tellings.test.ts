import { describe, expect, test } from 'vitest';
import { drain } from '../__fixtures__/caught.ts';
import { type Play, PlayServer, sendJSON, startSSE } from '../__fixtures__/play-server.ts';
import { call, end, notice, toText } from '../__fixtures__/wire-events.ts';
import { createClient, type MessageStreamOptions } from '../index.ts';

type Event = Parameters<typeof toText>[0];
const telling = (data: object, id?: string): Event => ({ event: 'telling', data, ...(id === undefined ? {} : { id }) });
const begin = telling({ type: 'begin', task_id: 't', run: 1, message_id: 'm' });
const start = telling({ type: 'start', answer_id: 'a' }, '1');
const over = telling({ type: 'end', outcome: 'complete' }, '3');
const whole =
  (...events: Event[]): Play =>
  (_, response) =>
    startSSE(response, { 'X-Task-Id': 't' }).end(toText(...events));
const about = { timestamp: '2026-03-01T08:30:00+00:00', description: 'agent boss used breakpoint tools', task_id: 't' };
const breakpoint: Event = { event: 'breakpoint_tool_call', data: { ...about, extra_data: {} } };
/** A server that knows only MAIL. */
const plain =
  (isCut: boolean, ...events: Event[]): Play =>
  (_, response) => {
    startSSE(response).write(toText(...events));
    setTimeout(() => (isCut ? response.destroy() : response.end()), 10);
  };
const open = ({ url }: PlayServer) =>
  createClient({ baseUrl: url, streams: { firstWaitMs: 2, mostWaitMs: 10 }, retries: 0 });
const post = (server: PlayServer, options: MessageStreamOptions = {}) =>
  drain(open(server).postMessageTellings({ body: 'b', taskId: 't', swarm: 'annex' }, options));
const typesOf = (items: readonly { type: string }[]) => items.map(({ type }) => type);

describe('a message that is told of', () => {
  test('is over with its end, even if the server holds the line', async () => {
    await using server = await PlayServer.start((_, response) =>
      startSSE(response).write(toText(begin, start, over, start)),
    );
    expect(typesOf((await post(server)).items)).toEqual(['start', 'end']);
    await server.requests[0]!.closed;
  });

  test('that cannot be read is an error, unless somebody takes care of it', async () => {
    const odd = telling({ type: 'usage', agent: 'boss', model: 'm' });
    await using server = await PlayServer.start(whole(begin, odd, over));
    expect((await post(server)).error).toMatchObject({ name: 'PosthouseError', code: 'invalid_input' });
    const unreadable: string[] = [];
    const { items } = await post(server, { onUnreadable: ({ data }) => unreadable.push(data) });
    expect(typesOf(items)).toEqual(['end']);
    expect(unreadable).toEqual([JSON.stringify(odd.data)]);
  });
});

describe('a server that knows only MAIL', () => {
  test('is told of as well as its frames allow', async () => {
    await using server = await PlayServer.start(plain(false, call('boss', 'look'), end('Done.')));
    const { items, error } = await post(server);
    expect(error).toBeUndefined();
    expect(items).toMatchObject([
      { type: 'call', call: { tool: 'look', by: { agent: 'boss' } } },
      { type: 'text-start', text: { isAnswer: true } },
      { type: 'text', delta: 'Done.' },
      { type: 'text-end' },
      { type: 'end', text: 'Done.' },
    ]);
  });

  test('ends at a pause', async () => {
    const calls = '[{"call_id":"c","name":"ask","arguments":"{}"}]';
    await using server = await PlayServer.start(plain(false, breakpoint, end(calls)));
    expect(await post(server)).toMatchObject({ items: [{ type: 'pause', questions: [{ call: { tool: 'ask' } }] }] });
  });

  test('cannot be gone on with after a cut, and the message is not posted again', async () => {
    await using server = await PlayServer.start(plain(true, call('boss', 'look'), notice('n')));
    const { items, error } = await post(server);
    expect(typesOf(items)).toEqual(['call']);
    expect(error).toMatchObject({ code: 'stream_cut' });
    expect(server.asked).toEqual(['POST /message']);
  });

  test('cannot tell of a task again, and says so', async () => {
    await using server = await PlayServer.start((_, response) => sendJSON(response, { detail: 'Not Found' }, 404));
    const { error } = await drain(open(server).tellings('t'));
    expect(error).toMatchObject({
      status: 404,
      message: expect.stringContaining('cannot replay the events of a task'),
    });
  });
});
