import type { JSONValue } from '@posthouse/protocol';
import { describe, expect, test } from 'vitest';
import { complete, type Line, logOf, outline, request, wait } from '../__fixtures__/play.ts';
import { buffersOf, entriesOf, sit } from './__fixtures__/table.ts';

const weather = (city: string): { tool: string; input: JSONValue } => ({ tool: 'get_weather', input: { city } });

describe('buffers', () => {
  test('mail wakes no agent and waits in the buffer of its reader', async () => {
    await sit({}, async (seated) => {
      const { instance, taskId } = seated;
      await instance.submit({ body: 'Good evening.', taskId, recipients: ['all'] });
      await instance.submit({ body: 'A word.', taskId, recipients: ['ann', 'ben', 'ann'] });
      await instance.awaitQueueEmpty(taskId);
      expect(await buffersOf(seated)).toEqual([
        'host < u-1: Begin.',
        'host < u-1: Good evening.',
        'ann < u-1: Good evening.',
        'ben < u-1: Good evening.',
        'cleo < u-1: Good evening.',
        'ann < u-1: A word.',
        'ben < u-1: A word.',
      ]);
      expect(outline(await entriesOf(seated))).not.toContain('notice stalled');
    });
  });

  test('a message of the user starts a run, and later messages join it', async () => {
    await sit({}, async (seated) => {
      const second = await seated.instance.submit({ body: 'And?', taskId: seated.taskId });
      expect(second.run).toBe(1);
      expect(outline(await entriesOf(seated))).toEqual(['run 1 starts', 'u-1 → host: ', 'u-1 → host: ']);
    });
  });

  test('a message to an unknown agent is refused before anything is written', async () => {
    await sit({}, async (seated) => {
      const { instance, taskId } = seated;
      const before = await entriesOf(seated);
      await expect(instance.submit({ body: 'b', taskId, recipients: ['anne'] })).rejects.toThrow(/Did you mean 'ann'/);
      await expect(instance.submit({ body: 'b', taskId, recipients: [] })).rejects.toThrow('at least one recipient');
      expect(await entriesOf(seated)).toEqual(before);
    });
  });

  test('postMessage is refused, as no answer comes without a step', async () => {
    await sit({}, async ({ instance, taskId }) => {
      const posting = instance.postMessage({ body: 'b', taskId });
      await expect(posting).rejects.toMatchObject({
        code: 'invalid_input',
        message: expect.stringContaining('manualStep'),
      });
    });
  });

  test('mail that agents send with tools goes into buffers too, interrupts included', async () => {
    const calls: Line = [
      request('ben', 'question', 'how are you?'),
      { tool: 'send_interrupt', input: { target: 'ann', subject: 'stop', body: 'stop it' } },
      { tool: 'send_broadcast', input: { subject: 'news', body: 'listen', targets: [] } },
    ];
    await sit({ host: [calls] }, async (seated) => {
      const result = await seated.instance.manualStep({ taskId: seated.taskId, target: 'host' });
      expect(result).toMatchObject({ status: 'done', text: '' });
      expect(result).not.toHaveProperty('message');
      expect(await buffersOf(seated)).toEqual([
        'ben < host: how are you?',
        'ann < host: stop it',
        'ann < host: listen',
        'ben < host: listen',
        'cleo < host: listen',
      ]);
    });
  });
});

