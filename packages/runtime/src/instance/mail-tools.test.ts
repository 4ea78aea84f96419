import { expect, test } from 'vitest';
import { complete, logOf, outline, play, request, respond, wait } from '../__fixtures__/play.ts';

test('a response names the request it answers (Q59)', async () => {
  const scenario = { supervisor: [[request('weather'), wait], complete('ok')], weather: [[respond('supervisor')]] };
  await play(scenario, async (instance) => {
    const { taskId } = await instance.postMessage({ body: 'go' });
    const messages = (await logOf(instance, taskId)).flatMap((entry) =>
      entry.type === 'message' ? [entry.message] : [],
    );
    const asked = messages.find(
      (message) => message.msgType === 'request' && message.message.sender.address === 'supervisor',
    )!;
    const answered = messages.find((message) => message.msgType === 'response')!;
    expect(answered.message).toMatchObject({ requestId: (asked.message as { requestId: string }).requestId });
  });
});

const broadcast = (targets: string[]) => [
  { tool: 'send_broadcast', input: { subject: 's', body: 'b', targets } },
  wait,
];
const ignore = [{ tool: 'ignore_broadcast', input: { reason: null } }];

test('a broadcast without targets reaches everyone but its sender', async () => {
  await play(
    { supervisor: [broadcast([]), complete('ok')], weather: [[respond('supervisor')]], math: [ignore] },
    async (instance) => {
      const { taskId } = await instance.postMessage({ body: 'go' });
      const lines = outline(await logOf(instance, taskId));
      expect(lines).toContain('supervisor → weather: s');
      expect(lines).toContain('supervisor → math: s');
      expect(lines).not.toContain('supervisor → supervisor: s');
    },
  );
});

test('a broadcast with targets reaches exactly those (Q17)', async () => {
  await play(
    { supervisor: [broadcast(['weather']), complete('ok')], weather: [[respond('supervisor')]] },
    async (instance) => {
      const { taskId } = await instance.postMessage({ body: 'go' });
      const lines = outline(await logOf(instance, taskId));
      expect(lines).toContain('supervisor → weather: s');
      expect(lines).not.toContain('supervisor → math: s');
    },
  );
});

test('a broadcast to somebody outside the comm targets is refused whole (Q17)', async () => {
  await play({ supervisor: [broadcast(['weather', 'ghost']), complete('ok')] }, async (instance) => {
    const { taskId } = await instance.postMessage({ body: 'go' });
    const lines = outline(await logOf(instance, taskId));
    expect(lines).toContain('send_broadcast error');
    expect(lines).not.toContain('supervisor → weather: s');
  });
});

test('plain text reaches nobody; said twice, it answers the user (Q17)', async () => {
  await play({ supervisor: ['It is four.', 'It is four.'] }, async (instance) => {
    const { response, taskId } = await instance.postMessage({ body: '2 + 2?' });
    expect(response).toBe('It is four.');
    const lines = outline(await logOf(instance, taskId));
    expect(lines).toContain('swarm-alpha → supervisor: ::tool_call_error::');
    expect(lines.filter((line) => line.startsWith('supervisor → '))).toEqual(['supervisor → all: ::task_complete::']);
  });
});

test('plain text of a specialist, said twice, answers the agent that asked it', async () => {
  const scenario = { supervisor: [[request('weather'), wait], complete('ok')], weather: ['Sunny.', 'Sunny.'] };
  await play(scenario, async (instance) => {
    const { taskId } = await instance.postMessage({ body: 'go' });
    const answer = (await logOf(instance, taskId)).find(
      (entry) =>
        entry.type === 'message' &&
        entry.message.msgType === 'response' &&
        entry.agent === 'weather' &&
        entry.to === 'supervisor',
    );
    expect(answer).toMatchObject({ message: { message: { body: 'Sunny.' } } });
  });
});

test('help on an unknown tool is an error for the agent, not the end of the task (Q51)', async () => {
  const ask = (topics: string[]) => [
    { tool: 'help', input: { get_summary: true, get_identity: true, get_tool_help: topics, get_full_protocol: false } },
  ];
  let read = '';
  const note = ({ inputs }: { inputs: { message: { body: string } }[] }) => {
    read = inputs[0]!.message.body;
    return { calls: complete('ok') };
  };
  await play({ supervisor: [ask(['fly']), ask(['send_request']), note] }, async (instance) => {
    const { status, taskId } = await instance.postMessage({ body: 'go' });
    expect(status).toBe('complete');
    expect(outline(await logOf(instance, taskId))).toContain('help error');
    expect(read).toContain('===== YOUR IDENTITY =====');
    expect(read).toContain('Interswarm address: supervisor@swarm-alpha');
    expect(read).toContain('send_request: ');
  });
});

test('every call of a turn has a result, also those after await_message (Q34)', async () => {
  const turn = [request('weather'), wait, { tool: 'ask_nobody', input: {} }, request('math')];
  const scenario = {
    supervisor: [turn, [wait], [wait], complete('ok')],
    weather: [[respond('supervisor')]],
    math: [[respond('supervisor')]],
  };
  await play(scenario, async (instance) => {
    const { taskId } = await instance.postMessage({ body: 'go', timeoutMs: 5_000 });
    const log = await logOf(instance, taskId);
    const made = log.filter((entry) => entry.type === 'call').map((entry) => entry.type === 'call' && entry.callId);
    const ended = log
      .filter((entry) => entry.type === 'call-ended')
      .map((entry) => entry.type === 'call-ended' && entry.callId);
    expect(ended.toSorted()).toEqual(made.toSorted());
  });
});

test('the sender of mail to an unreachable swarm is told', async () => {
  const scenario = { supervisor: [[request('boss@swarm-beta')], complete('ok')] };
  await play(scenario, async (instance) => {
    const { taskId } = await instance.postMessage({ body: 'go' });
    expect(outline(await logOf(instance, taskId))).toContain('send_request error');
  });
});

test('the failure of a specialist is told to the agent that asked it, in its own words (Q4)', async () => {
  let read = '';
  const note = ({ inputs }: { inputs: { message: { subject: string; body: string } }[] }) => {
    read = `${inputs[0]!.message.subject} ${inputs[0]!.message.body}`;
    return { calls: complete('without weather') };
  };
  const scenario = { supervisor: [[request('weather'), wait], note], weather: [new Error('quota exhausted')] };
  await play(scenario, async (instance) => {
    expect((await instance.postMessage({ body: 'go' })).response).toBe('without weather');
    expect(read).toMatch(/^::agent_error:: agent 'weather' could not answer: .*quota exhausted$/);
  });
});
