import { describe, expect, test } from 'vitest';
import { Stage } from '../__fixtures__/stage.ts';

const placeOf = async (stage: Stage, taskId: string): Promise<number> => {
  const task = await stage.served.instance({ role: 'user', id: 'alice', token: 'alice' }).task(taskId);
  return task!.head;
};

describe('a message that names a place in a task', () => {
  test('a message continues the task if it is still at the named place, and forks it otherwise', async () => {
    await using stage = await Stage.open();
    await stage.post({ body: 'one', task_id: 't' });
    const after = await placeOf(stage, 't');
    expect((await stage.post({ body: 'two', task_id: 't', after })).body.task_id).toBe('t');
    const headers = { 'Idempotency-Key': 'k' };
    const fork = await stage.post({ body: 'deux', task_id: 't', after }, { headers });
    expect(fork.body).toMatchObject({ response: 'you said: deux', status: 'complete' });
    expect(fork.body.task_id).not.toBe('t');
    expect((await stage.post({ body: 'deux', task_id: 't', after }, { headers })).body).toEqual(fork.body);
  });

  test('a message that names the start of a run goes to a fork', async () => {
    await using stage = await Stage.open();
    await stage.post({ body: 'one', task_id: 't' });
    const headers = { 'Idempotency-Key': 'k' };
    const fork = await stage.post({ body: 'uno', task_id: 't', before_run: 1 }, { headers });
    expect(fork.body.task_id).not.toBe('t');
    expect((await stage.post({ body: 'uno', task_id: 't', before_run: 1 }, { headers })).body).toEqual(fork.body);
    expect((await stage.post({ body: 'x', task_id: 't', before_run: 9 })).status).toBe(400);
  });

  test('a message is refused where the run has got more messages or results since', async () => {
    await using stage = await Stage.open();
    for (const [taskId, more] of [
      ['words', { body: 'never mind' }],
      ['results', { resume_from: 'breakpoint_tool_call', kwargs: { tool_results: 'yes' } }],
    ] as const) {
      await stage.post({ body: 'ask sure?', task_id: taskId });
      const after = await placeOf(stage, taskId);
      await stage.post({ ...more, task_id: taskId });
      const late = await stage.post({ body: 'and?', task_id: taskId, after });
      expect([late.status, late.body.code]).toEqual([409, 'task_moved_on']);
    }
  });

  test('a message must name exactly one place, together with the task', async () => {
    await using stage = await Stage.open();
    const places = [{ after: 1 }, { before_run: 1 }, { task_id: 't', after: 1, before_run: 1 }];
    for (const place of places) expect((await stage.post({ body: 'x', ...place })).status).toBe(400);
  });
});
