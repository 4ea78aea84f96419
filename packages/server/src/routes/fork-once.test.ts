import { describe, expect, test } from 'vitest';
import { Stage } from '../__fixtures__/stage.ts';

const placeOf = async (stage: Stage, taskId: string): Promise<number> => {
  const task = await stage.house.office({ role: 'user', id: 'alice', token: 'alice' }).task(taskId);
  return task!.head;
};

describe('a message that names its place in a task', () => {
  test('goes on with the task if that is still there, and else with a fork', async () => {
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

  test('before a run goes to a fork', async () => {
    await using stage = await Stage.open();
    await stage.post({ body: 'one', task_id: 't' });
    const { body } = await stage.post({ body: 'uno', task_id: 't', before_run: 1 });
    expect(body.task_id).not.toBe('t');
    expect((await stage.post({ body: 'x', task_id: 't', before_run: 9 })).status).toBe(400);
  });

  test('before a run goes to a task that knows nothing if one of its messages was told before that run', async () => {
    await using stage = await Stage.open();
    const office = stage.house.office({ role: 'user', id: 'alice', token: 'alice' });
    const knownTo = async ({ body }: { body: { task_id?: unknown } }): Promise<string[]> =>
      (await office.told(body.task_id as string, { beforeRun: 1 })).map(({ message }) => message.body);
    await stage.post({ body: 'zero and one', task_id: 't', history_digest: 'k1.p0.p1' });
    await stage.post({ body: 'two', task_id: 't', history_digest: 'k2.p2' });
    await stage.post({ body: 'three', task_id: 't', history_digest: 'k3.p3' });
    const before = (run: number, ...prints: string[]) =>
      stage.post({ body: 'deux', task_id: 't', before_run: run, unless_told: prints });
    expect(await knownTo(await before(3, 'p4', 'p3'))).toEqual(['zero and one', 'two']);
    for (const print of ['p0', 'p1', 'p2']) expect(await knownTo(await before(3, 'p4', print))).toEqual([]);
    // What the run itself was told is told again.
    expect(await knownTo(await before(2, 'p2'))).toEqual(['zero and one']);
    const fork = await before(3, 'p3');
    const ofFork = { body: 'zwei', task_id: fork.body.task_id, before_run: 1 };
    expect(await knownTo(await stage.post({ ...ofFork, unless_told: ['p4'] }))).toEqual(['zero and one', 'two']);
    expect(await knownTo(await stage.post({ ...ofFork, unless_told: ['p1'] }))).toEqual([]);
  });

  test('before a run goes to one task if it comes twice with one key, also to one that knows nothing', async () => {
    await using stage = await Stage.open();
    for (const body of ['one', 'two']) await stage.post({ body, task_id: 't', history_digest: `k.${body}` });
    const again = { body: 'deux', task_id: 't', before_run: 2, unless_told: ['one'] };
    const headers = { 'Idempotency-Key': 'k' };
    const first = await stage.post(again, { headers });
    expect(first.body).toMatchObject({ response: 'you said: deux', status: 'complete' });
    expect((await stage.post(again, { headers })).body).toEqual(first.body);
  });

  test('is refused where the run was told more since, by words or by results', async () => {
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

  test('names one place, of a task that it names too', async () => {
    await using stage = await Stage.open();
    const places = [{ after: 1 }, { before_run: 1 }, { task_id: 't', after: 1, before_run: 1 }];
    for (const place of [...places, { task_id: 't', after: 1, unless_told: ['p'] }])
      expect((await stage.post({ body: 'x', ...place })).status).toBe(400);
  });
});
