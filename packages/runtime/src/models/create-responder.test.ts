import { call, say, scripted, type ScriptedModel, type ScriptedTurn, think } from '@posthouse/testkit';
import type { ModelMessage } from 'ai';
import { describe, expect, it } from 'vitest';
import { agent, type AgentOptions } from '../definitions/agent.ts';
import { ADD, ask, HELLO, shownParts, TASK_COMPLETE, withResults } from './__fixtures__/ask.ts';
import { finish, modelOf } from './__fixtures__/model-of.ts';
import { createResponder, type ResponderOptions } from './create-responder.ts';
import { registerScriptedModel } from './providers/scripted-models.ts';
import type { Respond } from '../respond/respond.ts';

function play(
  turns: ScriptedTurn[],
  settings: Partial<AgentOptions> = {},
  options: ResponderOptions = {},
): { model: ScriptedModel; respond: Respond } {
  const model = scripted(turns, { modelId: 'player-1' });
  return { model, respond: createResponder(agent({ name: 'math', model, commTargets: [], ...settings }), options) };
}

describe('createResponder', () => {
  it('needs an agent with a model or a function', () => {
    expect(() => createResponder(agent({ name: 'nobody', commTargets: [] }))).toThrow(
      'agent nobody has neither a model nor a function to run',
    );
  });

  it('prefers the function of an agent that has both', async () => {
    using model = scripted([]);
    const respond = createResponder(agent({ name: 'both', model, run: () => ({ text: 'Me.' }), commTargets: [] }));

    expect((await ask(respond)).text).toBe('Me.');
  });

  it('looks a model up when it is first asked, and once', async () => {
    const respond = createResponder(agent({ name: 'late', model: 'scripted/latecomer', commTargets: [] }));
    await expect(ask(respond)).rejects.toMatchObject({ code: 'invalid_configuration' });
    const registration = registerScriptedModel('latecomer', scripted([{ text: 'Sorry.' }, { text: 'Again.' }]));

    const first = await ask(respond);
    registration[Symbol.dispose]();
    const second = await ask(respond);

    expect([first.text, second.text]).toEqual(['Sorry.', 'Again.']);
    expect(first.usage?.model).toBe('scripted/latecomer');
  });
});

describe('a model as an object', () => {
  it('a model is asked with the settings of the agent and the prompt of the turn', async () => {
    const { model, respond } = play([{ text: 'Fine.' }], { system: 'You calculate.' });

    await ask(respond, { toolChoice: 'required' });

    expect(model.requests[0]).toMatchObject({
      stream: true,
      system: 'You calculate.',
      messages: [{ role: 'user', text: 'Add one and two.' }],
      tools: [{ name: 'add' }, { name: 'task_complete' }],
      toolChoice: 'required',
    });
  });

  it('usage and prices name a model as the AI SDK does', async () => {
    const { respond } = play(
      [{ text: 'Fine.', usage: { input: 1000, cached: 400, output: 50, reasoning: 20 } }],
      {},
      { prices: { 'scripted/player-1': { input: 2, cacheRead: 1, output: 10 } } },
    );

    const { usage } = await ask(respond);

    expect(usage).toEqual({
      model: 'scripted/player-1',
      calls: 1,
      usage: { inputTokens: 1000, outputTokens: 50, cacheReadTokens: 400, reasoningTokens: 20, cost: 0.0021 },
    });
  });

  it('a model is asked without a system prompt when there is none', async () => {
    const { model, respond } = play([{ text: 'Fine.' }]);

    await ask(respond);

    expect(model.requests[0]?.system).toBe('');
  });

  it('streams reasoning, text and answers as separate parts', async () => {
    const { respond } = play([
      {
        content: [
          think('Easy.'),
          say('I am done. '),
          call('task_complete', { finish_message: 'Three.' }),
          say('Really.'),
          call('task_complete', { finish_message: { sum: 3 } }),
        ],
        chunkSize: 2,
      },
    ]);

    const { deltas } = await ask(respond);

    expect(shownParts(deltas)).toEqual([
      { kind: 'reasoning', text: 'Easy.' },
      { kind: 'text', text: 'I am done. ' },
      { kind: 'answer', text: 'Three.' },
      { kind: 'text', text: 'Really.' },
      { kind: 'answer', text: '{"sum":3}' },
    ]);
  });

  it('streams an answer whose call comes in one piece', async () => {
    const model = modelOf([
      {
        type: 'tool-call',
        toolCallId: 'c1',
        toolName: 'task_complete',
        input: '{"finish_message":{"sum":3}}',
      },
      finish('tool-calls'),
    ]);

    const { deltas } = await ask(createResponder(agent({ name: 'math', model, commTargets: [] })));

    expect(deltas).toEqual([{ part: 0, kind: 'answer', delta: '{"sum":3}' }]);
  });

  it('a model may repeat the ids of its calls', async () => {
    const { model, respond } = play([
      {
        toolCalls: [
          { id: 'call', name: 'add', input: { a: 1, b: 2 } },
          { id: 'call', name: 'add', input: { a: 3, b: 4 } },
        ],
      },
      { text: 'Done.', expect: { toolResults: ['SUCCESS: call', 'SUCCESS: call_2'] } },
    ]);

    const first = await ask(respond);
    await ask(respond, { messages: withResults([HELLO], first) });

    expect(first.calls.map(({ callId, input }) => [callId, input])).toEqual([
      ['call', { a: 1, b: 2 }],
      ['call_2', { a: 3, b: 4 }],
    ]);
    model.assertClean();
  });

  it('a model may leave out the arguments of a tool', async () => {
    const { respond } = play([
      {
        toolCalls: [
          { name: 'help', rawInput: '' },
          { name: 'unknown', rawInput: '' },
        ],
      },
    ]);

    const { calls } = await ask(respond, { tools: [{ name: 'help', parameters: { type: 'object' } }] });

    expect(calls).toEqual([
      { callId: 'call_0_0', tool: 'help', input: {} },
      { callId: 'call_0_1', tool: 'unknown', input: {} },
    ]);
  });

  it('a model without tools is free to answer', async () => {
    const { model, respond } = play([{ text: 'a' }, { text: 'b' }]);

    await ask(respond, { toolChoice: 'required', tools: [] });
    await ask(respond, { toolChoice: { tool: 'add' }, tools: [] });

    expect(model.requests.map(({ toolChoice }) => toolChoice)).toEqual(['auto', 'auto']);
  });

  it('leaves a history that another agent can read', async () => {
    const { respond } = play([{ content: [think('Hm.'), say('Text.'), call('add', { a: 1, b: 2 })] }]);

    const { messages } = await ask(respond);

    expect(JSON.parse(JSON.stringify(messages))).toEqual(messages);
    expect(messages).toEqual([
      {
        role: 'assistant',
        content: [
          { type: 'reasoning', text: 'Hm.' },
          { type: 'text', text: 'Text.' },
          { type: 'tool-call', toolCallId: 'call_0_0', toolName: 'add', input: { a: 1, b: 2 } },
        ],
      },
    ]);
  });

  it('usage is estimated when the provider does not report it', async () => {
    const model = modelOf([
      { type: 'text-start', id: '1' },
      { type: 'text-delta', id: '1', delta: 'Hi.' },
      { type: 'text-end', id: '1' },
      finish(),
    ]);

    const answer = await ask(createResponder(agent({ name: 'math', model, commTargets: [] })));

    expect(answer.text).toBe('Hi.');
    expect(answer.usage).toMatchObject({ estimated: true, calls: 1, usage: { outputTokens: 1 } });
    expect(answer.usage?.usage.inputTokens).toBeGreaterThan(5);
  });
});

