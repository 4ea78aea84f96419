import { describe, expect, test } from 'vitest';
import { agent } from '../definitions/agent.ts';
import { registerScriptedModel } from '../models/providers/scripted-models.ts';
import { readMail, scripted, type ScriptedRequest, type ScriptedTurn } from '../scripted/index.ts';
import { getWeather } from '../__fixtures__/play.ts';
import { sit } from './__fixtures__/table.ts';
import { stepOf, toRouting } from '../task/step-context.ts';
import { toSteppedAgent } from './step-models.ts';
import type { StepOptions } from './step-options.ts';

const own = agent({ name: 'ann', model: 'scripted/own', system: 'You are Ann.', commTargets: ['ben'] });

function ann(script: readonly ScriptedTurn[] | ((request: ScriptedRequest) => ScriptedTurn)) {
  const model = scripted(script);
  return { model, table: { guest: { run: undefined, model, system: 'You are a guest.' } } };
}

describe('the prompt of a step', () => {
  test('the prompt of a step has everything the agent has heard, in order, and then the payload word for word', async () => {
    const { model, table } = ann([{ text: 'I see.' }]);
    await sit({ ...table, host: ['Welcome.', 'Ann, is this < that?', 'You two...'] }, async ({ instance, taskId }) => {
      await instance.submit({ taskId, body: 'A question', subject: 'Curious', recipients: ['ann'] });
      await instance.manualStep({ taskId, target: 'host', responseType: 'request', responseTargets: ['ann'] });
      await instance.manualStep({ taskId, target: 'host' });
      await instance.manualStep({ taskId, target: 'host', responseTargets: ['ann', 'ben'] });
      await instance.manualStep({ taskId, target: 'ann', payload: 'Now <speak>.\n\n' });
    });
    const [asked, ...others] = model.requests[0]!.messages;
    expect(others).toEqual([]);
    expect(readMail(asked!.text)).toMatchObject({
      mail: [
        { kind: 'private', from: 'u-1', to: [], subject: 'Curious', body: 'A question' },
        { kind: 'private', from: 'host', to: [], subject: '', body: 'Welcome.' },
        { kind: 'public', from: 'host', to: [], subject: '', body: 'Ann, is this < that?' },
        { kind: 'private', from: 'host', to: ['ann', 'ben'], subject: '', body: 'You two...' },
      ],
      rest: 'Now <speak>.',
    });
    expect(asked!.text).toMatch(/>\n\n\nNow <speak>\.$/);
  });

  test('the prompt of a step is never empty', async () => {
    const { model, table } = ann([{ text: 'Hm?' }]);
    await sit(table, ({ instance, taskId }) => instance.manualStep({ taskId, target: 'ann' }));
    expect(model.requests[0]!.messages[0]!.text).toBe('It is your turn. Nothing new has been said.');
  });

  test('lets the agent speak or act', async () => {
    const { model, table } = ann([{ text: 'Freely.' }]);
    await sit(table, ({ instance, taskId }) => instance.manualStep({ taskId, target: 'ann' }));
    expect(model.requests[0]!.toolChoice).toBe('auto');
  });

  test('stays the same in the history, with calls and results between', async () => {
    const { model, table } = ann([
      { toolCalls: [{ name: 'get_weather', input: { city: 'Oslo' } }] },
      { text: 'Cold.' },
      { text: 'Still cold.' },
    ]);
    await sit(table, async ({ instance, taskId }) => {
      await instance.manualStep({ taskId, target: 'ann', payload: 'Look outside.' });
      await instance.manualStep({ taskId, target: 'ann', payload: 'And now?' });
    });
    const { messages } = model.requests[2]!;
    expect(messages.map(({ role, text }) => [role, text])).toEqual([
      ['user', 'Look outside.'],
      ['assistant', ''],
      ['tool', ''],
      ['assistant', 'Cold.'],
      ['user', 'And now?'],
    ]);
    expect(messages[2]!.toolResults).toMatchObject([{ name: 'get_weather', text: 'SUCCESS: {"city":"Oslo","t":20}' }]);
  });

  test('reports mistakes in the words of the system', async () => {
    const { model, table } = ann([{ toolCalls: [{ name: 'get_weather', input: { city: 'BOOM' } }] }, { text: 'Oh.' }]);
    await sit(table, ({ instance, taskId }) => instance.manualStep({ taskId, target: 'ann', payload: 'Look.' }));
    expect(model.requests[1]!.messages.at(-1)!.text).toMatch(
      /^<incoming_message boundary=[^]*::action_error::[^]*kaboom/,
    );
  });
});

