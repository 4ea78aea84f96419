import { describe, expect, test } from 'vitest';
import { callTown, startTown, type Town, townOf } from './__fixtures__/federated.ts';
import type { Loose } from './__fixtures__/loose.ts';
import { PlainPeer, type PlainPeerOptions } from '@posthouse/testkit';
import { calls, complete } from './__fixtures__/scenarios.ts';
import { until } from './__fixtures__/until.ts';

const request = (body: string, target = 'supervisor@weather'): [string, object] => [
  'send_request',
  { target, subject: 'Question', body },
];
const respond = (body: string): [string, object] => [
  'send_response',
  { target: 'supervisor@weather', subject: 'Answer', body },
];
const finish = (text: string): [string, object] => ['task_complete', { finish_message: text }];

/** A server of ours and one that behaves like MAIL's own, who know each other. */
async function meet(alpha: Parameters<typeof townOf>[1], options: PlainPeerOptions = {}) {
  const town = await startTown(townOf('alpha', alpha, ['supervisor@weather']));
  const peer = await PlainPeer.start(options);
  peer.other = { url: town.url, swarm: 'alpha', token: 'agent:weather' };
  const body = { name: 'weather', base_url: peer.url, auth_token: peer.token };
  await callTown(town, '/swarms', { as: 'admin:root', body });
  const dispose = async (): Promise<void> => {
    await town.stop({ drainMs: 0 });
    await peer[Symbol.asyncDispose]();
  };
  return { town, peer, [Symbol.asyncDispose]: dispose };
}

const post = (town: Town, body: object = {}) =>
  callTown(town, '/message', { body: { body: 'go', task_id: 't', ...body } });
const taskOfPeer = (town: Town, taskId: string) =>
  town.served.store.find({ swarm: 'alpha', role: 'swarm', id: 'weather' }, taskId);
const entriesOf = async (town: Town, key: string) => (await town.served.store.read(key, 0, 1_000)).entries;

describe('a reference server that we ask', () => {
  test('answers and completes, and the agent that took part is told when it is over (Q8)', async () => {
    await using met = await meet([calls(request('will it rain?')), complete('take an umbrella')], {
      onLetter: async (letter, peer) => {
        await peer.reply(letter, 'it will');
        await peer.complete(letter, 'rain told');
      },
    });
    const { town, peer } = met;
    expect((await post(town)).body).toMatchObject({ response: 'take an umbrella', status: 'complete' });
    await until(() => peer.letters('back').length === 1);
    const [forward] = peer.letters('forward');
    expect(peer.letters('forward')).toHaveLength(1);
    expect(forward).toMatchObject({
      source_swarm: 'alpha',
      target_swarm: 'weather',
      msg_type: 'request',
      auth_token: peer.token,
      task_owner: 'user:ada@alpha',
      task_contributors: ['user:ada@alpha'],
      metadata: {},
      payload: {
        task_id: 't',
        sender: { address_type: 'agent', address: 'boss@alpha' },
        recipient: { address_type: 'agent', address: 'supervisor@weather' },
        routing_info: { remote_swarm: 'weather' },
      },
    });
    expect(peer.letters('back')[0]).toMatchObject({
      msg_type: 'response',
      payload: {
        subject: '::task_complete::',
        body: 'take an umbrella',
        // Not the name of our own entrypoint.
        recipient: { address_type: 'agent', address: 'supervisor@weather' },
        sender_swarm: 'alpha',
        recipient_swarm: 'weather',
        routing_info: { origin_swarm: 'alpha', remote_swarm: 'weather' },
      },
      task_contributors: ['user:ada@alpha', 'swarm:alpha@weather'],
      metadata: {},
    });
  });

  test('gets a new task when ours is forked, and hears nothing of the old one', async () => {
    const turns = [
      calls(request('first')),
      complete('one'),
      complete('two'),
      calls(request('other')),
      complete('three'),
    ];
    await using met = await meet(turns, {
      onLetter: async (letter, peer) => void (await peer.complete(letter, 'done')),
    });
    const { town, peer } = met;
    await post(town);
    expect((await post(town, { body: 'on' })).body.response).toBe('two');
    await callTown(town, '/tasks/t/fork', { body: { before_run: 2, new_task_id: 'f' } });
    expect((await post(town, { task_id: 'f', body: 'differently' })).body.response).toBe('three');
    const forward = peer
      .letters('forward')
      .map(({ metadata, payload }) => ({ metadata, task: (payload as Loose).task_id }));
    expect(forward).toEqual(['t', 'f'].map((task) => ({ metadata: {}, task })));
  });

  test('a reference server may only complete, even addressed to an agent that does not exist here', async () => {
    await using met = await meet([calls(request('q')), complete('heard')], {
      entrypoint: 'Odd-Name',
      agents: { supervisor: () => [] },
      onLetter: async (letter, peer) => {
        expect((await peer.complete(letter, 'all done')).status).toBe(200);
      },
    });
    expect((await post(met.town)).body.response).toBe('heard');
  });

  test('gets two questions of one turn, the second one as an answer to the first', async () => {
    let replies = 0;
    await using met = await meet(
      ({ messages }) => {
        const text = messages.map(({ text: each }) => each).join('\n');
        if (!text.includes('only once'))
          return messages.length === 1 ? calls(request('first'), request('second')) : calls(['await_message', {}]);
        return complete('both asked');
      },
      {
        onLetter: async (letter, peer) => {
          replies += 1;
          await until(() => peer.letters('back').length > 0);
          await peer.reply(letter, 'only once');
        },
      },
    );
    expect((await post(met.town)).body.response).toBe('both asked');
    expect(met.peer.letters('forward').map(({ payload }) => (payload as Loose).body)).toEqual(['first']);
    expect((met.peer.letters('back')[0]!.payload as Loose).body).toBe('second');
    expect(replies).toBe(1);
  });

  test('a reference server is asked again when delivery is uncertain, and what it already has counts as delivered', async () => {
    let tries = 0;
    await using met = await meet([calls(request('q')), complete('fine')], {
      onLetter: async (letter, peer) => {
        await until(() => tries >= 2);
        await peer.complete(letter, 'done');
      },
    });
    const { town, peer } = met;
    // As if our process had been killed after the letter had arrived and before that was written down.
    const { router } = town.served.federation;
    const deliver = router.deliver.bind(router);
    router.deliver = async (letter, signal) => {
      const receipt = await deliver(letter, signal);
      tries += 1;
      if (tries === 1) throw new Error('the answer was lost');
      return receipt;
    };
    expect((await post(town)).body.response).toBe('fine');
    const [one, again, ...others] = peer.letters('forward');
    expect([again!.message_id, others]).toEqual([one!.message_id, []]);
  });

  test('the final refusal of a reference server is passed on to the agent (Q5)', async () => {
    const seen: string[] = [];
    await using met = await meet(
      ({ messages }) => {
        seen.push(messages.at(-1)!.text);
        return seen.length === 1 ? calls(request('q')) : complete('so be it');
      },
      { agents: { 'somebody-else': () => [] } },
    );
    expect((await post(met.town)).body.response).toBe('so be it');
    expect(seen[1]).toContain("unknown local agent: 'supervisor'");
  });
});

