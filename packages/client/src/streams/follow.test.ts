import { describe, expect, test } from 'vitest';
import { caught, drain } from '../__fixtures__/caught.ts';
import { closedURL, type Play, PlayServer, sendJSON, startSSE } from '../__fixtures__/play-server.ts';
import {
  END,
  eventsAfter,
  eventsUpTo,
  farewell,
  LAST,
  PAUSE,
  ping,
  recorded,
  taskEvents,
  toNames,
  toText,
  type WireEvent,
} from '../__fixtures__/recorded.ts';
import { createClient, type FollowOptions, type Reconnect } from '../index.ts';

const quick = { firstWaitMs: 2, mostWaitMs: 10 };
const ALL = toNames(taskEvents);
const FIRST = toNames(eventsUpTo('2'));
const record = {
  task_id: 'task-1',
  task_owner: 'user:ada@harbour',
  task_contributors: [],
  start_time: 's',
  events: [],
  is_running: false,
  task_message_queue: [],
  remote_swarms: [],
  completed: true,
  title: null,
};

/** Answers the first request with the first play, and so on; the last one stays. */
function inTurn(...plays: Play[]): Play {
  return (request, response) => (plays.length > 1 ? plays.shift()! : plays[0]!)(request, response);
}

/** Sends what a server sends to somebody who comes from there. */
const whole: Play = ({ query }, response) => startSSE(response).end(toText(...eventsAfter(query.after)));

const sent =
  (...events: WireEvent[]): Play =>
  (_, response) =>
    startSSE(response).end(toText(...events));

/** The same, until the connection breaks: behind some bytes, or behind the event with an id. */
const brokenAt =
  (place: string | number): Play =>
  ({ query }, response) => {
    const events = eventsAfter(query.after);
    const bytes = Buffer.from(toText(...events));
    const end = typeof place === 'number' ? place : Buffer.byteLength(toText(...eventsUpTo(place, events)));
    startSSE(response).write(bytes.subarray(0, end));
    setTimeout(() => response.destroy(), 10);
  };

async function follow(server: PlayServer, options: FollowOptions = {}) {
  const reconnects: Reconnect[] = [];
  const client = createClient({ baseURL: server.url, token: 't', streams: quick });
  const result = await drain(
    client.follow('task-1', { onReconnect: (reconnect) => reconnects.push(reconnect), ...options }),
  );
  return { ...result, reconnects, asked: server.requests.map(({ query }) => query.after) };
}

describe('following a task', () => {
  test('gives all its runs from beginning to end', async () => {
    await using server = await PlayServer.start(sent(...taskEvents.flatMap((event) => [ping, event])));
    const { items, error, reconnects } = await follow(server);
    expect(error).toBeUndefined();
    expect(toNames(items)).toEqual(ALL);
    expect(reconnects).toEqual([]);
    expect(server.requests[0]).toMatchObject({
      path: '/tasks/task-1/events',
      query: {},
      headers: { accept: 'text/event-stream', authorization: 'Bearer t' },
    });
  });

  test('starts from any place, in any swarm, and gives what comes later', async () => {
    await using server = await PlayServer.start(whole);
    const options = { after: Number(PAUSE), swarm: 'annex', later: true };
    for await (const frame of createClient({ baseURL: server.url }).follow('task-1', options)) {
      expect(frame.id).toBe(eventsAfter(PAUSE)[0]!.id);
      break;
    }
    expect(server.requests[0]?.query).toEqual({ after: PAUSE, swarm: 'annex', follow: '1' });
  });

  test('sends no request before the first frame is wanted', async () => {
    await using server = await PlayServer.start(whole);
    const stream = createClient({ baseURL: server.url }).follow('task-1');
    expect([stream.taskId, server.requests.length]).toEqual(['task-1', 0]);
    await drain(stream);
  });

  test('ends when the reader has enough', async () => {
    await using server = await PlayServer.start((_, response) => {
      startSSE(response).write(toText(...eventsUpTo('2')));
    });
    for await (const frame of createClient({ baseURL: server.url }).follow('task-1')) if (frame.id === '2') break;
    await expect(server.requests[0]!.closed).resolves.toBeUndefined();
  });

  test('ends when the signal aborts, even between frames that came together', async () => {
    await using server = await PlayServer.start((_, response) => {
      startSSE(response).write(toText(...taskEvents));
    });
    const leaving = new AbortController();
    const seen: unknown[] = [];
    const reading = async () => {
      for await (const frame of createClient({ baseURL: server.url }).follow('task-1', { signal: leaving.signal })) {
        seen.push(frame.id);
        if (frame.id === '2') leaving.abort(new Error('left'));
      }
    };
    expect(await caught(reading())).toEqual(new Error('left'));
    expect(seen).toEqual(FIRST);
    await server.requests[0]!.closed;
  });
});

