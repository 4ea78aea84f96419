import { interswarmResultWire, newId } from '@posthouse/protocol';
import { describe, expect, test } from 'vitest';
import { peerInfo, startPeer } from '../__fixtures__/peer-server.ts';
import { Stage } from '../__fixtures__/stage.ts';

const payload = (fields: object = {}) => ({
  task_id: newId(),
  request_id: newId(),
  sender: { address_type: 'agent', address: 'supervisor@weather' },
  recipient: { address_type: 'agent', address: 'clerk@desk' },
  subject: 'Need help',
  body: 'hey',
  sender_swarm: null,
  routing_info: {},
  ...fields,
});
const wrapper = (fields: object = {}) => ({
  message_id: newId(),
  source_swarm: 'weather',
  target_swarm: 'desk',
  timestamp: '2026-01-01T00:00:00.000000+00:00',
  payload: payload(),
  msg_type: 'request',
  auth_token: 'x',
  task_owner: 'user:u-1@weather',
  task_contributors: ['user:u-1@weather'],
  metadata: {},
  ...fields,
});
const without = (key: string) => Object.fromEntries(Object.entries(wrapper()).filter(([name]) => name !== key));

describe.each(['forward', 'back'])('POST /interswarm/%s', (direction) => {
  const deliver = (stage: Stage, body: unknown, as = 'peer') => stage.call(`/interswarm/${direction}`, { as, body });

  test('takes only what other swarms send', async () => {
    await using stage = await Stage.open();
    for (const as of ['alice', 'root']) {
      expect(await deliver(stage, { message: wrapper() }, as)).toMatchObject({
        status: 401,
        body: { detail: 'invalid role' },
      });
    }
  });

  test('says honestly that it does not exchange messages yet', async () => {
    await using stage = await Stage.open();
    const answer = await deliver(stage, { message: wrapper() });
    expect(answer).toMatchObject({ status: 503, body: { code: 'unavailable' } });
    expect(answer.body.detail).toContain('does not exchange messages with peers yet');
  });

  test.each([
    [{}, 400, "parameter 'message' is required"],
    [{ message: null }, 400, "parameter 'message' must be a dict, got NoneType"],
    [{ message: without('message_id') }, 400, "parameter 'message_id' is required"],
    [{ message: without('payload') }, 400, "parameter 'payload' is required"],
    [{ message: without('task_owner') }, 400, "parameter 'task_owner' is required"],
    [{ message: wrapper({ payload: null }) }, 400, "parameter 'payload' must be a dict, got NoneType"],
    [{ message: wrapper({ task_contributors: 'x' }) }, 400, "parameter 'task_contributors' must be a list, got str"],
    [{ message: wrapper({ payload: payload({ task_id: undefined }) }) }, 400, 'task_id'],
    [{ message: wrapper({ payload: payload({ subject: 5 }) }) }, 400, 'subject'],
    [{ message: wrapper({ msg_type: 'bogus' }) }, 400, 'msg_type'],
    [{ message: wrapper({ task_owner: 'somebody' }) }, 400, 'role:id@swarm'],
    [{ message: wrapper({ task_contributors: ['agent:x@y'] }) }, 400, 'role:id@swarm'],
    [{ message: wrapper({ target_swarm: 'attic' }) }, 404, "no swarm 'attic'"],
    [
      { message: wrapper({ payload: payload({ recipient: { address_type: 'agent', address: 'ghost@desk' } }) }) },
      404,
      'ghost',
    ],
  ])('refuses %j', async (body, status, detail) => {
    await using stage = await Stage.open();
    const answer = await deliver(stage, body);
    expect([answer.status, answer.body.detail]).toEqual([status, expect.stringContaining(detail)]);
  });

  test('takes a broadcast to everybody, and wrappers without the optional fields', async () => {
    await using stage = await Stage.open();
    const { request_id: _, recipient: __, ...rest } = payload();
    const broadcast = { ...rest, broadcast_id: newId(), recipients: [{ address_type: 'agent', address: 'all' }] };
    const message = wrapper({ msg_type: 'broadcast', payload: broadcast, auth_token: null, metadata: null });
    expect((await deliver(stage, { message })).status).toBe(503);
  });
});