describe('overrides of a step', () => {
  test('a step can replace the system prompt for itself, action calls included, and not for the next', async () => {
    const { model, table } = ann([
      { toolCalls: [{ name: 'get_weather', input: { city: 'Oslo' } }] },
      { text: 'Brr.' },
      { text: 'As ever.' },
    ]);
    await sit(table, async ({ instance, taskId }) => {
      await instance.manualStep({ taskId, target: 'ann', system: 'You are cold.' });
      await instance.manualStep({ taskId, target: 'ann' });
    });
    const [first, second, third] = model.requests.map((request) => request.system);
    expect([first, second]).toEqual(['You are cold.', 'You are cold.']);
    expect(third).toMatch(/^You are a guest\./);
  });

  test('a step can make the system prompt empty', async () => {
    const { model, table } = ann([{ text: '…' }]);
    await sit(table, ({ instance, taskId }) => instance.manualStep({ taskId, target: 'ann', system: '' }));
    expect(model.requests[0]!.system).toBe('');
  });

  test('a step can replace the model for itself, action calls included, with the tools of the agent', async () => {
    const { model, table } = ann([{ text: 'Mine again.' }]);
    const guest = scripted([{ toolCalls: [{ name: 'get_weather', input: { city: 'Rome' } }] }, { text: 'Warm.' }]);
    await sit(table, async ({ instance, taskId }) => {
      const step: StepOptions = { taskId, target: 'ann', responseType: 'response', responseTargets: ['ben'] };
      expect(await instance.manualStep({ ...step, model: guest })).toMatchObject({ text: 'Warm.' });
      expect(await instance.manualStep(step)).toMatchObject({ text: 'Mine again.' });
    });
    for (const { system } of guest.requests) expect(system).toMatch(/^You are a guest\..*Agents you can write to/s);
    expect(guest.requests[0]!.tools.map((tool) => tool.name)).toContain('get_weather');
    expect(model.requests).toHaveLength(1);
  });

  test('a step can name a model, even for a function', async () => {
    using _ = registerScriptedModel('stand-in', scripted([{ text: 'I stand in.' }]));
    await sit({ ann: ['I am back.'] }, async ({ instance, taskId }) => {
      const model = 'scripted/stand-in';
      expect(await instance.manualStep({ taskId, target: 'ann', model })).toMatchObject({ text: 'I stand in.' });
      expect(await instance.manualStep({ taskId, target: 'ann' })).toMatchObject({ text: 'I am back.' });
    });
  });

  test('a model that takes the place of a function for one step is given what the function said before', async () => {
    const model = scripted([{ text: 'I stand in.' }]);
    await sit({ ann: ['I was here.'] }, async ({ instance, taskId }) => {
      await instance.manualStep({ taskId, target: 'ann' });
      await instance.manualStep({ taskId, target: 'ann', model });
    });
    expect(model.requests[0]!.messages.map(({ role, text }) => [role, text])).toContainEqual([
      'assistant',
      'I was here.',
    ]);
  });

  test('fail the step with the name of an unknown model', async () => {
    await sit({ ann: ['Here.'] }, async ({ instance, taskId }) => {
      const step = instance.manualStep({ taskId, target: 'ann', model: 'scripted/nobody' });
      await expect(step).rejects.toMatchObject({ code: 'model_failed', message: expect.stringContaining('nobody') });
      expect(await instance.manualStep({ taskId, target: 'ann' })).toMatchObject({ text: 'Here.' });
    });
  });
});

describe('a stepped agent', () => {
  const step = { id: 's', responseType: 'broadcast', responseTargets: ['all'] } as const;
  const context = { ...step, responseTargets: ['all'] };

  test('a step that overrides nothing uses the agent itself, so that it is not created twice', () => {
    expect(toSteppedAgent(own, undefined, new Map())).toBe(own);
    expect(toSteppedAgent(own, context, new Map())).toBe(own);
  });

  test('keeps what the step does not override', () => {
    const acting = agent({ ...own, actions: [getWeather], temperature: 0.5 });
    expect(toSteppedAgent(acting, { ...context, system: 'Other.' }, new Map())).toEqual({
      ...acting,
      system: 'Other.',
    });
    const stepped = toSteppedAgent(acting, { ...context, model: 'scripted/other' }, new Map());
    expect(stepped).toEqual({ ...acting, model: 'scripted/other' });
  });

  test('a step whose model was an object of another process is refused', () => {
    const lost = { ...context, model: 'acme/one', modelInMemory: true as const };
    expect(() => toSteppedAgent(own, lost, new Map())).toThrow(/acme\/one as an object/);
  });

  test('a model replaces the function of an agent', () => {
    const puppet = agent({ name: 'ann', run: () => ({ text: 'me' }), commTargets: ['ben'] });
    expect(toSteppedAgent(puppet, { ...context, model: 'scripted/other' }, new Map()).run).toBeUndefined();
    expect(toSteppedAgent(puppet, { ...context, system: 'Other.' }, new Map()).run).toBe(puppet.run);
  });

  test('survives being stored as data', () => {
    const whole = {
      ...context,
      model: 'acme/one',
      modelInMemory: true as const,
      system: 'Other.',
      dynamicContextRatio: 0.5,
    };
    const sender = { addressType: 'system', address: 'table' } as const;
    const message = { taskId: 't', sender, subject: '', body: '', broadcastId: 'b', recipients: [] };
    const envelope = { id: 'm', timestamp: '', msgType: 'broadcast' } as const;
    const carry = (routingInfo: Record<string, unknown>) =>
      stepOf([{ ...envelope, message: { ...message, routingInfo } }]);
    expect(carry(toRouting(whole))).toEqual(whole);
    expect(carry(JSON.parse(JSON.stringify(toRouting(context))) as Record<string, unknown>)).toEqual(context);
    expect(carry({ manual_step: 's', manual_response_type: '?', manual_response_targets: 'all' })).toEqual({
      id: 's',
      responseType: 'broadcast',
      responseTargets: [],
    });
    expect(carry({})).toBeUndefined();
  });

  test('what an agent or a user writes never changes a stepped agent', () => {
    const claims = (['agent', 'user', 'admin'] as const).map((addressType) => {
      const sender = { addressType, address: 'ben' };
      const message = { taskId: 't', sender, subject: '::manual_step::', body: '', broadcastId: 'b', recipients: [] };
      const envelope = { id: 'm', timestamp: '', msgType: 'broadcast' as const };
      return stepOf([{ ...envelope, message: { ...message, routingInfo: toRouting(context) } }]);
    });
    expect(claims).toEqual([undefined, undefined, undefined]);
  });
});