describe('a cut in a followed stream', () => {
  test('a followed stream is continued after a cut from the newest id', async () => {
    await using server = await PlayServer.start(inTurn(brokenAt('2'), brokenAt(0), brokenAt('5'), whole));
    const { items, error, asked, reconnects } = await follow(server);
    expect(error).toBeUndefined();
    expect(toNames(items)).toEqual(ALL);
    expect(asked).toEqual([undefined, '2', '2', '5']);
    expect(reconnects.map(({ after, failures, cause }) => [after, failures, cause.code])).toEqual([
      ['2', 1, 'server_unreachable'],
      ['2', 2, 'server_unreachable'],
      ['5', 1, 'server_unreachable'],
    ]);
  });

  test('the first frames of an entry are not repeated after a cut', async () => {
    const pause = taskEvents.indexOf(recorded('breakpoint_tool_call'));
    const place = Buffer.byteLength(toText(...taskEvents.slice(0, pause + 1)));
    await using server = await PlayServer.start(inTurn(brokenAt(place), whole));
    const { items, asked } = await follow(server);
    expect(toNames(items)).toEqual(ALL);
    expect(asked).toEqual([undefined, taskEvents[pause - 1]!.id]);
  });

  test('a cut after the end is followed by one more request, because another run may have begun', async () => {
    await using server = await PlayServer.start(inTurn(brokenAt(END), whole));
    expect(toNames((await follow(server)).items)).toEqual(ALL);
    await using quiet = await PlayServer.start(inTurn(brokenAt(LAST), whole));
    const { items, asked } = await follow(quiet);
    expect([toNames(items), asked]).toEqual([ALL, [undefined, LAST]]);
  });

  test('a cut after the end is no error if the server is gone', async () => {
    await using server = await PlayServer.start(
      inTurn(brokenAt(LAST), (_, response) => sendJSON(response, { detail: 'gone' }, 503, { 'Retry-After': '60' })),
    );
    const { items, error } = await follow(server);
    expect([toNames(items), error]).toEqual([ALL, undefined]);
  });

  test('a cut that the server announced is continued like any other', async () => {
    await using server = await PlayServer.start(inTurn(sent(...eventsUpTo('2'), farewell), whole));
    const { items, reconnects } = await follow(server);
    expect(toNames(items)).toEqual(ALL);
    expect(reconnects[0]?.cause).toMatchObject({
      code: 'stream_cut',
      message: expect.stringContaining('before the run was over'),
    });
  });
});

describe('a stream that ends without an end frame', () => {
  test('a stream without an end frame is over if the task is idle', async () => {
    await using server = await PlayServer.start((request, response) =>
      request.path.endsWith('/events')
        ? whole(request, response)
        : sendJSON(response, { ...record, status: 'complete' }),
    );
    const { items, error, asked } = await follow(server, { after: LAST });
    expect([items, error]).toEqual([[], undefined]);
    expect(asked).toEqual([LAST, undefined]);
  });

  test('a stream without an end frame is continued if the task is at work, or if its state is unknown', async () => {
    const records: Play[] = [
      (_, response) => sendJSON(response, { ...record, status: 'running' }),
      (_, response) => response.destroy(),
    ];
    const streams: Play[] = [sent(), sent(), whole];
    await using server = await PlayServer.start((request, response) =>
      (request.path.endsWith('/events') ? streams : records).shift()!(request, response),
    );
    expect(toNames((await follow(server, { after: END })).items)).toEqual(toNames(eventsAfter(END)));
  });
});

