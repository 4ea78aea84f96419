import type { Script } from '@posthouse/runtime/scripted';
import { describe, expect, test } from 'vitest';
import { Federated, introduce, startTown, townOf } from './__fixtures__/federated.ts';
import type { Loose } from './__fixtures__/loose.ts';
import { FrameReader, type Frame, readFrames } from './__fixtures__/read-frames.ts';
import { calls, complete } from './__fixtures__/scenarios.ts';
import { until } from './__fixtures__/until.ts';

const request = (target: string, body: string): [string, object] => [
  'send_request',
  { target, subject: 'Question', body },
];
const respond = (target: string, body: string): [string, object] => [
  'send_response',
  { target, subject: 'Answer', body },
];
const finish = (text: string): [string, object] => ['task_complete', { finish_message: text }];

const stream = (federated: Federated, name: string, body: object): Promise<Response> =>
  fetch(`${federated.town(name).url}/message`, {
    method: 'POST',
    headers: { authorization: 'Bearer user:ada', 'content-type': 'application/json' },
    body: JSON.stringify({ task_id: 't', body: 'go', stream: true, ...body }),
  });
const bodiesOf = (frames: readonly Frame[]): string[] =>
  frames
    .filter(({ event }) => event === 'new_message')
    .map(({ data }) => (data.extra_data as Loose).full_message.message as Loose)
    .map(({ sender, body }) => `${sender.address}: ${body}`);
/** What was written, by agent and kind. */
const textsOf = (frames: readonly Frame[]): Record<string, string> => {
  const texts: Record<string, string> = {};
  for (const { event, data } of frames) {
    if (event !== 'token') continue;
    const id = `${data.agent} ${data.kind}`;
    texts[id] = (texts[id] ?? '').slice(0, data.offset as number) + data.delta;
  }
  return texts;
};
const taskAt = (federated: Federated, town: string, peer: string) =>
  federated.town(town).served.store.find({ swarm: town, role: 'swarm', id: peer }, 't');

