import type { JSONValue } from '@posthouse/protocol';
import { openStore, type Store } from '@posthouse/store';
import { describe, expect, test } from 'vitest';
import { actor, cast, complete, getWeather, logOf, play } from '../__fixtures__/play.ts';
import { swarm } from '../swarm.ts';

const ask = (callId: string) => ({ tool: 'ask_human', input: { q: callId }, callId });
const differs = expect.objectContaining({ code: 'call_answered', message: expect.stringContaining("call 'a'") });

describe('a repeated result', () => {
  test.each(['one', { content: 'one' }, [{ callId: 'a', content: 'one' }]])(
    'sent as %j gets the same outcome during the run, at its next pause and after its end',
    async (answers) => {
      await play({ supervisor: [[ask('a')], [ask('b')], complete('done')] }, async (instance) => {
        const { taskId } = await instance.postMessage({ body: 'go' });
        const outcomeOf = async (given: Parameters<typeof instance.resume>[1]) =>
          instance.answer(await instance.resume(taskId, given));
        const [first, second] = await Promise.all([outcomeOf(answers), outcomeOf([{ callId: 'a', content: 'one' }])]);
        expect(first).toMatchObject({ status: 'paused', run: 1, calls: [{ callId: 'b' }] });
        expect(second).toEqual(first);
        expect(await outcomeOf([{ callId: 'a', content: 'one' }])).toEqual(first);
        expect(await outcomeOf([{ callId: 'b', content: 'two' }])).toMatchObject({
          status: 'complete',
          response: 'done',
        });
        expect(await outcomeOf([{ callId: 'a', content: 'one' }])).toMatchObject({ run: 1, response: 'done' });
        expect(await outcomeOf('two')).toMatchObject({ run: 1, response: 'done' });
        const log = await logOf(instance, taskId);
        expect(log.flatMap((entry) => (entry.type === 'resumed' ? entry.callIds : []))).toEqual(['a', 'b']);
      });
    },
  );

  test('a repeated result is the same when only the order of its keys differs', async () => {
    await play({ supervisor: [[ask('a')], complete('done')] }, async (instance) => {
      const { taskId } = await instance.postMessage({ body: 'go' });
      await instance.answer(await instance.resume(taskId, { content: { x: 1, y: [{ z: null, w: 2 }] } }));
      const again = await instance.resume(taskId, [{ callId: 'a', content: { y: [{ w: 2, z: null }], x: 1 } }]);
      expect(await instance.answer(again)).toMatchObject({ response: 'done' });
    });
  });

  test('belongs to the run that asked for it, although another run is open', async () => {
    await play({ supervisor: [[ask('a')], complete('first'), [ask('b')], complete('second')] }, async (instance) => {
      const { taskId } = await instance.postMessage({ body: 'go' });
      await instance.answer(await instance.resume(taskId, 'one'));
      expect(await instance.postMessage({ body: 'once more', taskId })).toMatchObject({ status: 'paused', run: 2 });
      const again = await instance.resume(taskId, [{ callId: 'a', content: 'one' }]);
      expect(await instance.answer(again)).toMatchObject({ run: 1, response: 'first' });
      expect((await instance.task(taskId))?.status).toBe('paused');
    });
  });

  test('a repeated result may come with new results, which are applied', async () => {
    await play({ supervisor: [[ask('a'), ask('b')], complete('both')] }, async (instance) => {
      const { taskId } = await instance.postMessage({ body: 'go' });
      const one = { callId: 'a', content: 'one' };
      const both = [one, { callId: 'b', content: 'two' }];
      expect(await instance.answer(await instance.resume(taskId, [one]))).toMatchObject({ calls: [{ callId: 'b' }] });
      expect(await instance.answer(await instance.resume(taskId, both))).toMatchObject({ response: 'both' });
      expect(await instance.answer(await instance.resume(taskId, both))).toMatchObject({ response: 'both' });
    });
  });

  test('a repeated result is refused with other content, and so is everything sent with it', async () => {
    await play({ supervisor: [[ask('a'), ask('b')], complete('both')] }, async (instance) => {
      const { taskId } = await instance.postMessage({ body: 'go' });
      await instance.resume(taskId, [{ callId: 'a', content: 'one' }]);
      const changed = [
        { callId: 'b', content: 'two' },
        { callId: 'a', content: 'other' },
      ];
      await expect(instance.resume(taskId, changed)).rejects.toEqual(differs);
      expect((await logOf(instance, taskId)).at(-1)).toMatchObject({ type: 'paused', calls: [{ callId: 'b' }] });
    });
  });

  test('a result is refused for a call that was given up or never made', async () => {
    await play({ supervisor: [[ask('a')], complete('as you say')] }, async (instance) => {
      const { taskId } = await instance.postMessage({ body: 'go' });
      await instance.postMessage({ body: 'never mind', taskId });
      for (const callId of ['a', 'ghost']) {
        const late = instance.resume(taskId, [{ callId, content: 'x' }]);
        await expect(late).rejects.toMatchObject({ code: 'call_not_found' });
      }
    });
  });

  test('belongs to the breakpoint call, although a model uses its id again', async () => {
    const look = { tool: 'get_weather', input: { city: 'Oslo' }, callId: 'a' };
    await play({ supervisor: [[ask('a')], [look], complete('done')] }, async (instance) => {
      const { taskId } = await instance.postMessage({ body: 'go' });
      await instance.answer(await instance.resume(taskId, 'one'));
      const again = await instance.resume(taskId, [{ callId: 'a', content: 'one' }]);
      expect(await instance.answer(again)).toMatchObject({ response: 'done' });
    });
  });

  test('a repeated result is recognised in another process, at a cost that does not grow with the history', async () => {
    await using store = await openStore('sqlite::memory:');
    const rounds = 40;
    const lines = Array.from({ length: rounds }, (_, round) => [[ask(`c-${round}`)], complete('done')]).flat();
    await using first = await cast({ supervisor: lines }).instantiate({ store, userId: 'u-1' });
    const counting = countingReads(store);
    await using second = await cast({}).instantiate({ store: counting.store, userId: 'u-1' });
    const costs: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      await first.postMessage({ body: 'go', taskId: 't' });
      await first.answer(await first.resume('t', 'yes'));
      const before = counting.entries;
      const again = await second.resume('t', [{ callId: `c-${round}`, content: 'yes' }]);
      costs.push(counting.entries - before);
      expect(await second.answer(again)).toMatchObject({ run: round + 1, response: 'done' });
    }
    expect((await store.find(first.owner, 't'))!.head).toBeGreaterThan(200);
    expect(Math.max(...costs)).toBeLessThanOrEqual(100);
  });
});

