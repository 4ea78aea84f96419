import { setImmediate } from 'node:timers/promises';
import { openStore, type Store } from '@posthouse/store';
import { expect, test } from 'vitest';
import { cast } from '../__fixtures__/play.ts';
import { Engine } from './engine.ts';

/** A store in which a step of erasing is still under way when its process leaves. */
function erasingSlowly(store: Store, events: string[]): Store {
  const left = Promise.withResolvers<void>();
  const deletions: Store['deletions'] = {
    ...store.deletions,
    async erase(first) {
      await left.promise;
      await setImmediate();
      events.push('erased');
      return store.deletions.erase(first);
    },
  };
  const leave: Store['leave'] = async (node) => {
    await store.leave(node);
    left.resolve();
  };
  const changed: Partial<Store> = { deletions, leave };
  return new Proxy(store, {
    get(target, name) {
      const value = (changed[name as keyof Store] ?? Reflect.get(target, name)) as unknown;
      return typeof value === 'function' ? (value.bind(target) as unknown) : value;
    },
  });
}

test('an engine has stopped when the step of erasing under way has ended, so that its store may be closed', async () => {
  await using store = await openStore('sqlite::memory:');
  const events: string[] = [];
  const errors: unknown[] = [];
  const engine = await Engine.start({
    store: erasingSlowly(store, events),
    swarms: [cast({}).definition],
    onError: (error) => errors.push(error),
  });
  const swept = engine.sweeper.sweep();
  await engine.stop();
  events.push('stopped');
  await swept;
  expect(events).toEqual(['erased', 'stopped']);
  expect(errors).toEqual([]);
});