describe("recipients of a step's text", () => {
  test('a broadcast goes to the buffers of everyone else, and to the caller of the step', async () => {
    await sit({ ann: ['Hello, all.'] }, async (seated) => {
      const { instance, taskId } = seated;
      const result = await instance.manualStep({ taskId, target: 'ann' });
      expect(result).toMatchObject({ status: 'done', text: 'Hello, all.', taskId, run: 1 });
      expect(result.message).toMatchObject({ msgType: 'broadcast', message: { subject: '', body: 'Hello, all.' } });
      const heard = ['host', 'ben', 'cleo'].map((name) => `${name} < ann: Hello, all.`);
      expect(await buffersOf(seated)).toEqual(['host < u-1: Begin.', ...heard]);
    });
  });

  test('a broadcast to a group reaches the group, without its sender', async () => {
    await sit({ ann: ['Psst.'] }, async (seated) => {
      const { instance, taskId } = seated;
      const responseTargets = ['cleo', 'ann', 'ben'];
      const { message } = await instance.manualStep({
        taskId,
        target: 'ann',
        responseType: 'broadcast',
        responseTargets,
      });
      const group = [
        { addressType: 'agent', address: 'cleo' },
        { addressType: 'agent', address: 'ben' },
      ];
      expect(message).toMatchObject({ message: { recipients: group } });
      expect(await buffersOf(seated)).toEqual(['host < u-1: Begin.', 'cleo < ann: Psst.', 'ben < ann: Psst.']);
    });
  });

  test.each(['response', 'request'] as const)(
    'a %s goes to the first target and to nobody else',
    async (responseType) => {
      await sit({ ann: ['Only for you.'] }, async (seated) => {
        const { instance, taskId } = seated;
        const { message } = await instance.manualStep({
          taskId,
          target: 'ann',
          responseType,
          responseTargets: ['ben', 'cleo'],
        });
        expect(message).toMatchObject({ msgType: responseType, message: { recipient: { address: 'ben' } } });
        expect(await buffersOf(seated)).toEqual(['host < u-1: Begin.', 'ben < ann: Only for you.']);
      });
    },
  );

  test('a response names the request that it answers', async () => {
    await sit({ ann: ['Are you well?'], ben: ['I am.'] }, async ({ instance, taskId }) => {
      const asked = await instance.manualStep({
        taskId,
        target: 'ann',
        responseType: 'request',
        responseTargets: ['ben'],
      });
      const told = await instance.manualStep({
        taskId,
        target: 'ben',
        responseType: 'response',
        responseTargets: ['ann'],
      });
      const { requestId } = asked.message!.message as { requestId: string };
      expect(told.message!.message).toMatchObject({ requestId });
    });
  });

  test('text beside a call reaches nobody', async () => {
    const ann = [() => ({ text: 'Between us: I lie.', calls: [wait] })];
    await sit({ ann }, async (seated) => {
      const result = await seated.instance.manualStep({ taskId: seated.taskId, target: 'ann' });
      expect(result).toMatchObject({ status: 'done', text: '' });
      expect(await buffersOf(seated)).toEqual(['host < u-1: Begin.']);
    });
  });

  test('an agent may say nothing at all', async () => {
    await sit({ ann: [() => ({ text: '  ' })] }, async (seated) => {
      expect(await seated.instance.manualStep({ taskId: seated.taskId, target: 'ann' })).toMatchObject({ text: '' });
    });
  });
});

describe('a step with calls (Q20)', () => {
  test('text after an action still goes to the right target', async () => {
    await sit({ ann: [[weather('Oslo')], 'Bring a coat.'] }, async (seated) => {
      const { instance, taskId } = seated;
      const result = await instance.manualStep({
        taskId,
        target: 'ann',
        responseType: 'response',
        responseTargets: ['ben'],
      });
      expect(result).toMatchObject({ text: 'Bring a coat.', message: { msgType: 'response' } });
      expect(await buffersOf(seated)).toEqual(['host < u-1: Begin.', 'ben < ann: Bring a coat.']);
    });
  });

  test('text still goes to the right target after a failure, after help, after a wrong address, and after all of them', async () => {
    const help = {
      tool: 'help',
      input: { get_summary: true, get_identity: false, get_tool_help: [], get_full_protocol: false },
    };
    const ann = [[weather('BOOM')], [help, weather('Oslo')], [request('nobody')], [help], 'At last.'];
    await sit({ ann }, async (seated) => {
      const { instance, taskId } = seated;
      const result = await instance.manualStep({ taskId, target: 'ann', responseTargets: ['ben', 'cleo'] });
      expect(result).toMatchObject({ text: 'At last.', message: { msgType: 'broadcast' } });
      expect(await buffersOf(seated)).toEqual(['host < u-1: Begin.', 'ben < ann: At last.', 'cleo < ann: At last.']);
      const ends = (await entriesOf(seated)).filter(
        (entry) => entry.type === 'notice' && entry.code === 'manual_step_ended',
      );
      expect(ends).toHaveLength(1);
    });
  });

  test('ends with await_message, even if nobody was asked anything', async () => {
    await sit({ ann: [[wait]] }, async (seated) => {
      await seated.instance.manualStep({ taskId: seated.taskId, target: 'ann' });
      expect(outline(await entriesOf(seated))).toContain('await_message success');
    });
  });

  test('pauses at a breakpoint, and goes on as it was', async () => {
    const host = [[{ tool: 'ask_human', input: { q: 'red or black?' }, callId: 'c1' }], 'Red it is.'];
    await sit({ host }, async (seated) => {
      const { instance, taskId } = seated;
      const step = await instance.submitStep({
        taskId,
        target: 'host',
        responseType: 'request',
        responseTargets: ['ann'],
      });
      const paused = await instance.stepResult(step);
      expect(paused).toMatchObject({ status: 'paused', calls: [{ callId: 'c1', tool: 'ask_human' }] });
      await expect(instance.manualStep({ taskId, target: 'ann' })).rejects.toMatchObject({ code: 'task_running' });
      await instance.submit({ taskId, body: 'Still there?' });
      expect((await instance.task(taskId))!.status).toBe('paused');
      await instance.resume(taskId, 'red');
      expect(await instance.stepResult(step)).toMatchObject({ status: 'done', text: 'Red it is.' });
      expect(await buffersOf(seated)).toEqual(['ann < host: Red it is.']);
    });
  });
});