/** The store, and how many entries were read from it. */
function countingReads(store: Store): { store: Store; readonly entries: number } {
  let entries = 0;
  const counted = new Proxy(store, {
    get(target, name) {
      const value = Reflect.get(target, name, target) as unknown;
      if (typeof value !== 'function') return value;
      if (name !== 'read') return value.bind(target);
      return async (...given: Parameters<Store['read']>) => {
        const page = await target.read(...given);
        entries += page.entries.length;
        return page;
      };
    },
  });
  return {
    store: counted,
    get entries() {
      return entries;
    },
  };
}

describe('a repeated approval', () => {
  const weather = (callId: string) => ({ tool: 'get_weather', input: { city: 'Oslo' }, callId });
  const team = (lines: Parameters<typeof actor>[1]) => {
    const boss = actor('boss', lines, {
      commTargets: [],
      enableEntrypoint: true,
      canCompleteTasks: true,
      actions: [getWeather],
    });
    const approvalTools = ['get_weather'];
    return swarm({ name: 'team', version: '1.0.0', entrypoint: 'boss', agents: [boss], approvalTools });
  };

  test.each([
    ['yes', { approved: true }, { approved: false }],
    [{ approved: false, reason: 'too far' }, '{"approved":false,"reason":"too far"}', { approved: true }],
  ] as [JSONValue, JSONValue, JSONValue][])(
    'first given as %j is the same as %j, and %j is another',
    async (given, same, other) => {
      await using store = await openStore('sqlite::memory:');
      await using instance = await team([[weather('a'), weather('b')], complete('ok')]).instantiate({ store });
      const { taskId } = await instance.postMessage({ body: 'go' });
      const say = (callId: string, content: JSONValue) => instance.resume(taskId, [{ callId, content }]);
      const check = async () => {
        const outcome = await instance.answer(await say('a', same));
        await expect(say('a', other)).rejects.toEqual(differs);
        return outcome;
      };
      await say('a', given);
      expect(await check()).toMatchObject({ calls: [{ callId: 'b' }] });
      await instance.answer(await say('b', 'no'));
      expect(await check()).toMatchObject({ response: 'ok' });
    },
  );
});