describe('POST /interswarm/message', () => {
  const send = (stage: Stage, body: object, headers = {}) =>
    stage.call('/interswarm/message', { body: { user_token: 'token', ...body }, headers });

  test.each(['clerk', 'clerk@desk'])(
    'to %s waits for the answer and gives the message that completes it',
    async (target) => {
      await using stage = await Stage.open();
      const { status, body } = await send(stage, { targets: [target], body: 'hello', task_id: 't' });
      expect(status).toBe(200);
      interswarmResultWire.parse(body);
      expect(body).toMatchObject({
        response: {
          msg_type: 'broadcast_complete',
          message: {
            task_id: 't',
            sender: { address_type: 'agent', address: 'clerk' },
            subject: '::task_complete::',
            body: 'you said: hello',
          },
        },
      });
      expect((await stage.call('/tasks/t')).body.status).toBe('complete');
    },
  );

  test('reaches another swarm of this server', async () => {
    await using stage = await Stage.open();
    await send(stage, { targets: ['clerk@annex'], body: 'hello', task_id: 't' });
    expect((await stage.call('/tasks/t?swarm=annex')).body.task_owner).toBe('user:alice@annex');
  });

  test('tells of a run that nobody completed in the words of the system', async () => {
    await using stage = await Stage.open();
    const failed = await send(stage, { targets: ['clerk'], body: 'fail' });
    expect(failed.body.response.message).toMatchObject({
      sender: { address_type: 'system', address: 'desk' },
      subject: '::task_error::',
    });
    interswarmResultWire.parse(failed.body);
    const paused = await send(stage, { targets: ['clerk'], body: 'ask ok?' });
    expect(paused.body.response.message.subject).toBe('::breakpoint_tool_call::');
  });

  test('broadcasts to several agents of one swarm, and takes a body that is no text', async () => {
    await using stage = await Stage.open();
    const body = { targets: ['clerk', 'clerk@desk'], body: { a: 1 }, msg_type: 'broadcast' };
    const answer = await send(stage, body);
    expect(answer.body.response.message.body).toBe('you said: {"a":1}');
  });

  test('with a key is one message', async () => {
    await using stage = await Stage.open();
    const message = { targets: ['clerk'], body: 'hello' };
    const headers = { 'idempotency-key': 'k' };
    const [one, two] = await Promise.all([1, 2].map(() => send(stage, message, headers)));
    expect(one!.body).toEqual(two!.body);
    expect(Object.keys((await stage.call('/tasks')).body)).toHaveLength(1);
  });

  test('cannot reach a peer yet, and says so', async () => {
    await using peer = await startPeer(peerInfo());
    await using stage = await Stage.open({ outbound: { allowPrivateNetworks: true } });
    await stage.call('/swarms', { as: 'root', body: { name: 'weather', base_url: peer.url } });
    expect(await send(stage, { targets: ['supervisor@weather'], body: 'hello' })).toMatchObject({
      status: 502,
      body: { code: 'peer_unreachable' },
    });
  });

  test.each([
    [{ user_token: '' }, 401, 'user token is required'],
    [{ user_token: null, targets: 5 }, 401, 'user token is required'],
    [{ body: 'x' }, 400, "'targets' and 'body' are required"],
    [{ targets: [], body: 'x' }, 400, "'targets' and 'body' are required"],
    [{ targets: ['clerk'] }, 400, "'targets' and 'body' are required"],
    [{ targets: ['clerk', 'hermit'], body: 'x' }, 400, "'request' messages require exactly one target"],
    [{ targets: ['clerk'], body: 'x', msg_type: 'interrupt' }, 400, "msg_type 'interrupt' is not supported"],
    [{ targets: 'clerk', body: 'x' }, 400, 'targets'],
    [{ targets: ['@desk'], body: 'x' }, 400, 'agent address'],
    [{ targets: ['clerk@desk', 'clerk@annex'], body: 'x', msg_type: 'broadcast' }, 400, 'one swarm at a time'],
    [{ targets: ['clerk@attic'], body: 'x' }, 404, 'desk, annex'],
    [{ targets: ['ghost'], body: 'x' }, 404, 'ghost'],
    [{ targets: ['hermit'], body: 'x' }, 400, 'no messages from outside'],
  ])('refuses %j', async (body, status, detail) => {
    await using stage = await Stage.open();
    const answer = await send(stage, body);
    expect([answer.status, answer.body.detail]).toEqual([status, expect.stringContaining(detail)]);
    expect((await stage.call('/tasks')).body).toEqual({});
  });
});