describe('a dead connection', () => {
  test('a dead connection is noticed when nothing comes for too long', async () => {
    await using server = await PlayServer.start(
      inTurn((_, response) => startSSE(response).write(toText(...eventsUpTo('2'))), whole),
    );
    const { items, reconnects } = await follow(server, { idleMs: 60 });
    expect(toNames(items)).toEqual(ALL);
    expect(reconnects[0]?.cause).toMatchObject({
      code: 'server_silent',
      message: expect.stringContaining('silent for 0.06 s'),
    });
    await server.requests[0]!.closed;
  });

  test('a connection is not suspected to be dead while there are pings or comments', async () => {
    await using server = await PlayServer.start((_, response) => {
      startSSE(response);
      let beats = 0;
      const timer = setInterval(() => {
        beats += 1;
        if (beats < 30) return void response.write(beats % 2 === 0 ? ': alive\n\n' : toText(ping));
        clearInterval(timer);
        return void response.end(toText(...taskEvents));
      }, 40);
    });
    const { items, reconnects } = await follow(server, { idleMs: 800 });
    expect([toNames(items), reconnects]).toEqual([ALL, []]);
  });

  test('a slow reader does not make its connection seem dead', async () => {
    await using server = await PlayServer.start(whole);
    const seen: unknown[] = [];
    const options = { after: taskEvents.at(-3)!.id!, idleMs: 30, onReconnect: () => seen.push('reconnect') };
    for await (const frame of createClient({ baseURL: server.url }).follow('task-1', options)) {
      seen.push(frame.id);
      await new Promise((resolve) => setTimeout(resolve, 60));
    }
    expect(seen).toEqual(ALL.slice(-2));
  });
});

describe('a server in trouble', () => {
  test('a server is asked again when it said that it would be ready', async () => {
    await using server = await PlayServer.start(
      inTurn(
        brokenAt('2'),
        (_, response) => sendJSON(response, { detail: 'draining', code: 'unavailable' }, 503, { 'Retry-After': '0.2' }),
        whole,
      ),
    );
    const { items, reconnects } = await follow(server);
    expect(toNames(items)).toEqual(ALL);
    expect(reconnects[1]?.delayMs).toBeGreaterThanOrEqual(200);
    expect(reconnects[1]?.cause).toMatchObject({ status: 503, message: 'draining' });
  });

  test('a server sets the delay before a reconnect with retry', async () => {
    await using server = await PlayServer.start(
      inTurn((_, response) => {
        startSSE(response).write(`retry: 100\r\n\r\n${toText(...eventsUpTo('2'))}`);
        setTimeout(() => response.destroy(), 10);
      }, whole),
    );
    expect((await follow(server)).reconnects[0]?.delayMs).toBeGreaterThanOrEqual(50);
  });

  test.each([
    ['breaks down', (_: unknown, response: Parameters<Play>[1]) => sendJSON(response, { detail: 'oops' }, 500)],
    [
      'is replaced by a page',
      (_: unknown, response: Parameters<Play>[1]) => response.setHeader('Content-Type', 'text/html').end('<h1>Hi'),
    ],
    ['is too busy', (_: unknown, response: Parameters<Play>[1]) => sendJSON(response, { detail: 'busy' }, 429)],
  ])('a server is waited for if it %s in between', async (_, trouble) => {
    await using server = await PlayServer.start(inTurn(brokenAt('2'), trouble, whole));
    expect(toNames((await follow(server)).items)).toEqual(ALL);
  });

  test('a server in trouble is given up after the time limit', async () => {
    await using server = await PlayServer.start(inTurn(brokenAt('2'), (_, response) => response.destroy()));
    const { items, error } = await follow(server, { giveUpMs: 100 });
    expect(toNames(items)).toEqual(FIRST);
    expect(error).toMatchObject({ code: 'server_unreachable' });
    expect(server.requests.length).toBeGreaterThan(1);
  });

  test('a server that was never there is not waited for', async () => {
    const client = createClient({ baseURL: await closedURL(), streams: quick });
    const attempts: unknown[] = [];
    const { error } = await drain(client.follow('task-1', { onReconnect: ({ failures }) => attempts.push(failures) }));
    expect(error).toMatchObject({ code: 'server_unreachable' });
    expect(attempts).toEqual([1, 2]);
  });

  test('a server is no longer waited for when the caller aborts', async () => {
    await using server = await PlayServer.start(inTurn(brokenAt('2'), (_, response) => response.destroy()));
    const leaving = new AbortController();
    const options = { firstWaitMs: 60_000, mostWaitMs: 60_000, signal: leaving.signal };
    const { error } = await follow(server, { ...options, onReconnect: () => leaving.abort(new Error('left')) });
    expect(error).toEqual(new Error('left'));
  });
});

