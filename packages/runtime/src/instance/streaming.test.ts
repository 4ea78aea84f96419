import type { LogEntry } from '@posthouse/protocol';
import { openStore } from '@posthouse/store';
import { expect, test } from 'vitest';
import { agent } from '../definitions/agent.ts';
import { type Script, scripted } from '../scripted/index.ts';
import { swarm } from '../swarm.ts';
import type { TokenEvent } from '../follow/follow-task.ts';

function solo(script: Script) {
  return swarm({
    name: 'solo',
    version: '1.0.0',
    entrypoint: 'writer',
    agents: [
      agent({
        name: 'writer',
        model: scripted(script),
        commTargets: [],
        enableEntrypoint: true,
        canCompleteTasks: true,
      }),
    ],
    prices: { 'scripted/scripted': { input: 1_000_000, output: 2_000_000 } },
  });
}

async function record(script: Script): Promise<(LogEntry | TokenEvent)[]> {
  await using store = await openStore('sqlite::memory:');
  await using instance = await solo(script).instantiate({ store });
  const events: (LogEntry | TokenEvent)[] = [];
  for await (const event of instance.stream({ body: 'Write.', tokens: true })) events.push(event);
  return events;
}

/** What a reader has on its screen in the end, by kind of text. */
function textOf(events: readonly (LogEntry | TokenEvent)[], kind: TokenEvent['kind']): string {
  let text = '';
  for (const event of events) {
    if (event.type === 'token' && event.kind === kind) text = text.slice(0, event.offset) + event.delta;
  }
  return text;
}

const answer = 'The post leaves at “seven”,\nand arrives — if the horses are willing — at nine.';
const slowly = { chunkSize: 7, delayMs: 8 };

test('the final answer streams while the model writes it (Q60)', async () => {
  const events = await record([
    {
      reasoning: 'When does it leave?',
      toolCalls: [{ name: 'task_complete', input: { finish_message: answer } }],
      ...slowly,
    },
  ]);
  const tokens = events.filter((event) => event.type === 'token' && event.kind === 'answer');
  expect(tokens.length).toBeGreaterThan(2);
  expect(textOf(events, 'answer')).toBe(answer);
  expect(textOf(events, 'reasoning')).toBe('When does it leave?');
  expect(events.at(-1)).toMatchObject({ type: 'run-ended', text: answer });
});

test('tokens come before the entries that record them, and none after', async () => {
  const events = await record([
    { toolCalls: [{ name: 'task_complete', input: { finish_message: answer } }], ...slowly },
  ]);
  const recorded = events.findIndex((event) => event.type === 'call');
  const last = events.findLastIndex((event) => event.type === 'token');
  expect(last).toBeLessThan(recorded);
});

test('the log has the beginning of a text before any of it is shown, and its end before what follows from it', async () => {
  const events = await record([
    { reasoning: answer, toolCalls: [{ name: 'task_complete', input: { finish_message: answer } }], ...slowly },
  ]);
  const order = events.flatMap((event, index) => {
    if (event.type === 'text-started') return [`${event.kind} begins`];
    if (event.type === 'token') return events[index - 1]?.type === 'token' ? [] : [`${event.kind} grows`];
    return event.type === 'text-written' || event.type === 'call' ? [event.type] : [];
  });
  expect(order).toEqual([
    'reasoning begins',
    'reasoning grows',
    'answer begins',
    'answer grows',
    'text-written',
    'call',
  ]);
  expect(events.find((event) => event.type === 'text-written')).toMatchObject({
    agent: 'writer',
    turn: 1,
    attempt: 1,
    parts: [
      { part: 0, kind: 'reasoning', text: answer },
      { part: 1, kind: 'answer', text: answer },
    ],
  });
});

