import { interswarmResultWire } from '@posthouse/protocol';
import { describe, expect, test } from 'vitest';
import { clerks } from '../__fixtures__/clerks.ts';
import { readFrames } from '../__fixtures__/read-frames.ts';
import { PlainPeer } from '@posthouse/testkit';
import { Stage } from '../__fixtures__/stage.ts';

const outbound = { allowPrivateNetworks: true };

describe('POST /interswarm/message', () => {
  const send = (stage: Stage, body: object, headers = {}) =>
    stage.call('/interswarm/message', { body: { user_token: 'token', ...body }, headers });

  test.each(['clerk', 'clerk@desk'])(
    'waits for the answer of %s and returns the message that completes the task',
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

  test("reports a run that nobody completed in the system's words", async () => {
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

  test('broadcasts to several agents of one swarm, and accepts a body that is not text', async () => {
    await using stage = await Stage.open();
    const body = { targets: ['clerk', 'clerk@desk'], body: { a: 1 }, msg_type: 'broadcast' };
    const answer = await send(stage, body);
    expect(answer.body.response.message.body).toBe('you said: {"a":1}');
  });

  test('posts one message for each key', async () => {
    await using stage = await Stage.open();
    const message = { targets: ['clerk'], body: 'hello' };
    const headers = { 'idempotency-key': 'k' };
    const [one, two] = await Promise.all([1, 2].map(() => send(stage, message, headers)));
    expect(one!.body).toEqual(two!.body);
    expect(Object.keys((await stage.call('/tasks')).body)).toHaveLength(1);
  });

  test.each([
    [{ user_token: '' }, 401, 'user token is required'],
    [{ user_token: null, targets: 5 }, 401, 'user token is required'],
    [{ body: 'x' }, 400, "'targets' and 'body' are required"],
    [{ targets: [], body: 'x' }, 400, "'targets' and 'body' are required"],
    [{ targets: ['clerk'] }, 400, "'targets' and 'body' are required"],
    [{ targets: ['clerk', 'hermit'], body: 'x' }, 400, "'request' messages require exactly one target"],
    [{ targets: ['clerk'], body: 'x', msg_type: 'interrupt' }, 400, "msg_type 'interrupt' is not supported"],
    [{ targets: ['clerk'], body: 'x', msg_type: { toString: 1 } }, 400, 'is not supported'],
    [{ targets: 'clerk', body: 'x' }, 400, 'targets'],
    [{ targets: ['@desk'], body: 'x' }, 400, 'agent address'],
    [{ targets: ['clerk@attic'], body: 'x' }, 404, 'desk, annex'],
    [{ targets: ['ghost'], body: 'x' }, 404, 'ghost'],
    [{ targets: ['hermit'], body: 'x' }, 400, 'no messages from outside'],
  ])('POST /interswarm/message refuses %j', async (body, status, detail) => {
    await using stage = await Stage.open();
    const answer = await send(stage, body);
    expect([answer.status, answer.body.detail]).toEqual([status, expect.stringContaining(detail)]);
    expect((await stage.call('/tasks')).body).toEqual({});
  });
});

describe('POST /interswarm/message as a stream', () => {
  const stream = (stage: Stage, body: object) =>
    stage.overHTTP('/interswarm/message', { body: { user_token: 'x', body: 'hello', stream: true, ...body } });

  test('shows the run of a local agent', async () => {
    await using stage = await Stage.open();
    const response = await stream(stage, { targets: ['clerk'], task_id: 't' });
    expect(response.headers.get('content-type')).toContain('text/event-stream');
    expect(response.headers.get('x-task-id')).toBe('t');
    const frames = await readFrames(response);
    expect(frames.at(-1)).toMatchObject({ event: 'task_complete', data: { response: 'you said: hello' } });
  });

  test('shows several runs side by side, without their pings unless wanted', async () => {
    await using stage = await Stage.open({ pingMs: 20 });
    const body = {
      targets: ['clerk', 'clerk@annex'],
      msg_type: 'broadcast',
      body: 'wait 150',
      ignore_stream_pings: true,
    };
    const frames = await readFrames(await stream(stage, body));
    const ends = frames.filter(({ event }) => event === 'task_complete');
    expect(ends.map(({ data }) => data.response)).toEqual(['waited 150', 'waited 150']);
    expect(frames.filter(({ event }) => event === 'ping')).toEqual([]);
    const pinged = await readFrames(await stream(stage, { ...body, ignore_stream_pings: false }));
    expect(pinged.filter(({ event }) => event === 'ping').length).toBeGreaterThan(0);
  });
});

describe('POST /interswarm/message to other servers', () => {
  /** Two servers: one here, and one that has a swarm called sea. Everybody is somebody on both. */
  async function openShore() {
    const sea = await Stage.open({ swarms: [clerks('sea')] });
    const { url } = await sea.listen();
    const here = await Stage.open({ outbound });
    await here.call('/swarms', { as: 'root', body: { name: 'sea', base_url: url } });
    const dispose = async (): Promise<void> => {
      await here[Symbol.asyncDispose]();
      await sea[Symbol.asyncDispose]();
    };
    return { here, sea, [Symbol.asyncDispose]: dispose };
  }
  const send = (stage: Stage, body: object, headers = {}) =>
    stage.call('/interswarm/message', { body: { user_token: 'bob', body: 'hello', ...body }, headers });

  test('delivers with the token for that server, and returns its answer as it is (Q7)', async () => {
    await using shore = await openShore();
    const { status, body } = await send(shore.here, { targets: ['clerk@sea'], task_id: 't' });
    expect(status).toBe(200);
    interswarmResultWire.parse(body);
    expect(body.response.message).toMatchObject({ body: 'you said: hello', task_id: 't' });
    expect((await shore.sea.call('/tasks/t', { as: 'bob' })).body.task_owner).toBe('user:bob@sea');
    expect((await shore.here.call('/tasks')).body).toEqual({});
  });

  test('asks local and remote agents at the same time, and returns all answers (Q9)', async () => {
    await using shore = await openShore();
    const body = { targets: ['clerk', 'clerk@sea', 'clerk@annex'], msg_type: 'broadcast', task_id: 't' };
    const answer = await send(shore.here, body);
    interswarmResultWire.parse(answer.body);
    expect(Object.keys(answer.body.responses)).toEqual(['desk', 'sea', 'annex']);
    for (const response of Object.values(answer.body.responses as Record<string, { message: object }>)) {
      expect(response.message).toMatchObject({ body: 'you said: hello' });
    }
    expect(answer.body.response).toEqual(answer.body.responses.desk);
  });

  test('POST /interswarm/message to other servers streams their answers', async () => {
    await using shore = await openShore();
    const stream = async (targets: string[]) =>
      readFrames(
        await shore.here.overHTTP('/interswarm/message', {
          body: { user_token: 'bob', body: 'hello', targets, stream: true, msg_type: 'broadcast' },
        }),
      );
    expect((await stream(['clerk@sea'])).at(-1)).toMatchObject({ event: 'task_complete' });
    const both = await stream(['clerk@sea', 'clerk@desk']);
    expect(both.filter(({ event }) => event === 'task_complete')).toHaveLength(2);
  });

  test('posts one message there for each key', async () => {
    await using shore = await openShore();
    const ask = () => send(shore.here, { targets: ['clerk@sea'] }, { 'idempotency-key': 'k' });
    const [one, two] = await Promise.all([ask(), ask()]);
    expect(one.body).toEqual(two.body);
    expect(Object.keys((await shore.sea.call('/tasks', { as: 'bob' })).body)).toHaveLength(1);
  });

  test('never sends a token of this server, unless the servers share their authentication', async () => {
    await using shore = await openShore();
    const refused = await send(shore.here, { targets: ['clerk@sea'], user_token: 'alice' });
    expect([refused.status, refused.body.detail]).toEqual([400, expect.stringContaining('not of this one')]);
    expect((await shore.sea.call('/tasks')).body).toEqual({});
    const { url } = await shore.sea.listen();
    await using shared = await Stage.open({ outbound, sharedTokens: true });
    await shared.call('/swarms', { as: 'root', body: { name: 'sea', base_url: url } });
    expect((await send(shared, { targets: ['clerk@sea'], user_token: 'alice' })).status).toBe(200);
  });

  test.each([
    ['a token that nobody has', { user_token: 'nobody', targets: ['clerk@sea'] }, 502, 'invalid API key'],
    ['an agent that is not there', { targets: ['ghost@sea'] }, 502, 'ghost'],
    ['a swarm that nobody knows', { targets: ['clerk@nowhere'] }, 404, 'desk, annex'],
    ['one of two that nobody knows', { targets: ['clerk', 'clerk@nowhere'], msg_type: 'broadcast' }, 404, 'nowhere'],
  ])('POST /interswarm/message to other servers reports %s', async (_, body, status, detail) => {
    await using shore = await openShore();
    const answer = await send(shore.here, body);
    expect([answer.status, answer.body.detail]).toEqual([status, expect.stringContaining(detail)]);
    expect((await shore.here.call('/tasks')).body).toEqual({});
  });

  test('asks reference servers in a way that does not make them ask themselves (Q7)', async () => {
    await using peer = await PlainPeer.start({ token: 'bob' });
    await using here = await Stage.open({ outbound });
    await here.call('/swarms', { as: 'root', body: { name: 'weather', base_url: peer.url } });
    const { status, body } = await send(here, { targets: ['supervisor@weather'], task_id: 't' });
    expect(status).toBe(200);
    interswarmResultWire.parse(body);
    expect(body.response.message).toMatchObject({
      body: 'you said: hello',
      sender: { address_type: 'agent', address: 'supervisor@weather' },
      task_id: 't',
    });
    const asked = peer.requests.filter(({ path }) => path !== '/' && path !== '/health');
    expect(asked).toMatchObject([
      { path: '/message', body: { body: 'hello', entrypoint: 'supervisor', task_id: 't' } },
    ]);
    expect(asked[0]!.headers.authorization).toBe('Bearer bob');
    const several = { targets: ['supervisor@weather', 'other@weather'], msg_type: 'broadcast' };
    expect((await send(here, several)).body.detail).toContain('one of its agents at a time');
  });

  test('reports servers that are gone, or answer nonsense, as unreachable', async () => {
    await using shore = await openShore();
    await shore.sea[Symbol.asyncDispose]();
    expect(await send(shore.here, { targets: ['clerk@sea'] })).toMatchObject({
      status: 502,
      body: { code: 'peer_unreachable' },
    });
  });
});