describe('two servers', () => {
  test('two servers work on one task, and deliver what was written in the turn that completed (N25, N26, Q13)', async () => {
    const alpha = townOf('alpha', [calls(request('boss@beta', 'how deep?')), complete('it is deep')], ['beta']);
    const beta = townOf('beta', [calls(respond('boss@alpha', 'very'), finish('done here'))], ['alpha']);
    await using federated = await Federated.start([alpha, beta]);
    const frames = await readFrames(await stream(federated, 'alpha', {}));
    expect(frames.at(-1)).toMatchObject({ event: 'task_complete', data: { response: 'it is deep', task_id: 't' } });
    expect(bodiesOf(frames)).toContain('boss@beta: very');
    expect(frames.map(({ event }) => event)).toContain('interswarm_message_sent');
    const task = await taskAt(federated, 'beta', 'alpha');
    expect(task).toMatchObject({ taskId: 't', owner: { swarm: 'beta', role: 'swarm', id: 'alpha' } });
    const { body: record } = await federated.call('alpha', '/task?task_id=t');
    expect(record.task_contributors).toEqual(['user:ada@alpha', 'swarm:alpha@beta']);
  });

  test('two servers ask each other, in both directions', async () => {
    const script =
      (own: string, other: string): Script =>
      ({ messages }) => {
        const last = messages.at(-1)!.text;
        if (last.includes('from (user): ')) return calls(request(`boss@${other}`, `from ${own}`));
        if (last.includes(`from ${other}`)) return calls(respond(`boss@${other}`, `${own} greets`), finish('said'));
        return complete(last.includes(`${other} greets`) ? `${other} has greeted` : 'nobody greeted');
      };
    await using federated = await Federated.start([
      townOf('alpha', script('alpha', 'beta'), ['beta']),
      townOf('beta', script('beta', 'alpha'), ['alpha']),
    ]);
    const [one, two] = await Promise.all([
      federated.post('alpha', { body: 'go', task_id: 'one' }),
      federated.post('beta', { body: 'go', task_id: 'two' }),
    ]);
    expect([one.body.response, two.body.response]).toEqual(['beta has greeted', 'alpha has greeted']);
  });

  test('a server learns of a swarm that only completes (Q6)', async () => {
    const alpha = townOf('alpha', [calls(request('boss@beta', 'q')), complete('heard')], ['beta']);
    const beta = townOf('beta', [complete('forty-two')], ['alpha']);
    await using federated = await Federated.start([alpha, beta]);
    const frames = await readFrames(await stream(federated, 'alpha', {}));
    expect(bodiesOf(frames)).toContain('boss@beta: forty-two');
    expect(frames.at(-1)!.data.response).toBe('heard');
  });

  test('late readers of one server see what the other has written so far, from its beginning', async () => {
    const turn = {
      text: 'first it thinks for a while',
      ...calls(finish('and then it answers')),
      // Slowly enough for the beginnings of text and answer to reach the other server apart from each other.
      chunkSize: 3,
      delayMs: 20,
      fault: { kind: 'stall', afterChunks: 18 },
    } as const;
    const alpha = townOf('alpha', [calls(request('boss@beta', 'q'))], ['beta']);
    const beta = townOf('beta', [turn], ['alpha']);
    await using federated = await Federated.start([alpha, beta]);
    const early = new FrameReader(await stream(federated, 'alpha', { stream: 'tokens' }));
    // What it thinks is whole by then, but stands in no entry yet.
    const untilAnswer = async (reader: FrameReader): Promise<void> => {
      while (!reader.frames.some(({ data }) => data.kind === 'answer')) await reader.until('token');
    };
    await untilAnswer(early);
    const headers = { authorization: 'Bearer user:ada' };
    const late = new FrameReader(await fetch(`${federated.town('alpha').url}/tasks/t/events?tokens=1`, { headers }));
    await untilAnswer(late);
    await federated.call('alpha', '/tasks/t/cancel', { body: {} });
    const [soon, later] = [await early.rest(), await late.rest()];
    expect(textsOf(later)['boss@beta text']).toBe('first it thinks for a while');
    expect(textsOf(later)).toEqual(textsOf(soon));
  });

  test('the user of one server sees what the agents of the other do and write', async () => {
    const alpha = townOf('alpha', [calls(request('boss@beta', 'q')), complete('shown')], ['beta']);
    const beta = townOf('beta', [{ text: 'thinking aloud', ...calls(finish('the answer')) }], ['alpha']);
    await using federated = await Federated.start([alpha, beta]);
    const frames = await readFrames(await stream(federated, 'alpha', { stream: 'tokens' }));
    const callers = frames
      .filter(({ event }) => event === 'tool_call')
      .map(({ data }) => (data.extra_data as Loose).caller as string);
    expect(callers).toContain('boss@beta');
    const { store } = federated.town('alpha').served;
    const task = await store.find({ swarm: 'alpha', role: 'user', id: 'ada' }, 't');
    const { entries } = await store.read(task!.key, 0, 1_000);
    expect(entries.filter((entry) => entry.type === 'remote').map((entry) => entry.swarm)).toContain('beta');
  });

  test('two servers pause together: the user of one answers what an agent of the other asks', async () => {
    const alpha = townOf('alpha', [calls(request('boss@beta', 'q')), complete('went on')], ['beta']);
    const beta = townOf(
      'beta',
      ({ messages }) => {
        const [result] = messages.at(-1)!.toolResults;
        return result === undefined ? calls(['ask_human', { q: 'may I?' }]) : complete(`they said ${result.text}`);
      },
      ['alpha'],
    );
    await using federated = await Federated.start([alpha, beta]);
    const paused = await federated.post('alpha', { body: 'go' });
    expect(paused.body.status).toBe('paused');
    const open = JSON.parse(paused.body.response as string) as { call_id: string; arguments: string }[];
    expect(open).toHaveLength(1);
    expect(open[0]!.arguments).toContain('may I?');
    const answer = { results: [{ call_id: open[0]!.call_id, content: 'yes' }] };
    const resumed = await federated.call('alpha', '/tasks/t/resume', { body: answer });
    expect(resumed.body).toMatchObject({ response: 'went on', status: 'complete' });
    const task = await taskAt(federated, 'beta', 'alpha');
    const { entries } = await federated.town('beta').served.store.read(task!.key, 0, 1_000);
    expect(JSON.stringify(entries)).toContain('they said yes');
  });

  test('two servers cancel together', async () => {
    const alpha = townOf('alpha', [calls(request('boss@beta', 'q'))], ['beta']);
    const beta = townOf('beta', [calls(['slow', {}])], ['alpha']);
    await using federated = await Federated.start([alpha, beta]);
    const reader = new FrameReader(await stream(federated, 'alpha', {}));
    await until(async () => {
      const task = await taskAt(federated, 'beta', 'alpha');
      if (task === undefined) return false;
      const { entries } = await federated.town('beta').served.store.read(task.key, 0, 100);
      return entries.some((entry) => entry.type === 'call-started');
    });
    await federated.call('alpha', '/tasks/t/cancel', { method: 'POST' });
    await until(async () => (await taskAt(federated, 'beta', 'alpha'))?.openRun === null);
    expect(await taskAt(federated, 'beta', 'alpha')).toMatchObject({ status: 'cancelled' });
    await reader.cancel();
  });

  test('the sender learns of what can never be delivered (Q5)', async () => {
    const seen: string[] = [];
    const alpha = townOf(
      'alpha',
      ({ messages }) => {
        seen.push(messages.at(-1)!.text);
        return seen.length === 1 ? calls(request('nobody@beta', 'q')) : complete('gave up');
      },
      ['nobody@beta'],
    );
    const beta = townOf('beta', [], ['alpha']);
    await using federated = await Federated.start([alpha, beta]);
    expect((await federated.post('alpha', { body: 'go' })).body.response).toBe('gave up');
    expect(seen[1]).toContain("unknown local agent: 'nobody'");
  });

  test('mail to a server that was down is delivered as soon as it is back', async () => {
    const alpha = townOf('alpha', [calls(request('boss@beta', 'q')), complete('at last')], ['beta']);
    const beta = townOf('beta', [complete('here I am')], ['alpha']);
    const first = await startTown(beta);
    await using home = await Federated.start([alpha]);
    await introduce(home.town('alpha'), first);
    await first.stop({ drainMs: 0 });
    const answer = home.post('alpha', { body: 'go' });
    await until(async () => {
      const task = await home.town('alpha').served.store.find({ swarm: 'alpha', role: 'user', id: 'ada' }, 't');
      return (
        task !== undefined && JSON.stringify(await home.town('alpha').served.store.load(task.key)).includes('attempts')
      );
    });
    // A new process with another key: to alpha it is a stranger until it is registered again.
    const again = await startTown(beta, {}, first.port);
    try {
      await introduce(home.town('alpha'), again);
      await introduce(again, home.town('alpha'));
      expect((await answer).body.response).toBe('at last');
    } finally {
      await again.stop({ drainMs: 0 });
    }
  });
});