describe('several steps', () => {
  test('steps for one agent wait for each other, and each keeps its own targets', async () => {
    const ann = [[weather('Oslo')], 'first', 'second'];
    await sit({ ann }, async (seated) => {
      const { instance, taskId } = seated;
      const step = (name: string) =>
        instance.manualStep({ taskId, target: 'ann', responseType: 'response', responseTargets: [name] });
      const [first, second] = await Promise.all([step('ben'), step('cleo')]);
      expect([first.text, second.text]).toEqual(['first', 'second']);
      expect(await buffersOf(seated)).toEqual(['host < u-1: Begin.', 'ben < ann: first', 'cleo < ann: second']);
    });
  });

  test('different agents can be stepped at the same time', async () => {
    const meeting = Promise.withResolvers<void>();
    const ann = [async () => (await meeting.promise, { text: 'ann' })];
    const ben = [() => (meeting.resolve(), { text: 'ben' })];
    await sit({ ann, ben }, async ({ instance, taskId }) => {
      const vote = (target: string) =>
        instance.manualStep({ taskId, target, responseType: 'response', responseTargets: ['host'] });
      const votes = await Promise.all([vote('ann'), vote('ben')]);
      expect(votes.map((result) => result.text)).toEqual(['ann', 'ben']);
    });
  });

  test('an interrupt does not disturb an agent during its turn', async () => {
    const speaking = Promise.withResolvers<void>();
    const heard = Promise.withResolvers<void>();
    const interrupt = [{ tool: 'send_interrupt', input: { target: 'ann', subject: 's', body: 'hey' } }];
    const ann = [async () => (speaking.resolve(), await heard.promise, { text: 'undisturbed' })];
    await sit({ ann, host: [interrupt] }, async ({ instance, taskId }) => {
      const talk = instance.manualStep({ taskId, target: 'ann' });
      await speaking.promise;
      await instance.manualStep({ taskId, target: 'host' });
      heard.resolve();
      expect(await talk).toMatchObject({ text: 'undisturbed' });
    });
  });

  test('a repeated key gives the same step', async () => {
    await sit({ ann: ['once'] }, async ({ instance, taskId }) => {
      const step = () => instance.manualStep({ taskId, target: 'ann', idempotencyKey: 'opening' });
      const [first, second] = [await step(), await step()];
      expect(second).toEqual(first);
    });
  });

  test('a key is remembered after the run has ended', async () => {
    await sit({ host: [complete('over')], ann: ['once'] }, async ({ instance, taskId }) => {
      const ann = { taskId, target: 'ann', idempotencyKey: 'opening' };
      const host = { taskId, target: 'host', idempotencyKey: 'closing' };
      const first = [await instance.manualStep(ann), await instance.manualStep(host)];
      expect(await Promise.all([instance.manualStep(ann), instance.manualStep(host)])).toEqual(first);
      await expect(instance.manualStep({ ...ann, idempotencyKey: 'other' })).rejects.toThrow('no open run');
    });
  });
});

