import { expect, test } from 'vitest';
import { Stage } from '../__fixtures__/stage.ts';
import type { Loose } from '../__fixtures__/loose.ts';
import type { StepProposer } from '../app/step-proposer.ts';

test('agents take a turn when they are told to, and not before', async () => {
  await using stage = await Stage.open();
  const posted = await stage.call('/manual', { body: { body: 'hello', task_id: 'by-hand' } });
  expect(posted.body).toEqual({ task_id: 'by-hand' });
  const before = await stage.call('/tasks/by-hand/log');
  expect(before.body.entries.map(({ type }: Loose) => type)).toEqual(['run-started', 'message']);
  const { body: step } = await stage.call('/tasks/by-hand/step', { body: { target: 'clerk' } });
  expect(step).toMatchObject({ task_id: 'by-hand', run: 1 });
  expect(['done', 'complete']).toContain(step.status);
  const after = await stage.call('/tasks/by-hand/log');
  expect(after.body.entries.some(({ agent }: Loose) => agent === 'clerk')).toBe(true);
});

test('an invalid step is refused with a reason', async () => {
  await using stage = await Stage.open();
  await stage.call('/manual', { body: { body: 'hello', task_id: 'by-hand' } });
  expect((await stage.call('/tasks/by-hand/step', { body: { target: 'nobody' } })).status).toBe(404);
  expect((await stage.call('/tasks/by-hand/step', { body: {} })).status).toBe(400);
  expect((await stage.call('/tasks/none/step', { body: { target: 'clerk' } })).status).toBe(404);
  const alone = { target: 'clerk', response_type: 'response' };
  expect((await stage.call('/tasks/by-hand/step', { body: alone })).status).toBe(400);
  expect((await stage.call('/manual', { body: { body: 'x', recipients: ['nobody'] } })).status).toBe(404);
});

test('a program may propose the next step, and learns what was done', async () => {
  const told: unknown[] = [];
  const stepProposer: StepProposer = {
    begun: (_, taskId) => told.push(['begun', taskId]),
    propose: async ({ owner }, taskId) =>
      taskId === 'by-hand' ? { target: 'clerk', payload: `Your turn, says ${owner.id}.` } : undefined,
    stepped: (_, taskId, { target }, { status }) => told.push(['stepped', taskId, target, status]),
  };
  await using stage = await Stage.open({ stepProposer });
  for (const task_id of ['by-hand', 'other']) await stage.call('/manual', { body: { body: 'hello', task_id } });
  const { body } = await stage.call('/tasks/by-hand/proposal');
  expect(body).toEqual({ step: { target: 'clerk', payload: 'Your turn, says alice.' } });
  expect((await stage.call('/tasks/other/proposal')).body).toEqual({ step: null });
  expect((await stage.call('/tasks/by-hand/proposal', { as: 'bob' })).status).toBe(404);
  const { body: step } = await stage.call('/tasks/by-hand/step', { body: body.step });
  expect(told).toEqual([
    ['begun', 'by-hand'],
    ['begun', 'other'],
    ['stepped', 'by-hand', 'clerk', step.status],
  ]);
});

test('nothing is proposed without such a program', async () => {
  await using stage = await Stage.open();
  await stage.call('/manual', { body: { body: 'hello', task_id: 'by-hand' } });
  expect((await stage.call('/tasks/by-hand/proposal')).body).toEqual({ step: null });
});
