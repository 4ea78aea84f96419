import { openStore } from '@posthouse/store';
import { expect, test } from 'vitest';
import { action } from '../definitions/action.ts';
import { agent } from '../definitions/agent.ts';
import { Engine } from '../engine/engine.ts';
import { SwarmInstance } from '../instance/swarm-instance.ts';
import { scripted } from '../scripted/index.ts';
import { swarm } from '../swarm.ts';
import { currentCause, withCause } from '../task/cause.ts';
import type { ActionFact, ModelFact } from './observer.ts';

const facts: (ModelFact | ActionFact)[] = [];
const observer = {
  modelAsked: (fact: ModelFact) => void facts.push(fact),
  actionRan: (fact: ActionFact) => void facts.push(fact),
};

test('an observer gets every model request and every action, with its outcome', async () => {
  const lift = action({
    name: 'lift',
    description: 'Lifts something.',
    parameters: { type: 'object', properties: { what: { type: 'string' } } },
    execute: ({ what }: { what?: string }) => {
      if (what === 'anvil') throw new Error('too heavy');
      return 'lifted';
    },
  });
  const { definition } = swarm({
    name: 'desk',
    version: '1.0.0',
    entrypoint: 'clerk',
    agents: [
      agent({
        name: 'clerk',
        commTargets: [],
        actions: [lift],
        enableEntrypoint: true,
        canCompleteTasks: true,
        model: scripted(
          [
            { fault: { kind: 'http', status: 429, retryAfter: 0 } },
            { toolCalls: ['anvil', 'feather'].map((what) => ({ name: 'lift', input: { what } })) },
            { text: 'Half of an', fault: { kind: 'dropped-socket', afterChunks: 1 } },
          ],
          { modelId: 'm' },
        ),
      }),
    ],
  });
  await using store = await openStore('sqlite::memory:');
  await using engine = await Engine.start({ store, swarms: [definition], observer });
  const instance = new SwarmInstance(definition, { swarm: 'desk', role: 'user', id: 'ada' }, engine);
  const { status } = await instance.postMessage({ body: 'Lift them.' });
  expect(status).toBe('error');
  const seconds = expect.any(Number);
  const asked = { swarm: 'desk', agent: 'clerk', model: 'scripted/m', seconds };
  const ran = { swarm: 'desk', agent: 'clerk', action: 'lift', seconds };
  expect(facts).toEqual([
    { ...asked, failure: 'rate_limited' },
    { ...asked, firstSeconds: seconds },
    { ...ran, failure: 'action_failed' },
    ran,
    { ...asked, firstSeconds: seconds, failure: 'broken' },
  ]);
});

test('a turn knows the request that started its run, whichever request wakes it', async () => {
  const causes: unknown[] = [];
  const { definition } = swarm({
    name: 'desk',
    version: '1.0.0',
    entrypoint: 'clerk',
    agents: [
      agent({
        name: 'clerk',
        commTargets: [],
        enableEntrypoint: true,
        canCompleteTasks: true,
        run: ({ inputs }) => {
          causes.push(currentCause());
          const isFirst = inputs.some(({ message }) => message.body === 'one');
          if (isFirst) return { calls: [{ tool: 'acknowledge_broadcast', input: {} }] };
          return { calls: [{ tool: 'task_complete', input: { finish_message: 'done' } }] };
        },
      }),
    ],
  });
  await using store = await openStore('sqlite::memory:');
  await using engine = await Engine.start({ store, swarms: [definition] });
  const instance = new SwarmInstance(definition, { swarm: 'desk', role: 'user', id: 'ada' }, engine);
  const post = (body: string, requestId: string) =>
    withCause({ requestId }, () => instance.submit({ body, taskId: 't', whenOpen: 'queue' }));
  const first = await post('one', 'request-1');
  await post('two', 'request-2');
  await instance.answer(first);
  for await (const entry of instance.follow('t')) if (entry.type === 'run-ended' && entry.run === 2) break;
  expect(causes.at(0)).toEqual({ requestId: 'request-1' });
  expect(causes.at(-1)).toEqual({ requestId: 'request-2' });
  expect(new Set(causes.map((cause) => (cause as { requestId: string }).requestId)).size).toBe(2);
});
