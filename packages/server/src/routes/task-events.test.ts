import { connect } from 'node:net';
import { RunReader, type WireTelling } from '@posthouse/protocol';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Frame, FrameReader, readFrames } from '../__fixtures__/read-frames.ts';
import { Stage } from '../__fixtures__/stage.ts';
import { until } from '../__fixtures__/until.ts';
import { ServerMetrics } from '../metrics/server-metrics.ts';

const ids = (frames: readonly Frame[]) => frames.map((frame) => Number(frame.id));

describe('GET /tasks/:id/events', () => {
  test('replays a finished task and ends', async () => {
    await using stage = await Stage.open();
    await stage.post({ body: 'hello', task_id: 't' });
    const frames = await readFrames(await stage.overHTTP('/tasks/t/events'));
    // The third entry is the text of the answer, which MAIL shows as tokens.
    expect(ids(frames)).toEqual([1, 2, 4, 5, 6, 7]);
    expect(frames.at(-1)!.event).toBe('task_complete');
  });

  test('starts after any frame, by header or query, and the header wins', async () => {
    await using stage = await Stage.open();
    await stage.post({ body: 'hello', task_id: 't' });
    const read = async (path: string, headers = {}) => ids(await readFrames(await stage.fetch(path, { headers })));
    expect(await read('/tasks/t/events?after=5')).toEqual([6, 7]);
    expect(await read('/tasks/t/events', { 'last-event-id': '6' })).toEqual([7]);
    expect(await read('/tasks/t/events?after=1', { 'last-event-id': '6' })).toEqual([7]);
    expect(await read('/tasks/t/events?after=7')).toEqual([]);
    expect(await read('/tasks/t/events?after=999')).toEqual([]);
  });

  test('follows an open run to its end', async () => {
    await using stage = await Stage.open();
    const waiting = stage.post({ body: 'wait 100', task_id: 't' });
    await until(async () => (await stage.call('/tasks/t')).status === 200);
    const frames = await readFrames(await stage.overHTTP('/tasks/t/events?tokens=1'));
    expect(frames.at(-1)!.data.response).toBe('waited 100');
    await waiting;
  });

  test('ends at a breakpoint', async () => {
    await using stage = await Stage.open();
    await stage.post({ body: 'ask ok?', task_id: 't' });
    const frames = await readFrames(await stage.fetch('/tasks/t/events'));
    expect(frames.at(-1)).toMatchObject({ event: 'task_complete', data: { status: 'paused' } });
  });

  test('shows later runs too with follow=1, and ends only when the reader leaves', async () => {
    await using stage = await Stage.open();
    await stage.post({ body: 'one', task_id: 't' });
    const reader = new FrameReader(await stage.overHTTP('/tasks/t/events?follow=1'));
    expect((await reader.until('task_complete'))!.data.response).toBe('you said: one');
    for (const text of ['two', 'three']) {
      await stage.post({ body: text, task_id: 't' });
      expect((await reader.until('task_complete'))!.data.response).toBe(`you said: ${text}`);
    }
    await reader.cancel();
  });

  test.each(['?after=-1', '?after=x', '?after=1.5', '?tokens=yes', '?follow=maybe', '?after=99999999999999999999'])(
    'GET /tasks/:id/events refuses %s',
    async (query) => {
      await using stage = await Stage.open();
      await stage.post({ body: 'hello', task_id: 't' });
      expect(await stage.call(`/tasks/t/events${query}`)).toMatchObject({
        status: 400,
        body: { code: 'invalid_input' },
      });
    },
  );

  test('refuses unknown tasks and invalid tokens', async () => {
    await using stage = await Stage.open();
    expect((await stage.call('/tasks/x/events')).status).toBe(404);
    expect((await stage.call('/tasks/x/events', { as: null })).status).toBe(401);
    expect((await stage.call('/tasks/x/events', { headers: { 'last-event-id': 'x' } })).status).toBe(400);
  });

  test('answers HEAD with headers only, and opens nothing', async () => {
    await using stage = await Stage.open();
    await stage.post({ body: 'hello', task_id: 't' });
    const response = await stage.overHTTP('/tasks/t/events?follow=1', { method: 'HEAD' });
    expect(response.headers.get('content-type')).toContain('text/event-stream');
    expect(await response.text()).toBe('');
  });

  test('repeats and skips nothing, wherever a reader is cut off', async () => {
    await using stage = await Stage.open();
    for (const text of ['one', 'ask ok?', 'three', 'fail']) await stage.post({ body: text, task_id: 't' });
    const whole = await readFrames(await stage.fetch('/tasks/t/events'));
    await fc.assert(
      fc.asyncProperty(fc.nat({ max: whole.length }), async (cut) => {
        const last = whole.slice(0, cut).findLast((frame) => frame.id !== undefined)?.id ?? '0';
        const rest = await readFrames(await stage.fetch(`/tasks/t/events?after=${last}`));
        const seen = whole.findIndex((frame) => frame.id === last) + 1;
        expect(rest).toEqual(whole.slice(seen));
      }),
    );
  });
});

