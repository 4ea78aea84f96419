import { readdirSync } from 'node:fs';
import { uiAgentsWire, uiEventDumpWire, uiTaskListWire, uiTaskTitleWire, uiTaskWire } from '@posthouse/protocol';
import { expect, test } from 'vitest';
import { readFrames } from '../__fixtures__/read-frames.ts';
import { Stage } from '../__fixtures__/stage.ts';
import type { Loose } from '../__fixtures__/loose.ts';

test('the agents of a swarm are listed', async () => {
  await using stage = await Stage.open();
  const { body } = await stage.call('/ui/agents');
  uiAgentsWire.parse(body);
  expect(body.entrypoint).toBe('clerk');
  expect(body.agents[0]).toEqual({
    name: 'clerk',
    comm_targets: ['specialist', 'hermit'],
    enable_entrypoint: true,
    can_complete_tasks: true,
    enable_interswarm: false,
  });
  expect((await stage.call('/ui/agents?swarm=attic')).status).toBe(404);
});

test('messages are streamed by default, and show events otherwise', async () => {
  await using stage = await Stage.open();
  const frames = await readFrames(await stage.fetch('/ui/message', { body: { body: 'hello' } }));
  expect(frames.at(-1)!.event).toBe('task_complete');
  const { body } = await stage.call('/ui/message', { body: { body: 'hello', stream: false } });
  expect(body.response).toBe('you said: hello');
  expect(body.events.at(-1).event).toBe('task_complete');
});

test('a breakpoint can be resumed, which the reference cannot do here', async () => {
  await using stage = await Stage.open();
  await stage.call('/ui/message', { body: { body: 'ask ok?', task_id: 't', stream: false } });
  const resume = { task_id: 't', resume_from: 'breakpoint_tool_call', stream: false, kwargs: { tool_results: 'yes' } };
  expect((await stage.call('/ui/message', { body: resume })).body.response).toBe('thank you');
});

test('tasks are listed newest first, with titles and counts', async () => {
  await using stage = await Stage.open();
  await stage.post({ body: `a long question ${'about everything '.repeat(20)}`, task_id: 'one' });
  await stage.post({ body: 'ask ok?', task_id: 'two' });
  const { body } = await stage.call('/ui/tasks');
  uiTaskListWire.parse(body);
  expect(body.map((task: Loose) => task.task_id)).toEqual(['two', 'one']);
  expect(body[1]).toMatchObject({ is_running: false, completed: true, event_count: 6, task_owner: 'user:alice@desk' });
  expect(body[1].title).toMatch(/^a long question about.*…$/);
});

test('a task is shown with its events as objects, and a title', async () => {
  await using stage = await Stage.open();
  await stage.post({ body: 'hello', task_id: 't' });
  const { body } = await stage.call('/ui/task/t');
  uiTaskWire.parse(body);
  expect(body.events.at(-1)).toMatchObject({ event: 'task_complete', id: '7', data: { task_id: 't' } });
  const title = await stage.call('/ui/task-summary/t?force_regen=true');
  uiTaskTitleWire.parse(title.body);
  expect(title.body).toEqual({ task_id: 't', title: 'hello' });
  for (const path of ['/ui/task/x', '/ui/task-summary/x']) {
    expect(await stage.call(path)).toMatchObject({ status: 404, body: { detail: "Task 'x' not found" } });
  }
});

test('the dump returns all events of the caller, and writes no file', async () => {
  await using stage = await Stage.open();
  const before = readdirSync('.');
  await stage.post({ body: 'hello', task_id: 't' });
  await stage.post({ body: 'hello', task_id: 'b' }, { as: 'bob' });
  const { body } = await stage.call('/ui/dump-events');
  uiEventDumpWire.parse(body);
  expect(body).toMatchObject({ message: 'Dumped 6 events', event_count: 6 });
  expect(new Set(body.events.map((event: Loose) => event.task_id))).toEqual(new Set(['t']));
  expect(readdirSync('.')).toEqual(before);
});
