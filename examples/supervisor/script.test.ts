import type { ScriptedTurn } from '@posthouse/runtime/scripted';
import { describe, expect, test } from 'vitest';
import { called, mailed, requestWith } from '../__fixtures__/conversation.ts';
import { supervisorScript } from './script.ts';

async function play(
  team: readonly string[],
  ...messages: Parameters<typeof requestWith>
): Promise<ScriptedTurn['toolCalls']> {
  const script = supervisorScript(team);
  if (typeof script !== 'function') throw new Error('a function is expected');
  return (await script(requestWith(...messages))).toolCalls;
}

const asked = (body: string) => mailed('ada', 'New message', body, 'user');
const request = (target: string, subject: string, body: string) => ({
  name: 'send_request',
  input: { target, subject, body },
});

describe('delegation of the supervisor', () => {
  test.each([
    ['What is the weather in Oslo?', ['weather']],
    ['What is 2 + 2?', ['math']],
    ['Weather in Oslo and what is 2 + 2?', ['weather', 'math']],
    ['The temperature in Lima, please', ['weather']],
    ['Will it rain?', []],
    ['Hello', []],
  ])('delegation goes to the right agents, if any, for "%s"', async (body, targets) => {
    const calls = await play(['weather', 'math'], asked(body));
    const requests = calls
      ?.filter(({ name }) => name === 'send_request')
      .map(({ input }) => (input as { target: string }).target);
    expect(requests).toEqual(targets);
  });

  test('delegation contains only what the others need to know', async () => {
    expect(await play(['weather', 'math'], asked('Please tell me what 2 + 2 and 3*3 are'))).toEqual([
      request('math', 'Calculation', 'Calculate 2 + 2 and 3*3.'),
    ]);
  });

  test('asks for advice and analysis where an agent gives them', async () => {
    const body = 'What do you recommend, and what are the risks?';
    expect(await play(['consultant', 'analyst'], asked(body))).toEqual([
      request('consultant', 'Advice', body),
      request('analyst', 'Analysis', body),
    ]);
  });
});

describe('delegation between swarms', () => {
  const team = ['weather', 'math', 'supervisor@swarm-beta'];

  test('sends to the neighbour what nobody here can do', async () => {
    expect(await play(team, asked('Should we move?'))).toEqual([
      request('supervisor@swarm-beta', 'A question for your swarm', 'Should we move?'),
    ]);
  });

  test('keeps here what somebody here can do', async () => {
    expect(await play(team, asked('What is 1 + 1?'))).toEqual([request('math', 'Calculation', 'Calculate 1 + 1.')]);
  });

  test("never sends a neighbour's question back, or on", async () => {
    const calls = await play(team, mailed('supervisor@swarm-beta', 'Question', 'Should we move?'));
    expect(calls?.map(({ name }) => name)).toEqual(['send_response', 'task_complete']);
    const third = await play(
      [...team, 'supervisor@gamma'],
      mailed('supervisor@swarm-beta', 'Question', 'Should we move?'),
    );
    expect(third?.map(({ name }) => name)).toEqual(['send_response', 'task_complete']);
  });

  test("returns the neighbour's answer as the answer", async () => {
    const errand = { target: 'supervisor@swarm-beta', subject: 'A question for your swarm', body: 'Should we move?' };
    const reply = mailed('supervisor@swarm-beta', 'Re: A question for your swarm', 'Try it first.');
    expect(await play(team, asked('Should we move?'), called('c', 'send_request', errand), reply)).toEqual([
      { name: 'task_complete', input: { finish_message: 'Try it first.' } },
    ]);
  });
});

test('the supervisor names the agents it could ask when it cannot help', async () => {
  expect(await play(['weather', 'math'], asked('Sing'))).toEqual([
    {
      name: 'task_complete',
      input: {
        finish_message:
          'Nobody here can help with that. I can ask: weather, math. We are scripted and know only a few kinds of questions; with a language model we know more.',
      },
    },
  ]);
});
