import { stripVTControlCharacters } from 'node:util';
import { action, agent, SwarmInstance, swarm } from '@posthouse/runtime';
import { call, scripted, type ScriptedTurn } from '@posthouse/runtime/scripted';
import { openStore } from '@posthouse/store';
import { expect, test } from 'vitest';
import { Conversation } from './conversation.ts';

const add = action<{ a: number; b: number }>({
  name: 'add',
  description: 'Adds two numbers.',
  parameters: { type: 'object', properties: { a: { type: 'number' }, b: { type: 'number' } } },
  execute: ({ a, b }) => a + b,
});

/** A boss who asks for a sum and answers with it, or breaks off in the middle of its answer. */
function toSwarm(fault?: ScriptedTurn['fault']) {
  const boss = scripted(({ messages }) => {
    const sum = messages.some(({ text }) => text.includes('It is 2.'));
    const isWaiting = messages.some(({ toolResults }) => toolResults.length > 0);
    if (!sum && isWaiting) return { content: [call('await_message', {})] };
    if (!sum) return { content: [call('send_request', { target: 'math', subject: 'Sums', body: 'What is\n1 + 1?' })] };
    const content = [call('task_complete', { finish_message: 'Two, of course.' })];
    return fault === undefined ? { content } : { content, fault };
  });
  const math = scripted(({ messages }) => {
    const results = messages.flatMap(({ toolResults }) => toolResults);
    if (results.length === 0) return { content: [call('add', { a: 1, b: 1 })] };
    return { content: [call('send_response', { target: 'boss', subject: 'Re: Sums', body: 'It is 2.' })] };
  });
  return swarm({
    name: 'sums',
    version: '1.0.0',
    entrypoint: 'boss',
    agents: [
      agent({ name: 'boss', model: boss, commTargets: ['math'], enableEntrypoint: true, canCompleteTasks: true }),
      agent({ name: 'math', model: math, commTargets: ['boss'], actions: [add] }),
    ],
  }).definition;
}

/** What a person would read. */
async function read({ tokens, fault }: { tokens: boolean; fault?: ScriptedTurn['fault'] }): Promise<string[]> {
  await using store = await openStore('sqlite::memory:');
  await using instance = await SwarmInstance.open(toSwarm(fault), { store, userId: 'you' });
  const { taskId } = await instance.submit({ body: 'How much is 1 + 1?' });
  let shown = '';
  const conversation = new Conversation({ taskId, swarm: 'sums', run: 1 }, (text) => (shown += text));
  for await (const event of instance.follow(taskId, { tokens })) conversation.show(event);
  return stripVTControlCharacters(shown).split('\n');
}

const WORK = [
  'boss → math  Sums: What is 1 + 1?',
  'math runs add({"a":1,"b":1})',
  '    success: 2',
  'math → boss  Re: Sums: It is 2.',
];

test.each([true, false])('a run is shown line by line, and its answer once (as it is written: %s)', async (tokens) => {
  expect(await read({ tokens })).toEqual([...WORK, 'boss answers: Two, of course.']);
});

test('a retracted answer is marked', async () => {
  expect(await read({ tokens: true, fault: { kind: 'dropped-socket', afterChunks: 3 } })).toEqual([
    ...WORK,
    expect.stringMatching(/^boss answers: Two/),
    '(boss starts this answer again)',
    expect.stringMatching(/^error: agent 'boss' could not answer/),
    '',
  ]);
});
