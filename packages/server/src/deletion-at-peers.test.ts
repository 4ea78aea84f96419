import { expect, test } from 'vitest';
import { Federated, townOf } from './__fixtures__/federated.ts';
import { calls, complete } from './__fixtures__/scenarios.ts';
import { until } from './__fixtures__/until.ts';

const request = (target: string): [string, object] => [
  'send_request',
  { target, subject: 'Question', body: 'how deep?' },
];
const respond = (target: string): [string, object] => ['send_response', { target, subject: 'Answer', body: 'very' }];
const finish: [string, object] = ['task_complete', { finish_message: 'done here' }];

const partAt = (federated: Federated, town: string, peer: string) =>
  federated
    .town(town)
    .served.store.find({ swarm: town, role: 'swarm', id: peer }, 't')
    .then(
      (task) => task?.taskId,
      (error: { code: string }) => error.code,
    );

test('deleting a task deletes its parts at our other servers, and at theirs', async () => {
  const alpha = townOf(
    'alpha',
    ({ messages }) => (messages.at(-1)!.text.includes('very') ? complete('it is deep') : calls(request('boss@beta'))),
    ['beta'],
  );
  const beta = townOf(
    'beta',
    ({ messages }) =>
      messages.at(-1)!.text.includes('very') ? calls(respond('boss@alpha'), finish) : calls(request('boss@gamma')),
    ['alpha', 'gamma'],
  );
  const gamma = townOf('gamma', () => calls(respond('boss@beta'), finish), ['beta']);
  await using federated = await Federated.start([alpha, beta, gamma]);
  expect((await federated.post('alpha', { body: 'go' })).body.response).toBe('it is deep');
  expect((await federated.post('alpha', { body: 'go', task_id: 'kept' })).body.response).toBe('it is deep');
  expect([await partAt(federated, 'beta', 'alpha'), await partAt(federated, 'gamma', 'beta')]).toEqual(['t', 't']);

  expect((await federated.call('alpha', '/tasks/t', { method: 'DELETE' })).status).toBe(200);
  await until(async () => (await partAt(federated, 'beta', 'alpha')) === 'task_deleted');
  await until(async () => (await partAt(federated, 'gamma', 'beta')) === 'task_deleted');
  const { served } = federated.town('beta');
  await until(() => served.store.deletions.isErased());
  expect(await served.store.find({ swarm: 'beta', role: 'swarm', id: 'alpha' }, 'kept')).toMatchObject({
    taskId: 'kept',
  });
  // Nobody but the swarm itself may have its tasks deleted.
  const foreign = { as: 'agent:gamma', body: {} };
  const { status } = await federated.call('beta', '/interswarm/tasks/kept/forget?swarm=beta&from=alpha', foreign);
  expect(status).toBeGreaterThanOrEqual(400);
  expect(await served.store.find({ swarm: 'beta', role: 'swarm', id: 'alpha' }, 'kept')).toMatchObject({
    taskId: 'kept',
  });
});
