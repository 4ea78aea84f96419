import { describe, expect, test } from 'vitest';
import { drain } from '../__fixtures__/caught.ts';
import { type Play, PlayServer, sendJSON, startSSE } from '../__fixtures__/play-server.ts';
import { call, end, notice, toText } from '../__fixtures__/wire-events.ts';
import { createClient, type MessageStreamOptions } from '../index.ts';

type Event = Parameters<typeof toText>[0];
const telling = (data: object, id?: string): Event => ({ event: 'telling', data, ...(id === undefined ? {} : { id }) });
const begin = telling({ type: 'begin', task_id: 't', run: 1, message_id: 'm' });
const start = telling({ type: 'start', answer_id: 'a' }, '1');
const opens = telling({ type: 'text_start', id: 'x', agent: 'boss', turn: 1, kind: 'answer', is_answer: true }, '2');
const text = (offset: number, delta: string) => telling({ type: 'text', id: 'x', offset, delta });
const closes = telling({ type: 'text_end', id: 'x', retracted: false });
const over = telling({ type: 'end', outcome: 'complete' }, '3');
const asked = {
  id: 'c',
  agent: 'boss',
  turn: 1,
  call_id: 'c',
  tool: 'pay',
  kind: 'action',
  input: {},
  for_caller: true,
};
const pause = telling({ type: 'pause', seq: 2, questions: [{ ...asked, needs: 'approval' }] }, '2');

const whole =
  (...events: Event[]): Play =>
  (_, response) =>
    startSSE(response, { 'X-Task-Id': 't' }).end(toText(...events));
const broken =
  (...events: Event[]): Play =>
  (_, response) => {
    startSSE(response, { 'X-Task-Id': 't' }).write(toText(...events));
    setTimeout(() => response.destroy(), 10);
  };
const about = { timestamp: '2026-03-01T08:30:00+00:00', description: 'agent boss used breakpoint tools', task_id: 't' };
const breakpoint: Event = { event: 'breakpoint_tool_call', data: { ...about, extra_data: {} } };
/** A server that knows only MAIL. */
const plain =
  (isCut: boolean, ...events: Event[]): Play =>
  (_, response) => {
    startSSE(response).write(toText(...events));
    setTimeout(() => (isCut ? response.destroy() : response.end()), 10);
  };
const inTurn = (...plays: Play[]): Play => {
  const left = [...plays];
  return (request, response) => left.shift()!(request, response);
};

const open = ({ url }: PlayServer) =>
  createClient({ baseUrl: url, streams: { firstWaitMs: 2, mostWaitMs: 10 }, retries: 0 });
const post = (server: PlayServer, options: MessageStreamOptions = {}) =>
  drain(open(server).postMessageTellings({ body: 'b', taskId: 't', swarm: 'annex' }, options));
const typesOf = (items: readonly { type: string }[]) => items.map(({ type }) => type);

describe('a message that is told of', () => {
  test('is posted once, and goes on in the middle of a text after a cut', async () => {
    await using server = await PlayServer.start(
      inTurn(
        broken(begin, start, opens, text(0, 'Hel')),
        broken(begin, opens),
        whole(begin, text(0, 'Hello'), closes, over),
      ),
    );
    const { items, error } = await post(server);
    expect(error).toBeUndefined();
    expect(items.flatMap((each) => (each.type === 'text' ? each.delta : []))).toEqual(['Hel', 'lo']);
    expect(items.at(-1)).toEqual({ type: 'end', outcome: 'complete', text: 'Hello' });
    expect(server.asked).toEqual(['POST /message', 'GET /tasks/t/tellings', 'GET /tasks/t/tellings']);
    expect(server.requests[0]?.body).toMatchObject({ body: 'b', stream: 'tellings', swarm: 'annex' });
    expect(server.requests[1]?.query).toEqual({ swarm: 'annex', run: '1', message_id: 'm', after: '2', has: '3/x' });
  });

  test('ends at a pause, also where the connection breaks behind it', async () => {
    for (const play of [whole, broken]) {
      await using server = await PlayServer.start(play(begin, start, pause));
      const { items, error } = await post(server);
      expect([typesOf(items), error]).toEqual([['start', 'pause'], undefined]);
      expect(server.requests).toHaveLength(1);
    }
  });

  test('is over with its end, even if the server holds the line', async () => {
    await using server = await PlayServer.start((_, response) =>
      startSSE(response).write(toText(begin, start, over, text(0, 'late'))),
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

describe('a run that is there already', () => {
  test('is told from its beginning, through the pauses of the past', async () => {
    await using server = await PlayServer.start(
      inTurn(broken(begin, start, pause), whole(begin, telling({ type: 'resume' }, '3'), over)),
    );
    const { items, error } = await drain(open(server).tellings('t', { run: 1, swarm: 'annex' }));
    expect([typesOf(items), error]).toEqual([['start', 'pause', 'resume', 'end'], undefined]);
    expect(server.requests.map(({ query }) => query)).toEqual([
      { swarm: 'annex', run: '1' },
      { swarm: 'annex', run: '1', message_id: 'm', after: '2' },
    ]);
  });

  test('that waits for somebody is told up to there', async () => {
    await using server = await PlayServer.start(inTurn(broken(begin, start, pause), whole(begin)));
    const { items, error } = await drain(open(server).tellings('t'));
    expect([typesOf(items), error]).toEqual([['start', 'pause'], undefined]);
    expect(server.requests[0]?.query).toEqual({});
  });
});

test('results for a paused task are told of, with those of the calls that were asked about', async () => {
  const result = telling({ type: 'result', id: 'c', status: 'success', content: 'paid' }, '4');
  await using server = await PlayServer.start(inTurn(whole(begin, start, pause), whole(begin, result, over)));
  const [, paused] = (await post(server)).items;
  const { questions } = paused as Extract<typeof paused, { type: 'pause' }>;
  const { items } = await drain(open(server).resumeTellings('t', { content: 'yes' }, { swarm: 'annex', questions }));
  expect(items).toMatchObject([{ type: 'result', call: { tool: 'pay' } }, { type: 'end' }]);
  expect(server.requests[1]).toMatchObject({
    path: '/tasks/t/resume',
    query: { swarm: 'annex' },
    body: { results: { content: 'yes' }, stream: 'tellings' },
  });
});