describe('a reference server that asks us', () => {
  test('a reference server gets the answer of the turn that completed, and the completion (Q13)', async () => {
    await using met = await meet([calls(respond('the sea is deep'), finish('told'))]);
    const { town, peer } = met;
    const { status, body, taskId } = await peer.begin('boss@alpha', 'how deep is the sea?');
    expect([status, body.local_runner]).toEqual([200, 'swarm:weather@alpha']);
    await until(() => peer.letters('back').length === 2);
    const [answer, end] = peer.letters('back').map(({ payload }) => payload as Loose);
    expect(answer).toMatchObject({ task_id: taskId, subject: 'Answer', body: 'the sea is deep' });
    expect(end).toMatchObject({
      task_id: taskId,
      subject: '::task_complete::',
      body: 'told',
      recipient: { address: 'supervisor@weather' },
    });
    const [letter] = peer.letters('back');
    expect(letter).toMatchObject({
      task_owner: 'user:u-1@weather',
      task_contributors: ['user:u-1@weather', 'swarm:weather@alpha'],
    });
    expect(await taskOfPeer(town, taskId)).toMatchObject({ status: 'complete', taskId });
  });

  test('a reference server gets the completion even when there is no other answer (Q6)', async () => {
    await using met = await meet([complete('done without a word')]);
    await met.peer.begin('boss@alpha', 'please');
    await until(() => met.peer.letters('back').length === 1);
    expect(met.peer.letters('back')[0]!.payload).toMatchObject({
      subject: '::task_complete::',
      body: 'done without a word',
    });
  });

  test('a reference server may ask twice about one task, and gets both answers', async () => {
    await using met = await meet(({ messages }) =>
      complete(`answer ${messages.filter(({ role }) => role === 'user').length > 1 ? 2 : 1}`),
    );
    const { peer, town } = met;
    const first = await peer.begin('boss@alpha', 'one');
    await until(() => peer.letters('back').length === 1);
    const second = await peer.begin('boss@alpha', 'two', first.taskId);
    expect(second.status).toBe(200);
    await until(() => peer.letters('back').length === 2);
    const task = await taskOfPeer(town, first.taskId);
    const entries = await entriesOf(town, task!.key);
    expect(entries.filter((entry) => entry.type === 'run-ended')).toHaveLength(2);
  });

  test('a reference server is told that an agent does not exist, or is not open to it', async () => {
    await using met = await meet([]);
    expect((await met.peer.begin('ghost@alpha', 'x')).body.detail).toContain("unknown local agent: 'ghost'");
    expect(await met.town.served.store.list({ swarm: 'alpha', role: 'swarm', id: 'weather' }, undefined, 10)).toEqual(
      [],
    );
  });
});

test('the store holds none of the tokens that outgoing mail carries', async () => {
  await using met = await meet([calls(request('q')), complete('x')], {
    token: 'very-secret-token-of-the-peer',
    onLetter: (letter, peer) => peer.complete(letter, 'done').then(() => undefined),
  });
  await post(met.town);
  const task = await met.town.served.store.find({ swarm: 'alpha', role: 'user', id: 'ada' }, 't');
  const all = JSON.stringify([
    await met.town.served.store.load(task!.key),
    await entriesOf(met.town, task!.key),
    await met.town.served.store.records.list('peer'),
    await met.town.served.store.records.list('peer-token'),
  ]);
  expect(all).not.toContain('very-secret-token');
});
