import { expect, test } from 'vitest';
import { actor, complete, getWeather, logOf, outline, play, request, respond, wait } from '../__fixtures__/play.ts';
import { openStore } from '@posthouse/store';
import { swarm } from '../swarm.ts';

const slowly = (milliseconds: number, calls: { tool: string; input: never }[]) => async () => {
  await new Promise((resolve) => setTimeout(resolve, milliseconds));
  return { calls };
};

test('an agent that may not complete tasks is refused when it tries (Q16)', async () => {
  const scenario = {
    supervisor: [[request('weather')], complete('mine')],
    weather: [complete('weather completed it'), [respond('supervisor')]],
  };
  await play(scenario, async (instance) => {
    const { response, taskId } = await instance.postMessage({ body: 'go' });
    expect(response).toBe('mine');
    const log = await logOf(instance, taskId);
    const refused = log.find(
      (entry) => entry.type === 'call-ended' && entry.tool === 'task_complete' && entry.agent === 'weather',
    );
    expect(refused).toMatchObject({
      result: { status: 'error', content: 'the tool `task_complete` is not available to you' },
    });
  });
});

test('excluded tools are neither offered nor obeyed (Q16)', async () => {
  let offered: string[] = [];
  const look = ({ tools }: { tools: { name: string }[] }) => {
    offered = tools.map((tool) => tool.name);
    return { calls: [{ tool: 'send_interrupt', input: { target: 'weather', subject: 's', body: 'b' } }] };
  };
  await play({ supervisor: [look, complete('ok')], excludeTools: ['send_interrupt'] }, async (instance) => {
    const { taskId } = await instance.postMessage({ body: 'go' });
    expect(offered).toContain('send_broadcast');
    expect(offered).not.toContain('send_interrupt');
    expect(outline(await logOf(instance, taskId))).toContain('send_interrupt error');
  });
});

test('an agent that may complete is offered task_complete, whatever else it is (Q22)', async () => {
  let offered: string[] = [];
  const look = ({ tools }: { tools: { name: string }[] }) => {
    offered = tools.map((tool) => tool.name);
    return { calls: complete('ok') };
  };
  await play({ supervisor: [look] }, (instance) => instance.postMessage({ body: 'go' }));
  expect(offered).toEqual([
    'send_request',
    'send_response',
    'acknowledge_broadcast',
    'ignore_broadcast',
    'await_message',
    'help',
    'ask_human',
    'send_interrupt',
    'send_broadcast',
    'task_complete',
  ]);
});

test('mail on its way at the end of the run is dropped with a notice and never comes back (Q13)', async () => {
  const read: string[][] = [];
  const note = ({ inputs }: { inputs: { message: { body: string } }[] }) => {
    read.push(inputs.map((input) => input.message.body));
    return { calls: [respond('supervisor', 'r', 'later')] };
  };
  const scenario = {
    supervisor: [
      [request('weather', 'hurry', 'one'), ...complete('done')],
      [request('weather', 'again', 'two'), wait],
      complete('two'),
    ],
    weather: [note],
  };
  await play(scenario, async (instance) => {
    const first = await instance.postMessage({ body: 'go' });
    expect(outline(await logOf(instance, first.taskId))).toContain('supervisor → weather: hurry');
    const second = await instance.postMessage({ body: 'again', taskId: first.taskId });
    expect(second.response).toBe('two');
    expect(read).toEqual([['two']]);
  });
});

test('agents that took part read the completion in their next turn (Q61)', async () => {
  const read: string[] = [];
  const note = ({ inputs }: { inputs: { message: { subject: string; body: string } }[] }) => {
    read.push(inputs.map(({ message }) => `${message.subject} ${message.body}`).join(' | '));
    return { calls: [respond('supervisor')] };
  };
  const scenario = {
    supervisor: [
      [request('weather', 'one'), wait],
      complete('first answer'),
      [request('weather', 'two'), wait],
      complete('second'),
    ],
    weather: [note, note],
  };
  await play(scenario, async (instance) => {
    const { taskId } = await instance.postMessage({ body: 'go' });
    await instance.postMessage({ body: 'again', taskId });
    expect(read).toEqual(['one b', '::task_complete:: first answer | two b']);
  });
});