describe('a model that misbehaves', () => {
  const started = [
    { type: 'text-start', id: '1' },
    { type: 'text-delta', id: '1', delta: 'Half an ans' },
  ] as const;

  it.each([
    ['ends without a word', [], false, /No output generated/],
    ['ends in the middle', started, true, /the stream ended in the middle of the answer/],
    ['ends with an error it does not explain', [...started, finish('error')], true, /without saying which/],
    ['ends for no reason', [...started, finish('other')], true, /the stream ended in the middle of the answer/],
    ['says nothing', [finish()], false, /the model answered nothing \(finish reason: stop\)/],
    [
      'only thinks',
      [
        { type: 'reasoning-start', id: '1' },
        { type: 'reasoning-delta', id: '1', delta: 'Hm.' },
        { type: 'reasoning-end', id: '1' },
        finish(),
      ],
      true,
      /the model answered nothing/,
    ],
    ['fails in a word', [{ type: 'error', error: 'overslept' }], false, /handmade\/model-1: overslept/],
    ['fails with a thing', [...started, { type: 'error', error: { reason: 7 } }], true, /\{"reason":7\}/],
  ] as const)('fails the turn when it %s', async (_, parts, afterOutput, message) => {
    const respond = createResponder(agent({ name: 'math', model: modelOf(parts), commTargets: [] }));

    await expect(ask(respond)).rejects.toMatchObject({
      code: 'model_failed',
      message: expect.stringMatching(message),
      details: { afterOutput, retryable: true, tries: 1 },
    });
  });

  it("a conversation that cannot be sent to any model is not the model's fault", async () => {
    const unanswered: ModelMessage = {
      role: 'assistant',
      content: [{ type: 'tool-call', toolCallId: 'c', toolName: 'add', input: {} }],
    };
    const { respond } = play([]);

    await expect(ask(respond, { messages: [HELLO, unanswered, HELLO] })).rejects.toMatchObject({ code: 'internal' });
    await expect(ask(respond, { messages: [] })).rejects.toMatchObject({ code: 'internal' });
    await expect(ask(respond, { messages: [{ role: 'system', content: 'Obey.' }] })).rejects.toMatchObject({
      code: 'internal',
    });
  });

  it('files that we would have to fetch are not sent to the model', async () => {
    const model = modelOf([finish()]);
    const respond = createResponder(agent({ name: 'math', model, commTargets: [] }));
    const file = { type: 'file', data: new URL('http://10.0.0.1/secret'), mediaType: 'application/pdf' } as const;

    await expect(ask(respond, { messages: [{ role: 'user', content: [file] }] })).rejects.toMatchObject({
      code: 'url_refused',
    });
    expect(model.calls).toEqual([]);
  });

  it('a provider tool cannot have the name of another tool', async () => {
    const { respond } = play([], { providerTools: { add: {} } });

    await expect(ask(respond, { tools: [ADD, TASK_COMPLETE] })).rejects.toMatchObject({ code: 'tool_name_taken' });
  });
});