test('disconnected readers leave nothing behind', async () => {
  using metrics = new ServerMetrics({ version: '0' });
  await using stage = await Stage.open({ metrics });
  await stage.post({ body: 'hello', task_id: 't' });
  const openStreams = async () => {
    const text = await (await stage.fetch('/metrics', { as: 'root' })).text();
    return Number(/^posthouse_streams_open (\d+)$/m.exec(text)![1]);
  };
  const controllers = Array.from({ length: 20 }, () => new AbortController());
  const streams = controllers.map(({ signal }) => stage.overHTTP('/tasks/t/events?follow=1&tokens=1', { signal }));
  await Promise.all(streams);
  expect(await openStreams()).toBe(20);
  for (const controller of controllers) controller.abort();
  await until(async () => (await openStreams()) === 0);
});

test('a stalled reader is cut off on its socket, and the others are not', async () => {
  using metrics = new ServerMetrics({ version: '0' });
  await using stage = await Stage.open({ metrics, streamBytes: 50_000, stallMs: 500, pingMs: 500 });
  await stage.post({ body: 'hello', task_id: 't' });
  const { port } = await stage.listen();
  const socket = connect(port, '127.0.0.1');
  const ends: string[] = [];
  socket.on('close', () => ends.push('closed'));
  socket.on('error', () => undefined);
  socket.write('GET /tasks/t/events?follow=1 HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer alice\r\n\r\n');
  await new Promise((resolve) => socket.once('readable', resolve));
  const good = new FrameReader(await stage.overHTTP('/tasks/t/events?follow=1&after=6'));
  const reading = good.rest().catch(() => undefined);
  const text = 'x'.repeat(500_000);
  // More than the system keeps for a connection.
  for (let run = 0; run < 12; run += 1) await stage.post({ body: text, task_id: 't' });
  const isDropped = async () => {
    const counts = await (await stage.fetch('/metrics', { as: 'root' })).text();
    return counts.includes('posthouse_readers_dropped_total 1\n');
  };
  await until(isDropped);
  // A paused socket hears of its end only when it reads.
  socket.resume();
  await until(() => ends.length > 0);
  expect(ends).toEqual(['closed']);
  const runs = good.frames.filter((frame) => frame.event === 'task_complete').length;
  await stage.post({ body: 'the last', task_id: 't' });
  await until(() => good.frames.filter((frame) => frame.event === 'task_complete').length > runs);
  await good.cancel();
  await reading;
});

describe('GET /tasks/:id/tellings', () => {
  /** What is told of a run, in short. */
  const read = async (stage: Stage, query: string): Promise<string[]> => {
    const text = await (await stage.fetch(`/tasks/t/tellings${query}`)).text();
    const told = [...text.matchAll(/^data: (.*)$/gm)].map(([, data]) => JSON.parse(data!) as WireTelling);
    return told.map((each) => (each.type === 'text' ? each.delta : each.type));
  };
  const whole = (answer: string) => ['begin', 'start', 'text_start', answer, 'text_end', 'end'].toSorted();

  test('returns one run, wherever its reader continues from', async () => {
    await using stage = await Stage.open();
    for (const body of ['one', 'two', 'three']) await stage.post({ body, task_id: 't' });
    const { head } = (await stage.served.instance({ role: 'user', id: 'alice', token: 'alice' }).task('t'))!;
    expect((await read(stage, '')).toSorted()).toEqual(whole('you said: three'));
    expect((await read(stage, '?run=1')).toSorted()).toEqual(whole('you said: one'));
    expect((await read(stage, '?run=2')).toSorted()).toEqual(whole('you said: two'));
    // A place before the run is no reason to tell another one, and one behind it leaves nothing to tell.
    expect((await read(stage, '?run=3&after=2')).toSorted()).toEqual(whole('you said: three'));
    expect(await read(stage, `?run=1&after=${head}`)).toEqual(['begin']);
  });

  test('returns what results led to, without the pause before, to a reader that was cut off at once', async () => {
    await using stage = await Stage.open();
    await stage.post({ body: 'ask sure?', task_id: 't' });
    const results = { tool_results: [{ call_id: 't-0', content: 'yes' }] };
    const body = { task_id: 't', resume_from: 'breakpoint_tool_call', kwargs: results, stream: 'tellings' };
    const response = await stage.fetch('/message', { method: 'POST', body: JSON.stringify(body) });
    // Of the stream only its first event has arrived.
    const [first] = (await response.text()).split('\n\n');
    const [, id, begin] = /^id: (\d+)\nevent: telling\ndata: (.*)$/.exec(first!)!;
    const reader = new RunReader();
    expect(reader.read({ event: 'telling', data: begin!, id: id! })).toEqual([]);
    const told = await read(stage, `?${reader.query}`);
    expect(told).not.toContain('pause');
    expect(told.slice(-3)).toEqual(['thank you', 'text_end', 'end']);
  });

  test.each(['?run=0', '?run=2', '?run=7408340219&after=11825446728'])('refuses the unknown run %s', async (query) => {
    await using stage = await Stage.open();
    await stage.post({ body: 'hello', task_id: 't' });
    const { status, body } = await stage.call(`/tasks/t/tellings${query}`);
    expect([status, body.code]).toEqual([400, 'invalid_input']);
    expect(body.detail).toContain('has one run');
  });
});
