import type { LogEntry } from '@posthouse/protocol';
import { openStore } from '@posthouse/store';
import { expect, test } from 'vitest';
import { agent } from '../definitions/agent.ts';
import { type Script, scripted } from '../scripted/index.ts';
import { swarm } from '../swarm.ts';
import type { TokenEvent } from './follow-task.ts';

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
  await using office = await solo(script).instantiate({ store });
  const events: (LogEntry | TokenEvent)[] = [];
  for await (const event of office.stream({ body: 'Write.', tokens: true })) events.push(event);
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

test('tokens come before the entries that record them, and none comes after', async () => {
  const events = await record([
    { toolCalls: [{ name: 'task_complete', input: { finish_message: answer } }], ...slowly },
  ]);
  const recorded = events.findIndex((event) => event.type === 'call');
  const last = events.findLastIndex((event) => event.type === 'token');
  expect(last).toBeLessThan(recorded);
});

test('a reader that comes late sees the text from its beginning', async () => {
  await using store = await openStore('sqlite::memory:');
  const script = [{ toolCalls: [{ name: 'task_complete', input: { finish_message: answer } }], ...slowly }];
  await using office = await solo(script).instantiate({ store });
  const { taskId } = await office.submit({ body: 'Write.' });
  await new Promise((resolve) => setTimeout(resolve, 60));
  const events: (LogEntry | TokenEvent)[] = [];
  for await (const event of office.follow(taskId, { tokens: true })) events.push(event);
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

test('a provider that fails for good ends the run with its own message', async () => {
  const events = await record([{ fault: { kind: 'http', status: 401, message: 'wrong key' } }]);
  expect(events.at(-1)).toMatchObject({
    type: 'run-ended',
    outcome: 'error',
    code: 'model_failed',
    text: expect.stringContaining('wrong key'),
  });
});

test('text of a model that breaks off is kept as abandoned', async () => {
  const fault = { kind: 'error-event', afterChunks: 3, message: 'lost the thread' } as const;
  const events = await record([
    { toolCalls: [{ name: 'task_complete', input: { finish_message: answer } }], ...slowly, fault },
  ]);
  const abandoned = events.find((event) => event.type === 'text-abandoned');
  expect(abandoned).toMatchObject({ agent: 'writer', parts: [{ kind: 'answer' }] });
  expect(textOf(events, 'answer')).toBe(abandoned?.type === 'text-abandoned' ? abandoned.parts[0]!.text : '');
});

test('cancelling reaches the model', async () => {
  await using store = await openStore('sqlite::memory:');
  const model = scripted([{ text: 'x', fault: { kind: 'stall', afterChunks: 1 } }]);
  const team = swarm({
    name: 'solo',
    version: '1.0.0',
    entrypoint: 'writer',
    agents: [agent({ name: 'writer', model, commTargets: [], enableEntrypoint: true, canCompleteTasks: true })],
  });
  await using office = await team.instantiate({ store });
  const submitted = await office.submit({ body: 'Write.' });
  await expect.poll(() => model.requests.length).toBe(1);
  await office.cancel(submitted.taskId);
  expect(await office.answer(submitted)).toMatchObject({ status: 'cancelled' });
  expect(await model.requests[0]!.closed).toBe('client-closed');
});
