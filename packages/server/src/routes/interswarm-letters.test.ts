import { newId } from '@posthouse/protocol';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Counter, payload, without, wrapper } from '../__fixtures__/counter.ts';

describe('mail from a reference server', () => {
  test('creates a task of its swarm with the same id, and is acknowledged at once', async () => {
    await using desk = await Counter.open('reference');
    const message = wrapper();
    const answer = await desk.send({ body: { message } });
    const { task_id: taskId } = message.payload;
    expect(answer).toMatchObject({
      status: 200,
      body: { swarm: 'desk', task_id: taskId, status: 'success', local_runner: 'swarm:weather@desk' },
    });
    expect(await desk.settled(taskId)).toMatchObject({
      owner: { swarm: 'desk', role: 'swarm', id: 'weather' },
      taskId,
    });
    expect(desk.refusals()).toEqual([]);
  });

  test('mail may omit optional fields or have nulls, and a token in its body counts for nothing (Q43)', async () => {
    await using desk = await Counter.open('reference');
    for (const fields of [
      { auth_token: null, metadata: null },
      { auth_token: 'forged', metadata: undefined },
    ]) {
      expect((await desk.send({ body: { message: wrapper(fields) } })).status).toBe(200);
    }
  });

  test('mail may be a broadcast to everybody', async () => {
    await using desk = await Counter.open('reference', { agents: ['all'] });
    const { request_id: _, recipient: __, ...rest } = payload();
    const broadcast = { ...rest, broadcast_id: newId(), recipients: [{ address_type: 'agent', address: 'all' }] };
    const message = wrapper({ msg_type: 'broadcast', payload: broadcast });
    expect((await desk.send({ body: { message } })).status).toBe(200);
  });

  test('mail that arrives twice is delivered once', async () => {
    await using desk = await Counter.open('reference');
    const message = wrapper();
    const answers = await Promise.all([1, 2, 3].map(() => desk.send({ body: { message } })));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    const { key: task } = await desk.settled(message.payload.task_id);
    const { entries } = await desk.stage.store.read(task as string, 0, 100);
    expect(entries.filter((entry) => entry.type === 'run-started')).toHaveLength(1);
    expect(entries.filter((entry) => entry.type === 'message' && entry.message.id === message.message_id)).toHaveLength(
      1,
    );
  });

  test('reaches only agents that are open to other swarms, unless its registration says more', async () => {
    const to = (agent: string) =>
      wrapper({ payload: payload({ recipient: { address_type: 'agent', address: `${agent}@desk` } }) });
    await using closed = await Counter.open('reference');
    expect((await closed.send({ body: { message: to('hermit') } })).status).toBe(403);
    await using named = await Counter.open('reference', { agents: ['hermit'] });
    expect((await named.send({ body: { message: to('hermit') } })).status).toBe(200);
    expect((await named.send({ body: { message: to('specialist') } })).status).toBe(403);
    await using open = await Counter.open('reference', { agents: ['all'] });
    expect((await open.send({ body: { message: to('specialist') } })).status).toBe(200);
  });
});

const WRONG: [name: string, body: unknown, status: number, detail: string][] = [
  ['nothing in it', {}, 400, "parameter 'message' is required"],
  ['a null in it', { message: null }, 400, "parameter 'message' must be a dict, got NoneType"],
  ['no id', { message: without('message_id') }, 400, "parameter 'message_id' is required"],
  ['no payload', { message: without('payload') }, 400, "parameter 'payload' is required"],
  ['no owner', { message: without('task_owner') }, 400, "parameter 'task_owner' is required"],
  [
    'a null for a payload',
    { message: wrapper({ payload: null }) },
    400,
    "parameter 'payload' must be a dict, got NoneType",
  ],
  [
    'a text for contributors',
    { message: wrapper({ task_contributors: 'x' }) },
    400,
    "parameter 'task_contributors' must be a list, got str",
  ],
  ['no task (Q31)', { message: wrapper({ payload: payload({ task_id: undefined }) }) }, 400, 'task_id'],
  ['a number for a subject (Q31)', { message: wrapper({ payload: payload({ subject: 5 }) }) }, 400, 'subject'],
  ['another type', { message: wrapper({ msg_type: 'bogus' }) }, 400, 'msg_type'],
  ['a type that does not fit', { message: wrapper({ msg_type: 'broadcast' }) }, 400, 'recipients'],
  ['an owner that is none', { message: wrapper({ task_owner: 'somebody' }) }, 400, 'role:id@swarm'],
  ['a contributor that is none', { message: wrapper({ task_contributors: ['x'] }) }, 400, 'role:id@swarm'],
  ['a role that is none', { message: wrapper({ task_contributors: ['agent:x@y'] }) }, 400, 'invalid role: agent'],
  ['another address', { message: wrapper({ target_swarm: 'attic' }) }, 404, "wrong swarm: 'attic'"],
  [
    'a sender of another swarm',
    { message: wrapper({ payload: payload({ sender: { address_type: 'agent', address: 'boss@sea' } }) }) },
    403,
    'cannot come from',
  ],
  [
    'a sender of ours',
    { message: wrapper({ payload: payload({ sender: { address_type: 'agent', address: 'clerk@desk' } }) }) },
    403,
    'cannot come from',
  ],
  [
    'a user for a sender',
    { message: wrapper({ payload: payload({ sender: { address_type: 'user', address: 'alice' } }) }) },
    403,
    'not from a user',
  ],
  [
    'our system for a sender',
    { message: wrapper({ payload: payload({ sender: { address_type: 'system', address: 'desk' } }) }) },
    403,
    'cannot come from',
  ],
  [
    'contributors of others only',
    { message: wrapper({ task_contributors: ['user:u-1@sea'] }) },
    403,
    'not among the contributors',
  ],
  [
    'another swarm’s name (Q27)',
    {
      message: wrapper({
        source_swarm: 'sea',
        payload: payload({ sender: { address_type: 'agent', address: 'x@sea' } }),
        task_contributors: ['user:u@sea'],
      }),
    },
    403,
    'not registered',
  ],
  [
    'our own name',
    {
      message: wrapper({
        source_swarm: 'annex',
        payload: payload({ sender: { address_type: 'agent', address: 'x@annex' } }),
        task_contributors: ['user:u@annex'],
      }),
    },
    403,
    'served here',
  ],
  ['more than may be', { message: wrapper({ payload: payload({ body: 'x'.repeat(5_000) }) }) }, 413, '4000 bytes'],
  ['something that is no JSON', '{', 400, 'error parsing request'],
];

