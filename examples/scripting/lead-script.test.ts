import type { ScriptedRequest, ScriptedTurn } from '@posthouse/runtime/scripted';
import { expect, test } from 'vitest';
import { called, mailed, requestWith } from '../__fixtures__/conversation.ts';
import { leadScript } from './lead-script.ts';

const errands = [
  { target: 'weather', subject: 'Forecast', body: 'Oslo' },
  { target: 'math', subject: 'Sum', body: '1+1' },
] as const;

const script = leadScript((_assignment, find) => {
  const replies = errands.map((errand) => find(errand));
  return replies.includes(undefined) ? errands : replies.join('; ');
});

async function play(request: ScriptedRequest): Promise<ScriptedTurn['toolCalls']> {
  if (typeof script !== 'function') throw new Error('a function is expected');
  return (await script(request)).toolCalls;
}

const assignment = mailed('ada', 'New message', 'Weather and sum, please', 'user');
const sent = errands.map((errand, index) => called(`s${index}`, 'send_request', errand));
const sunny = mailed('weather', 'Re: Forecast', 'sunny');
const two = mailed('math', 'Re: Sum', '2');

test('a lead sends its requests together, waits, then finishes', async () => {
  expect(await play(requestWith(assignment))).toEqual(errands.map((input) => ({ name: 'send_request', input })));
  expect(await play(requestWith(assignment, ...sent))).toEqual([
    { name: 'await_message', input: { reason: 'Waiting for weather and math.' } },
  ]);
  expect(await play(requestWith(assignment, ...sent, sunny))).toEqual([
    { name: 'await_message', input: { reason: 'Waiting for math.' } },
  ]);
  expect(await play(requestWith(assignment, ...sent, sunny, two))).toEqual([
    { name: 'task_complete', input: { finish_message: 'sunny; 2' } },
  ]);
});

test('a lead sends a request that was not sent yet', async () => {
  expect(await play(requestWith(assignment, sent[0]!))).toEqual([{ name: 'send_request', input: errands[1] }]);
});

test('a lead does not use old replies for a new assignment', async () => {
  const again = mailed('ada', 'New message', 'Once more', 'user');
  const turn = await play(requestWith(assignment, ...sent, sunny, two, called('t', 'task_complete', {}), again));
  expect(turn).toEqual(errands.map((input) => ({ name: 'send_request', input })));
});

test('a lead answers another swarm first, then finishes the task', async () => {
  const foreign = mailed('supervisor@beta', 'Question', 'Weather and sum');
  expect(await play(requestWith(foreign, ...sent, sunny, two))).toEqual([
    { name: 'send_response', input: { target: 'supervisor@beta', subject: 'Re: Question', body: 'sunny; 2' } },
    { name: 'task_complete', input: { finish_message: 'sunny; 2' } },
  ]);
});

test("a lead does not take another swarm's reply for an assignment", async () => {
  const reply = mailed('supervisor@beta', 'Re: Forecast', 'sunny');
  expect(await play(requestWith(assignment, ...sent, reply))).toMatchObject([{ name: 'await_message' }]);
});

test('a lead finishes with what it has at the limit of the run', async () => {
  const request = { ...requestWith(assignment, ...sent), toolChoice: { tool: 'task_complete' } };
  expect(await play(request)).toMatchObject([
    { name: 'task_complete', input: { finish_message: expect.stringContaining('weather, math') } },
  ]);
});

test('a lead without an assignment does not know what to do', async () => {
  await expect(play(requestWith(sunny))).rejects.toThrow('Nobody has given the lead anything to do');
});
