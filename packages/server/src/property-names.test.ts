import { action, agent, swarm, type SwarmDefinition } from '@posthouse/runtime';
import { scripted } from '@posthouse/runtime/scripted';
import { describe, expect, test } from 'vitest';
import { Federated, townOf } from './__fixtures__/federated.ts';
import type { Loose } from './__fixtures__/loose.ts';
import { calls, complete } from './__fixtures__/scenarios.ts';

/** What every object has without being given it: a name like these must be as good as any other. */
const NAMES = ['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'valueOf'];

const WORKS = 'SUCCESS: it works';

/** One agent that uses its tool and then says what it got; swarm, agent, tool and call bear the same name. */
function namesake(name: string): SwarmDefinition {
  const tool = action({
    name,
    description: 'Says something.',
    parameters: { type: 'object' },
    execute: () => 'it works',
  });
  const only = agent({
    name,
    model: scripted(({ messages }) => {
      const [result] = messages.flatMap(({ toolResults }) => toolResults).slice(-1);
      return result === undefined
        ? { toolCalls: [{ id: name, name, input: {} }], usage: { input: 10, output: 1 } }
        : { ...complete(result.text), usage: { input: 20, output: 2 } };
    }),
    commTargets: [],
    actions: [tool],
    enableEntrypoint: true,
    canCompleteTasks: true,
  });
  return swarm({ name, version: '1.0.0', entrypoint: name, agents: [only] }).definition;
}

describe.each(NAMES)('the name %s', (name) => {
  const as = `user:${name}`;

  test('such a name works for a user, a swarm, an agent, a tool, a call and a task', async () => {
    await using federated = await Federated.start([namesake(name)]);
    const ask = (path: string, body?: unknown) => federated.call(name, path, { as, ...(body ? { body } : {}) });
    const posted = await ask('/message', { body: 'go', task_id: name, entrypoint: name, swarm: name });
    expect(posted.body).toMatchObject({ response: WORKS, task_id: name, status: 'complete' });
    await ask('/message', { body: 'go', task_id: 'plain' });

    const listed = (await ask('/tasks')).body as object;
    expect(Object.keys(listed).toSorted()).toEqual([name, 'plain'].toSorted());
    expect(Object.entries(listed).map(([id, task]: Loose) => [id, task.task_id])).toContainEqual([name, name]);
    for (const path of [`/task?task_id=${name}`, `/tasks/${name}`]) {
      expect((await ask(path)).body).toMatchObject({ task_id: name, task_owner: `${as}@${name}` });
    }
    const log = (await ask(`/tasks/${name}/log`)).body as Loose;
    expect(JSON.stringify(log)).toContain(WORKS);
    expect((await ask('/ui/swarms')).body.swarms[0]).toMatchObject({ name, question: expect.any(String) });
    expect((await ask('/ui/overview')).body.tasks.map(({ task_id: id }: Loose) => id)).toContain(name);
    expect((await ask('/ui/usage')).body.usage).toMatchObject([{ agent: name, swarm: name, input_tokens: 60 }]);
    expect((await ask(`/tasks/${name}/cancel`, {})).status).toBe(200);
  });

  test('such a name works for a chat session, its messages and the other doors', async () => {
    await using federated = await Federated.start([namesake(name)]);
    const { url } = federated.town(name);
    const headers = { authorization: `Bearer ${as}`, 'content-type': 'application/json' };
    const message = { id: name, role: 'user', parts: [{ type: 'text', text: 'go' }] };
    const body = JSON.stringify({ id: name, swarm: name, messages: [message], trigger: 'submit-message' });
    expect(await (await fetch(`${url}/chat`, { method: 'POST', headers, body })).text()).toContain(WORKS);
    const told = await federated.call(name, `/chat/sessions/${name}/messages`, { as });
    expect(told.body).toMatchObject({ messages: [{ id: name }, { role: 'assistant' }] });
    const answered = await federated.call(name, '/v1/responses', { as, body: { model: name, input: 'go' } });
    expect(answered.body).toMatchObject({
      status: 'completed',
      output: [{ content: [{ text: WORKS }] }],
    });
  });

  test('such a name works for a peer', async () => {
    const request = { target: `boss@${name}`, subject: 'Question', body: 'how deep?' };
    const alpha = townOf('alpha', [calls(['send_request', request]), complete('it is deep')], [name]);
    const other = townOf(name, [complete('very')], ['alpha']);
    await using federated = await Federated.start([alpha, other]);
    const { body } = await federated.post('alpha', { body: 'go' });
    expect(body).toMatchObject({ response: 'it is deep', status: 'complete' });
    const { body: record } = await federated.call('alpha', '/task?task_id=t');
    expect(record.task_contributors).toEqual(['user:ada@alpha', `swarm:alpha@${name}`]);
    const names = (await federated.call('alpha', '/swarms')).body.swarms.map((peer: Loose) => peer.swarm_name);
    expect(names).toContain(name);
  });
});