describe.each(['forward', 'back'])('incoming mail at /interswarm/%s', (direction) => {
  const path = `/interswarm/${direction}`;

  test.each(WRONG)(
    'incoming mail is refused with %s, logged once, and changes nothing',
    async (_, body, status, detail) => {
      await using desk = await Counter.open('reference', { federation: { letterBytes: 4_000 } });
      const before = await desk.contents();
      const answer = await desk.send({ path, body });
      expect([answer.status, answer.body.detail]).toEqual([status, expect.stringContaining(detail)]);
      expect(await desk.contents()).toBe(before);
      expect(desk.refusals()).toHaveLength(1);
      expect(desk.refusals()[0]).toMatchObject({
        level: 'warn',
        fields: { caller: 'weather', path, code: answer.body.code },
      });
      expect(desk.lines).toHaveLength(1);
    },
  );

  test('incoming mail is accepted from swarms only', async () => {
    await using desk = await Counter.open('reference');
    for (const as of ['alice', 'root']) {
      expect(await desk.send({ path, as, body: { message: wrapper() } })).toMatchObject({
        status: 401,
        body: { detail: 'invalid role' },
      });
    }
  });

  test('mail to an unknown agent is refused', async () => {
    await using desk = await Counter.open('reference');
    const message = wrapper({ payload: payload({ recipient: { address_type: 'agent', address: 'ghost@desk' } }) });
    const answer = await desk.send({ path, body: { message } });
    const reason = direction === 'forward' ? "unknown local agent: 'ghost'" : 'no mail instance found';
    expect([answer.status, answer.body.detail]).toEqual([404, expect.stringContaining(reason)]);
    expect(desk.refusals()).toHaveLength(1);
  });

  test('incoming mail of any shape is answered, and never with a server error', async () => {
    await using desk = await Counter.open('reference', { federation: { rate: { perSecond: 1e6, burst: 1e6 } } });
    const good = wrapper();
    const change = fc.tuple(fc.constantFrom(...Object.keys(good)), fc.jsonValue());
    const inner = fc.tuple(fc.constantFrom(...Object.keys(good.payload)), fc.jsonValue());
    await fc.assert(
      fc.asyncProperty(fc.option(change), fc.option(inner), async (outer, within) => {
        const message: Record<string, unknown> = wrapper({
          payload: payload(within === null ? {} : { [within[0]]: within[1] }),
        });
        if (outer !== null) message[outer[0]] = outer[1];
        const { status, body } = await desk.send({ path, body: { message } });
        expect([200, 400, 403, 404, 413]).toContain(status);
        expect(status === 200 || typeof body.detail === 'string').toBe(true);
      }),
      { numRuns: process.env.TEST_FULL === '1' ? 1_000 : 60 },
    );
  });
});

describe('an answer from a peer', () => {
  test('an answer is refused for a task that the peer has no part in, whoever owns it (Q27)', async () => {
    await using desk = await Counter.open('reference');
    await desk.stage.post({ body: 'hello', task_id: 'private' });
    const before = await desk.contents();
    for (const role of ['user:alice@desk', 'admin:alice@desk', 'user:bob@desk', 'swarm:weather@desk']) {
      const message = wrapper({
        payload: payload({ task_id: 'private' }),
        msg_type: 'request',
        task_owner: 'user:alice@desk',
        task_contributors: [role, 'swarm:desk@weather'],
      });
      const answer = await desk.send({ path: '/interswarm/back', body: { message } });
      expect([403, 404]).toContain(answer.status);
    }
    expect(await desk.contents()).toBe(before);
    expect(desk.refusals()).toHaveLength(4);
  });

  test('an answer that names no task of ours is a 404', async () => {
    await using desk = await Counter.open('reference');
    const message = wrapper();
    const { status, body } = await desk.send({ path: '/interswarm/back', body: { message } });
    expect([status, body.detail]).toEqual([404, `no mail instance found for task with id ${message.payload.task_id}`]);
  });
});

test('a server of several swarms accepts mail for each of them', async () => {
  await using desk = await Counter.open('reference');
  const recipient = { address_type: 'agent', address: 'clerk@annex' };
  const message = wrapper({ target_swarm: 'annex', payload: payload({ recipient }) });
  expect((await desk.send({ body: { message } })).body).toMatchObject({
    swarm: 'annex',
    local_runner: 'swarm:weather@annex',
  });
});