describe('a permanent failure of a followed stream', () => {
  test.each([
    [
      'a task that is not there',
      404,
      { detail: "task 'x' not found", code: 'task_not_found' },
      { code: 'task_not_found' },
    ],
    [
      'a token that is not good',
      401,
      { detail: 'invalid API key' },
      { code: 'unauthenticated', message: 'invalid API key' },
    ],
    ['an id that is none', 400, { detail: 'after must be a number', code: 'invalid_input' }, { code: 'invalid_input' }],
    ['a server that breaks down at once', 500, { detail: 'oops' }, { code: 'internal' }],
  ])('a permanent failure is reported at once for %s', async (_, status, body, expected) => {
    await using server = await PlayServer.start((__, response) => sendJSON(response, body, status));
    const { error } = await follow(server);
    expect(error).toMatchObject(expected);
    expect(server.requests).toHaveLength(1);
  });

  test('explains that the server cannot replay events', async () => {
    await using server = await PlayServer.start((_, response) => sendJSON(response, { detail: 'Not Found' }, 404));
    expect((await follow(server)).error).toMatchObject({
      code: 'not_found',
      message: expect.stringContaining('cannot replay the events of a task'),
    });
  });

  test.each([
    ['a page', 'text/html', 'with text/html instead of an event stream'],
    ['JSON', 'application/json', 'with application/json instead'],
    ['no content type', '', 'with no content type instead'],
  ])('a failure is reported for %s instead of a stream', async (_, type, words) => {
    await using server = await PlayServer.start((__, response) => {
      if (type !== '') response.setHeader('Content-Type', type);
      response.end('hello');
    });
    expect((await follow(server)).error).toMatchObject({
      code: 'not_a_mail_server',
      message: expect.stringContaining(words),
    });
  });

  test('a frame that is too large is reported', async () => {
    await using server = await PlayServer.start(whole);
    const { items, error } = await follow(server, { longestEvent: 300 });
    expect(toNames(items)).toEqual(['1']);
    expect(error).toMatchObject({ code: 'too_large' });
    expect(server.requests).toHaveLength(1);
  });

  test('an unreadable frame is reported, unless there is a handler for it', async () => {
    const call = recorded('tool_call');
    const events = taskEvents.map((event) => (event === call ? { ...event, data: { nonsense: true } } : event));
    await using server = await PlayServer.start(sent(...events));
    expect((await follow(server)).error).toMatchObject({ code: 'invalid_input' });
    const unreadable: string[] = [];
    const { items } = await follow(server, { onUnreadable: ({ event }) => unreadable.push(event) });
    expect([toNames(items), unreadable]).toEqual([ALL.filter((id) => id !== call.id), ['tool_call']]);
  });
});

test('frames of several megabytes are read like any other', async () => {
  const large = 'x'.repeat(5_000_000);
  const events = taskEvents.map((event) => ({ ...event, data: { ...event.data, description: large } }));
  await using server = await PlayServer.start(sent(...events.slice(0, 2), ...taskEvents.slice(2)));
  const { items } = await follow(server);
  expect(items[0]).toMatchObject({ data: { description: large } });
});
