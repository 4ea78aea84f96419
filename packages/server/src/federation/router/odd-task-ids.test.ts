import { afterAll, beforeAll, expect, test } from 'vitest';
import { Federated, townOf } from '../../__fixtures__/federated.ts';
import { calls, complete } from '../../__fixtures__/scenarios.ts';
import { until } from '../../__fixtures__/until.ts';

let federated: Federated;
beforeAll(async () => {
  const ask = calls(['send_request', { target: 'boss@beta', subject: 's', body: 'b' }]);
  const alpha = townOf('alpha', ({ messages }) => (messages.length === 1 ? ask : complete('done')), ['beta']);
  const beta = townOf('beta', () => calls(['slow', {}]), ['alpha']);
  federated = await Federated.start([alpha, beta]);
});
afterAll(() => federated[Symbol.asyncDispose]());

test.each(["it's", 'a b', 'a/b', 'ü', '%41', '...', '?x=1&y', '#', '(*)!~', '|{}^`\\', '+', '💌'])(
  'a task called %j is followed and cancelled at the other server',
  async (taskId) => {
    const alpha = federated.town('alpha');
    const beta = federated.town('beta');
    const instance = alpha.served.instance({ role: 'user', id: 'ada', token: '' });
    await instance.submit({ body: 'go', taskId });
    const owner = { swarm: 'beta', role: 'swarm', id: 'alpha' } as const;
    await until(async () => (await beta.served.store.find(owner, taskId))?.openRun === 1);
    const { router } = alpha.served.federation;
    const stop = new AbortController();
    for await (const event of router.follow({ swarm: 'alpha', peer: 'beta', taskId, after: 0 }, stop.signal)) {
      expect(event).toMatchObject({ seq: 1, type: 'run-started' });
      break;
    }
    await router.cancel({ swarm: 'alpha', peer: 'beta', taskId, key: 'k' }, stop.signal);
    expect(await beta.served.store.find(owner, taskId)).toMatchObject({ status: 'cancelled' });
  },
);
