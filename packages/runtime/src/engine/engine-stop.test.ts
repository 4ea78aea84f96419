import { setTimeout as sleep } from 'node:timers/promises';
import { openStore, type Store } from '@posthouse/store';
import { expect, test } from 'vitest';
import { agent } from '../definitions/agent.ts';
import { defineSwarm } from '../definitions/define-swarm.ts';
import { Engine } from './engine.ts';

const echo = agent({
  name: 'echo',
  run: () => ({ text: '' }),
  commTargets: [],
  enableEntrypoint: true,
  canCompleteTasks: true,
});
const swarms = [defineSwarm({ name: 'sound', version: '1.0.0', agents: [echo], entrypoint: 'echo' })];

test('an engine that has stopped does not use its store any more, so that the store can be closed', async () => {
  const store = await openStore('sqlite::memory:');
  const asked = Promise.withResolvers<void>();
  const events: string[] = [];
  let claims = 0;
  const slow = new Proxy(store, {
    get: (target, name: keyof Store) => {
      const value = target[name] as unknown;
      if (name === 'leave') {
        return (...given: Parameters<Store['leave']>) => {
          events.push('left');
          return target.leave(...given);
        };
      }
      if (name === 'claim') {
        return async (...given: Parameters<Store['claim']>) => {
          claims += 1;
          if (claims > 1) {
            asked.resolve();
            await sleep(100);
            events.push('claimed');
          }
          return target.claim(...given);
        };
      }
      return typeof value === 'function' ? (value.bind(target) as unknown) : value;
    },
  });
  const engine = await Engine.start({ store: slow, swarms, onError: (error) => events.push(String(error)) });
  await asked.promise;
  await engine.stop();
  await store[Symbol.asyncDispose]();
  expect(events).toEqual(['claimed', 'left']);
});