test('an answer that comes whole is logged at once, and a turn without text logs none', async () => {
  await using store = await openStore('sqlite::memory:');
  let turns = 0;
  const clerk = swarm({
    name: 'solo',
    version: '1.0.0',
    entrypoint: 'clerk',
    agents: [
      agent({
        name: 'clerk',
        run: () =>
          (turns += 1) === 1
            ? { calls: [{ tool: 'help', input: { get_summary: true } }] }
            : { calls: [{ tool: 'task_complete', input: { finish_message: 'Seven.' } }] },
        commTargets: [],
        enableEntrypoint: true,
        canCompleteTasks: true,
      }),
    ],
  });
  await using instance = await clerk.instantiate({ store });
  const events: (LogEntry | TokenEvent)[] = [];
  for await (const event of instance.stream({ body: 'When?', tokens: true })) events.push(event);
  const texts = events.filter((event) => event.type.startsWith('text') || event.type === 'token');
  expect(texts).toMatchObject([{ type: 'text-written', turn: 2, parts: [{ kind: 'answer', text: 'Seven.' }] }]);
});

test('a late reader sees the text from its beginning', async () => {
  await using store = await openStore('sqlite::memory:');
  const script = [{ toolCalls: [{ name: 'task_complete', input: { finish_message: answer } }], ...slowly }];
  await using instance = await solo(script).instantiate({ store });
  const { taskId } = await instance.submit({ body: 'Write.' });
  await new Promise((resolve) => setTimeout(resolve, 60));
  const events: (LogEntry | TokenEvent)[] = [];
  for await (const event of instance.follow(taskId, { tokens: true })) events.push(event);
  expect(textOf(events, 'answer')).toBe(answer);
});

test('every model call is accounted for, with its cost', async () => {
  const events = await record([
    { text: 'Hm.', usage: { input: 10, output: 2 } },
    { toolCalls: [{ name: 'task_complete', input: { finish_message: 'done' } }], usage: { input: 20, output: 4 } },
  ]);
  const usage = events.flatMap((event) => (event.type === 'usage' ? [event] : []));
  expect(usage).toMatchObject([
    { agent: 'writer', model: 'scripted/scripted', usage: { inputTokens: 10, outputTokens: 2, cost: 14 } },
    { agent: 'writer', usage: { inputTokens: 20, outputTokens: 4, cost: 28 } },
  ]);
});

test('a permanent failure of a provider ends the run with its message', async () => {
  const events = await record([{ fault: { kind: 'http', status: 401, message: 'wrong key' } }]);
  expect(events.at(-1)).toMatchObject({
    type: 'run-ended',
    outcome: 'error',
    code: 'model_failed',
    text: expect.stringContaining('wrong key'),
  });
});

test('text of a model that breaks off is logged as abandoned', async () => {
  const fault = { kind: 'error-event', afterChunks: 12, message: 'lost the thread' } as const;
  const events = await record([
    { toolCalls: [{ name: 'task_complete', input: { finish_message: answer } }], ...slowly, fault },
  ]);
  const abandoned = events.find((event) => event.type === 'text-abandoned');
  expect(abandoned).toMatchObject({
    agent: 'writer',
    parts: [{ kind: 'answer', text: expect.stringMatching(/^The /) }],
  });
  expect(textOf(events, 'answer')).toBe(abandoned?.type === 'text-abandoned' ? abandoned.parts[0]!.text : '');
});

test('a cancel aborts the model call', async () => {
  await using store = await openStore('sqlite::memory:');
  const model = scripted([{ text: 'x', fault: { kind: 'stall', afterChunks: 1 } }]);
  const team = swarm({
    name: 'solo',
    version: '1.0.0',
    entrypoint: 'writer',
    agents: [agent({ name: 'writer', model, commTargets: [], enableEntrypoint: true, canCompleteTasks: true })],
  });
  await using instance = await team.instantiate({ store });
  const submitted = await instance.submit({ body: 'Write.' });
  await expect.poll(() => model.requests.length).toBe(1);
  await instance.cancel(submitted.taskId);
  expect(await instance.answer(submitted)).toMatchObject({ status: 'cancelled' });
  expect(await model.requests[0]!.closed).toBe('client-closed');
});