describe('the end of a manual run', () => {
  test('an agent that completes the task ends the run, and no step is possible after it', async () => {
    await sit({ host: [complete('Good night.')], ann: ['Hm.'] }, async (seated) => {
      const { instance, taskId } = seated;
      await instance.manualStep({ taskId, target: 'ann' });
      const result = await instance.manualStep({ taskId, target: 'host' });
      expect(result).toMatchObject({ status: 'complete', text: 'Good night.' });
      expect((await instance.task(taskId))!.status).toBe('complete');
      await expect(instance.manualStep({ taskId, target: 'ann' })).rejects.toMatchObject({ code: 'invalid_input' });
    });
  });

  test('the task continues when the user writes again, and agents keep their history', async () => {
    const host = [complete('Good night.'), 'Good morning.'];
    await sit({ host }, async ({ instance, taskId }) => {
      await instance.manualStep({ taskId, target: 'host' });
      expect(await instance.submit({ taskId, body: 'Up again?' })).toMatchObject({ run: 2 });
      expect(await instance.manualStep({ taskId, target: 'host' })).toMatchObject({ run: 2, text: 'Good morning.' });
    });
  });

  test('mail left unread when a run ends is read in the next one', async () => {
    const recalls: Line = ({ inputs }) => ({ text: inputs.map(({ message }) => message.body).join(' / ') });
    await sit({ host: [complete('Good night.')], ann: ['Not yet!'], ben: [recalls] }, async ({ instance, taskId }) => {
      await instance.manualStep({ taskId, target: 'ann' });
      await instance.manualStep({ taskId, target: 'host' });
      await instance.submit({ taskId, body: 'Up again?', recipients: ['ben'] });
      const { text } = await instance.manualStep({ taskId, target: 'ben', payload: 'Well?' });
      expect(text).toBe('Not yet! / Up again? / Well?');
    });
  });

  test('a cancel ends a step that is under way', async () => {
    const ann = [
      ({ signal }: { signal: AbortSignal }) =>
        new Promise<never>((_, reject) => signal.addEventListener('abort', reject)),
    ];
    await sit({ ann }, async ({ instance, taskId }) => {
      const step = instance.manualStep({ taskId, target: 'ann' });
      await instance.cancel(taskId);
      await expect(step).rejects.toMatchObject({ code: 'cancelled' });
    });
  });

  test('a caller that stops waiting does not stop the step', async () => {
    const said = Promise.withResolvers<{ text: string }>();
    await sit({ ann: [() => said.promise] }, async (seated) => {
      const { instance, taskId } = seated;
      const impatience = new AbortController();
      const step = await instance.submitStep({ taskId, target: 'ann' });
      const waiting = instance.stepResult(step, { signal: impatience.signal });
      impatience.abort(new Error('no time'));
      await expect(waiting).rejects.toThrow('no time');
      said.resolve({ text: 'There.' });
      expect(await instance.stepResult(step)).toMatchObject({ text: 'There.' });
    });
  });

  test('a limit ends a manual run like any other', async () => {
    const table = { ann: ['one', 'two'], host: [complete('That was enough.')], limits: { turns: 1 } };
    await sit(table, async ({ instance, taskId }) => {
      await instance.manualStep({ taskId, target: 'ann' });
      await instance.manualStep({ taskId, target: 'ann' });
      const log = await logOf(instance, taskId);
      expect(log.at(-1)).toMatchObject({ type: 'run-ended', outcome: 'complete', text: 'That was enough.' });
    });
  });
});

describe('failures', () => {
  test('an agent that cannot answer fails its step and nothing else', async () => {
    const lost = ({ inputs }: { inputs: unknown[] }) => ({ text: `read ${inputs.length}` });
    await sit({ ann: [new Error('no voice'), lost] }, async (seated) => {
      const { instance, taskId } = seated;
      await instance.submit({ taskId, body: 'Hello, Ann.', recipients: ['ann'] });
      const failing = instance.manualStep({ taskId, target: 'ann' });
      await expect(failing).rejects.toMatchObject({
        code: 'model_failed',
        message: expect.stringContaining('no voice'),
      });
      expect((await instance.task(taskId))!.openRun).toBe(1);
      expect(await instance.manualStep({ taskId, target: 'ann' })).toMatchObject({ text: 'read 1' });
    });
  });

  test('a failed step does not affect the next one', async () => {
    await sit({ ann: [new Error('no voice'), 'Better.'] }, async ({ instance, taskId }) => {
      const steps = await Promise.allSettled([1, 2].map(() => instance.manualStep({ taskId, target: 'ann' })));
      expect(steps.map((step) => step.status)).toEqual(['rejected', 'fulfilled']);
    });
  });

  test.each([
    ['an unknown target', { target: 'anne' }, /no agent 'anne'. Did you mean 'ann'/],
    ['an unknown hearer', { responseTargets: ['ben', 'bob'] }, /no agent 'bob'/],
    ['a response to nobody', { responseType: 'response' as const }, /needs a recipient/],
    [
      'a request to nobody',
      { responseType: 'request' as const, responseTargets: [] },
      /a request of 'ann' needs a recipient/,
    ],
    ['a response to all', { responseType: 'response' as const, responseTargets: ['all'] }, /no agent 'all'/],
    ['a response to oneself', { responseType: 'response' as const, responseTargets: ['ann'] }, /needs a recipient/],
    ['a broadcast to oneself', { responseTargets: ['ann'] }, /needs a recipient/],
    ['a type that is none', { responseType: 'interrupt' as 'request' }, /not 'interrupt'/],
    ['half a window too many', { dynamicContextRatio: 1.5 }, /from 0 to 1, not 1.5/],
    ['a part that is no number', { dynamicContextRatio: Number.NaN }, /from 0 to 1, not NaN/],
  ])('%s is refused before anything is written', async (_, options, message) => {
    await sit({}, async (seated) => {
      const { instance, taskId } = seated;
      const before = await entriesOf(seated);
      await expect(instance.manualStep({ taskId, target: 'ann', ...options })).rejects.toThrow(message);
      expect(await entriesOf(seated)).toEqual(before);
    });
  });

  test('a step of a task that does not exist is refused', async () => {
    await sit({}, async ({ instance }) => {
      await expect(instance.manualStep({ taskId: 'no', target: 'ann' })).rejects.toMatchObject({
        code: 'task_not_found',
      });
    });
  });
});
