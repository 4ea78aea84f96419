import { describe, expect, test } from 'vitest';
import { Stage } from '../__fixtures__/stage.ts';

const SECRET = 'the secret of alice';

/** Every route that is about a task, asked for one of somebody else. */
const routes: [string, string, object?][] = [
  ['GET', '/tasks/hers'],
  ['GET', '/tasks/hers/events'],
  ['GET', '/tasks/hers/events?follow=1&tokens=1'],
  ['POST', '/tasks/hers/cancel'],
  ['POST', '/tasks/hers/resume', { results: 'x' }],
  ['GET', '/task?task_id=hers'],
  ['GET', '/tasks?before=hers'],
  ['GET', '/ui/task/hers'],
  ['GET', '/ui/task-summary/hers'],
  ['GET', '/ui/tasks?before=hers'],
  ['GET', '/ui/dump-events?before=hers'],
  ['POST', '/responses', { input: [{ role: 'user', content: 'x' }], tools: [], previous_response_id: 'hers' }],
];

const resumes = [
  { body: 'x', task_id: 'hers', resume_from: 'user_response' },
  { task_id: 'hers', resume_from: 'breakpoint_tool_call', kwargs: { tool_results: 'x' } },
];

async function withHerTask(): Promise<Stage> {
  const stage = await Stage.open({ debug: true });
  await stage.post({ body: `ask ${SECRET}`, task_id: 'hers' });
  return stage;
}

describe.each(['bob', 'root'])('a task of alice, to %s', (as) => {
  test.each(routes)('the task of alice does not exist at %s %s', async (method, path, body) => {
    await using stage = await withHerTask();
    const answer = await stage.call(path, { as, method, ...(body === undefined ? {} : { body }) });
    expect(answer).toMatchObject({ status: 404, body: { code: 'task_not_found' } });
    expect(JSON.stringify(answer.body)).not.toContain('secret');
    expect((await stage.call('/tasks/hers')).body.status).toBe('paused');
  });

  test('the task of alice is missing from every list', async () => {
    await using stage = await withHerTask();
    for (const path of ['/tasks', '/ui/tasks', '/ui/dump-events', '/status']) {
      const answer = await stage.call(path, { as });
      expect(answer.status).toBe(200);
      expect(JSON.stringify(answer.body)).not.toContain('hers');
    }
  });

  test.each(resumes)('the task of alice cannot be resumed: %j', async (body) => {
    await using stage = await withHerTask();
    for (const path of ['/message', '/ui/message']) {
      const answer = await stage.call(path, { as, body: { ...body, stream: false } });
      expect(answer.body).toMatchObject({ status: 'error', code: 'task_not_found' });
    }
    expect((await stage.call('/tasks/hers')).body.status).toBe('paused');
  });

  test('the task of alice does not keep them from creating their own with the same id', async () => {
    await using stage = await withHerTask();
    const { body } = await stage.post({ body: 'mine', task_id: 'hers', show_events: true }, { as });
    expect(body.response).toBe('you said: mine');
    expect(JSON.stringify(body)).not.toContain('secret');
    expect((await stage.call('/tasks/hers')).body.status).toBe('paused');
    expect((await stage.call('/tasks/hers', { as })).body.title).toBe('mine');
  });
});

test('agents of other swarms reach only the routes for agents', async () => {
  await using stage = await withHerTask();
  for (const [method, path, body] of routes) {
    const answer = await stage.call(path, { as: 'peer', method, ...(body === undefined ? {} : { body }) });
    expect(answer).toMatchObject({ status: 401, body: { detail: 'invalid role' } });
  }
});

test('the same id in another swarm is another task', async () => {
  await using stage = await withHerTask();
  expect((await stage.call('/tasks/hers?swarm=annex')).status).toBe(404);
  await stage.post({ body: 'there', task_id: 'hers', swarm: 'annex' });
  expect((await stage.call('/tasks/hers?swarm=annex')).body.title).toBe('there');
  expect((await stage.call('/tasks/hers')).body.status).toBe('paused');
});
