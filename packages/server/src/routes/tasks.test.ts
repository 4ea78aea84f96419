import { taskRecordWire } from '@posthouse/protocol';
import { describe, expect, test } from 'vitest';
import { rawRequest } from '../__fixtures__/raw-request.ts';
import { readFrames } from '../__fixtures__/read-frames.ts';
import { Stage } from '../__fixtures__/stage.ts';
import { until } from '../__fixtures__/until.ts';

const post = { method: 'POST' } as const;

describe('GET /tasks', () => {
  test('returns a record for each task of the caller', async () => {
    await using stage = await Stage.open();
    expect((await stage.call('/tasks')).body).toEqual({});
    await stage.post({ body: 'first words', task_id: 'one' });
    await stage.post({ body: 'ask ok?', task_id: 'two' });
    await stage.post({ body: 'elsewhere', task_id: 'three', swarm: 'annex' });
    const { body } = await stage.call('/tasks');
    expect(Object.keys(body).toSorted()).toEqual(['one', 'two']);
    for (const record of Object.values(body)) taskRecordWire.parse(record);
    expect(body.one).toMatchObject({
      task_id: 'one',
      task_owner: 'user:alice@desk',
      task_contributors: ['user:alice@desk'],
      is_running: false,
      completed: true,
      task_message_queue: [],
      remote_swarms: [],
      status: 'complete',
      title: 'first words',
    });
    expect(body.two).toMatchObject({ completed: false, status: 'paused' });
    expect(typeof body.one.events[0].data).toBe('string');
    expect(Object.keys((await stage.call('/tasks?swarm=annex')).body)).toEqual(['three']);
  });

  test('returns pages when asked', async () => {
    await using stage = await Stage.open();
    const ids = Array.from({ length: 5 }, (_, index) => `task-${index}`);
    for (const id of ids) await stage.post({ body: 'hello', task_id: id });
    const newest = Object.keys((await stage.call('/tasks?limit=2')).body);
    expect(newest).toEqual(['task-4', 'task-3']);
    expect(Object.keys((await stage.call('/tasks?limit=10&before=task-3')).body)).toEqual([
      'task-2',
      'task-1',
      'task-0',
    ]);
    expect((await stage.call('/tasks?limit=0')).status).toBe(400);
    expect((await stage.call('/tasks?limit=many')).status).toBe(400);
    expect((await stage.call('/tasks?before=none')).status).toBe(404);
  });
});

describe('GET /task', () => {
  test('accepts a body, as MAIL clients send it, or a query', async () => {
    await using stage = await Stage.open();
    await stage.post({ body: 'hello', task_id: 't' });
    const { url } = await stage.listen();
    const withBody = await rawRequest(`${url}/task`, { body: '{"task_id":"t"}' });
    expect(withBody).toMatchObject({ status: 200, body: { task_id: 't', status: 'complete' } });
    expect((await stage.call('/task?task_id=t')).body).toEqual(withBody.body);
    expect((await stage.call('/tasks/t')).body).toEqual(withBody.body);
  });

  test.each([
    ['nothing', undefined, 400, 'task_id is required'],
    ['an empty object', '{}', 400, 'task_id is required'],
    ['a number', '{"task_id":5}', 400, 'task_id must be a string'],
    ['what is no JSON', '{', 400, 'error parsing request'],
    ['an unknown id', '{"task_id":"x"}', 404, "task 'x' not found"],
    ['far too much', JSON.stringify({ task_id: 'x'.repeat(100_000) }), 413, 'too large'],
  ])('explains what is wrong with %s', async (_, body, status, detail) => {
    await using stage = await Stage.open();
    const { url } = await stage.listen();
    const answer = await rawRequest(`${url}/task`, body === undefined ? {} : { body });
    expect(answer.status).toBe(status);
    expect(answer.body.detail).toContain(detail);
    expect(answer.body.code).toEqual(expect.any(String));
  });
});

describe('POST /tasks/:id/cancel', () => {
  test('cancels an endless run, and tells its waiting callers', async () => {
    await using stage = await Stage.open();
    const waiting = stage.post({ body: 'hang', task_id: 't' });
    const streaming = stage.fetch('/message', { ...post, body: { body: 'hang', task_id: 's', stream: true } });
    await until(async () => Object.keys((await stage.call('/tasks')).body).length === 2);
    expect((await stage.call('/tasks/t/cancel', post)).body).toEqual({ task_id: 't', status: 'cancelled' });
    expect((await stage.call('/tasks/s/cancel', post)).status).toBe(200);
    expect((await waiting).body).toMatchObject({ status: 'cancelled', code: 'cancelled' });
    expect((await readFrames(await streaming)).at(-1)).toMatchObject({
      event: 'task_error',
      data: { status: 'cancelled' },
    });
  });

  test('a cancel does nothing to a task at rest, which can still be continued', async () => {
    await using stage = await Stage.open();
    await stage.post({ body: 'hello', task_id: 't' });
    expect((await stage.call('/tasks/t/cancel', post)).body).toEqual({ task_id: 't', status: 'complete' });
    expect((await stage.post({ body: 'again', task_id: 't' })).body.status).toBe('complete');
    expect(await stage.call('/tasks/x/cancel', post)).toMatchObject({ status: 404, body: { code: 'task_not_found' } });
  });
});

describe('POST /tasks/:id/resume', () => {
  test('gives results to a paused task and answers like /message', async () => {
    await using stage = await Stage.open();
    await stage.post({ body: 'ask ok?', task_id: 't' });
    const { body } = await stage.call('/tasks/t/resume', { body: { results: [{ call_id: 't-0', content: 'yes' }] } });
    expect(body).toEqual({ response: 'thank you', events: null, task_id: 't', status: 'complete' });
  });

  test('POST /tasks/:id/resume streams when asked', async () => {
    await using stage = await Stage.open();
    await stage.post({ body: 'ask ok?', task_id: 't', swarm: 'annex' });
    const response = await stage.fetch('/tasks/t/resume?swarm=annex', { body: { results: 'yes', stream: true } });
    const names = (await readFrames(response)).map((frame) => frame.event);
    expect(names[0]).toBe('breakpoint_action_complete');
    expect(names.at(-1)).toBe('task_complete');
  });

  test('explains what is wrong, and the task stays paused', async () => {
    await using stage = await Stage.open();
    await stage.post({ body: 'ask ok?', task_id: 't' });
    const wrong = [
      {},
      { results: null },
      { results: {} },
      { results: [{}] },
      { results: [] },
      { results: 'x', stream: 7 },
    ];
    for (const body of wrong) expect((await stage.call('/tasks/t/resume', { body })).status).toBe(400);
    expect((await stage.call('/tasks/x/resume', { body: { results: 'x' } })).status).toBe(404);
    expect((await stage.call('/tasks/t')).body.status).toBe('paused');
  });

  test('runs once for each key', async () => {
    await using stage = await Stage.open();
    await stage.post({ body: 'ask ok?', task_id: 't' });
    const resume = { body: { results: 'yes' }, headers: { 'idempotency-key': 'k' } };
    const [one, two] = await Promise.all([1, 2].map(() => stage.call('/tasks/t/resume', resume)));
    expect(one!.body).toEqual(two!.body);
    expect(one!.body.response).toBe('thank you');
  });
});