describe('three servers', () => {
  test('three servers pass a task around and back to where it began', async () => {
    const alpha = townOf('alpha', [calls(request('boss@beta', 'one')), complete('round')], ['beta', 'gamma']);
    const beta = townOf('beta', [calls(request('boss@gamma', 'two')), complete('beta done')], ['alpha', 'gamma']);
    const gamma = townOf('gamma', [complete('gamma done')], ['alpha', 'beta']);
    await using federated = await Federated.start([alpha, beta, gamma]);
    const frames = await readFrames(await stream(federated, 'alpha', {}));
    expect(frames.at(-1)!.data.response).toBe('round');
    expect(bodiesOf(frames)).toContain('boss@beta: beta done');
    expect((await taskAt(federated, 'gamma', 'beta'))?.taskId).toBe('t');
  });

  test('all receive a broadcast (Q9, Q19)', async () => {
    const heard: string[] = [];
    const alpha = townOf(
      'alpha',
      ({ messages }) => {
        const text = messages.map(({ text: each }) => each).join('\n');
        if (!text.includes('done'))
          return messages.length < 3
            ? calls(['send_interswarm_broadcast', { subject: 's', body: 'hear me', target_swarms: [] }])
            : calls(['await_message', {}]);
        return ['beta done', 'gamma done'].every((each) => text.includes(each))
          ? complete('all heard')
          : calls(['await_message', {}]);
      },
      ['beta', 'gamma'],
    );
    const listener = (name: string) =>
      townOf(
        name,
        ({ messages }) => {
          heard.push(`${name}: ${/hear me/.exec(messages.at(-1)!.text)?.[0]}`);
          return complete(`${name} done`);
        },
        ['alpha'],
      );
    await using federated = await Federated.start([alpha, listener('beta'), listener('gamma')]);
    expect((await federated.post('alpha', { body: 'go' })).body.response).toBe('all heard');
    expect(heard.toSorted()).toEqual(['beta: hear me', 'gamma: hear me']);
  });
});

test('the swarms of one server write to each other without a network', async () => {
  const { startServer } = await import('./start-server.ts');
  const { quiet } = await import('./logging/quiet.ts');
  const desk = townOf('desk', [calls(request('boss@annex', 'q')), complete('from next door')], ['annex']);
  const annex = townOf('annex', [complete('hello, neighbour')], ['desk']);
  await using server = await startServer([desk, annex], {
    port: 0,
    databaseURL: 'sqlite::memory:',
    logger: quiet,
    handleSignals: false,
    drainMs: 0,
  });
  const instance = server.served.instance({ role: 'user', id: 'ada', token: '' });
  expect(await instance.postMessage({ body: 'go', taskId: 't', timeoutMs: 15_000 })).toMatchObject({
    response: 'from next door',
  });
  expect(await server.served.store.find({ swarm: 'annex', role: 'swarm', id: 'desk' }, 't')).toMatchObject({
    status: 'complete',
  });
});