test('completion aborts other turns with a result for every call', async () => {
  const started = Promise.withResolvers<void>();
  const aborted = Promise.withResolvers<unknown>();
  const slow = {
    ...getWeather,
    execute: (_: never, { signal }: { signal: AbortSignal }) =>
      new Promise<never>((_resolve, reject) => {
        started.resolve();
        signal.addEventListener('abort', () => {
          aborted.resolve(signal.reason);
          reject(signal.reason);
        });
      }),
  };
  await using store = await openStore('sqlite::memory:');
  const waits = async () => {
    await started.promise;
    return { calls: complete('enough') };
  };
  const team = swarm({
    name: 'team',
    version: '1.0.0',
    entrypoint: 'supervisor',
    agents: [
      actor('supervisor', [[request('weather'), request('math')], waits], {
        commTargets: ['weather', 'math'],
        enableEntrypoint: true,
        canCompleteTasks: true,
      }),
      actor('weather', [[{ tool: 'get_weather', input: { city: 'Oslo' } }, respond('supervisor')]], {
        actions: [slow],
      }),
      actor('math', [[respond('supervisor')]]),
    ],
  });
  await using instance = await team.instantiate({ store });
  const { taskId, response } = await instance.postMessage({ body: 'go' });
  expect(response).toBe('enough');
  expect(await aborted.promise).toBeInstanceOf(Error);
  const ended = (await logOf(instance, taskId)).filter(
    (entry) => entry.type === 'call-ended' && entry.agent === 'weather',
  );
  expect(ended.map((entry) => entry.type === 'call-ended' && [entry.tool, entry.result.status])).toEqual([
    ['get_weather', 'unknown'],
    ['send_response', 'not-run'],
  ]);
});

test('two tasks of one user do not mix (Q62)', async () => {
  const answer = ({ inputs }: { inputs: { message: { body: string } }[] }) => ({
    calls: complete(`re: ${inputs[0]!.message.body}`),
  });
  await play({ supervisor: [answer, answer, answer] }, async (instance) => {
    const results = await Promise.all(['a', 'b', 'c'].map((body) => instance.postMessage({ body })));
    expect(results.map((result) => result.response)).toEqual(['re: a', 're: b', 're: c']);
    expect(new Set(results.map((result) => result.taskId)).size).toBe(3);
  });
});

test('a user message that nobody read before the end starts the next run, and its sender waits for that one', async () => {
  const gate = Promise.withResolvers<void>();
  const first = async () => {
    await gate.promise;
    return { calls: complete('one') };
  };
  await play({ supervisor: [first, complete('two')] }, async (instance) => {
    const one = await instance.submit({ body: 'first' });
    const two = await instance.submit({ body: 'second', taskId: one.taskId });
    gate.resolve();
    expect(await instance.answer(one)).toMatchObject({ run: 1, response: 'one' });
    expect(await instance.answer(two)).toMatchObject({ run: 2, response: 'two' });
  });
});

test('a message posted twice is one message', async () => {
  await play({ supervisor: [complete('once')] }, async (instance) => {
    const options = { body: 'go', taskId: 't', idempotencyKey: 'k' };
    const [one, two] = await Promise.all([instance.postMessage(options), instance.postMessage(options)]);
    expect(one).toEqual(two);
    expect(
      (await logOf(instance, 't')).filter((entry) => entry.type === 'message' && entry.to === 'supervisor'),
    ).toHaveLength(1);
  });
});

test('replies that arrive together are read in one turn (Q12)', async () => {
  let busy = 0;
  let most = 0;
  const careful = async ({ inputs }: { inputs: { message: { sender: { address: string } } }[] }) => {
    busy += 1;
    most = Math.max(most, busy);
    await new Promise((resolve) => setTimeout(resolve, 10));
    busy -= 1;
    const senders = inputs.map((input) => input.message.sender.address);
    if (senders.includes('u-1')) return { calls: [request('weather'), request('math'), wait] };
    heard += senders.length;
    return { calls: heard === 2 ? complete('both') : [wait] };
  };
  let heard = 0;
  await play(
    {
      supervisor: [careful, careful, careful],
      weather: [[respond('supervisor')]],
      math: [slowly(2, [respond('supervisor') as never])],
    },
    async (instance) => {
      expect((await instance.postMessage({ body: 'go' })).response).toBe('both');
      expect(most).toBe(1);
    },
  );
});
