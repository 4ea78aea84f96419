import { mailMessageWire } from '@posthouse/protocol';
import { describe, expect, test } from 'vitest';
import { clerks } from './__fixtures__/clerks.ts';
import { rawRequest } from './__fixtures__/raw-request.ts';
import { FrameReader, readFrames } from './__fixtures__/read-frames.ts';
import { calls, cast, complete } from './__fixtures__/scenarios.ts';
import { Stage } from './__fixtures__/stage.ts';
import { until } from './__fixtures__/until.ts';
import type { Loose } from './__fixtures__/loose.ts';

const stream = (stage: Stage, body: object, as = 'alice') =>
  stage.overHTTP('/message', { as, body: { ...body, stream: true } });

const delegation = () =>
  cast({
    supervisor: [
      calls(
        ['send_request', { target: 'weather', subject: 's', body: 'b' }],
        ['send_broadcast', { subject: 'FYI', body: 'all', targets: ['math'] }],
      ),
      complete('done'),
    ],
    weather: [
      calls(['get_weather', { city: 'Tokyo' }]),
      calls(['get_weather', { city: 'BOOM' }]),
      calls(['send_response', { target: 'supervisor', subject: 'r', body: 'x' }]),
    ],
    math: [calls(['acknowledge_broadcast', {}])],
  });

describe('better than the reference', () => {
  test('an impossible request is refused at once instead of hanging or failing later (Q15)', async () => {
    await using stage = await Stage.open();
    for (const wrong of [
      { resume_from: 'somewhere', task_id: 't' },
      { msg_type: 'response' },
      { msg_type: 'interrupt' },
      { msg_type: 'broadcast_complete' },
      { entrypoint: 'hermit' },
      { entrypoint: 'specialist' },
      { entrypoint: 'hermit', bypass_supervisor: true },
    ]) {
      expect((await stage.post({ body: 'hello', ...wrong })).status).toBe(400);
    }
    expect((await stage.post({ body: 'hello', entrypoint: 'ghost' })).status).toBe(404);
    expect((await stage.call('/tasks')).body).toEqual({});
  });

  test('several callers wait for one task, and all of them get the answer (Q18)', async () => {
    await using stage = await Stage.open();
    const first = stage.post({ body: 'wait 150', task_id: 't' });
    await until(async () => (await stage.call('/tasks/t')).status === 200);
    const readers = await Promise.all([1, 2, 3].map(() => stage.overHTTP('/tasks/t/events')));
    const again = stage.post({ body: 'and this', task_id: 't' });
    expect((await first).body.response).toBe('waited 150');
    expect((await again).body.response).toBe('you said: and this');
    for (const reader of readers) {
      const frames = await readFrames(reader);
      expect(frames.some((frame) => frame.data.response === 'waited 150')).toBe(true);
    }
  });

  test('a broken stream can be resumed, a stream times out when asked, and a run can be cancelled (Q18)', async () => {
    await using stage = await Stage.open();
    const reader = new FrameReader(await stream(stage, { body: 'hang', task_id: 't' }));
    const seen = await reader.until('new_message');
    await reader.cancel();
    const timed = await readFrames(await stream(stage, { body: 'more', task_id: 't', kwargs: { timeout: 0.05 } }));
    expect(timed.at(-1)!.data).toMatchObject({ code: 'task_timeout' });
    const rest = stage.overHTTP('/tasks/t/events', { headers: { 'last-event-id': seen!.id! } });
    await stage.call('/tasks/t/cancel', { method: 'POST' });
    expect((await readFrames(await rest)).at(-1)!.data).toMatchObject({ status: 'cancelled', code: 'cancelled' });
  });

  test('action frames say who called which action and what it returned (Q23)', async () => {
    await using stage = await Stage.open({ swarms: [delegation()] });
    const frames = await readFrames(await stream(stage, { body: 'go' }));
    const extra = (event: string) => frames.find((frame) => frame.event === event)!.data.extra_data as object;
    const who = { caller: 'weather', tool_name: 'get_weather', tool_call_id: expect.any(String) as string };
    expect(extra('action_call')).toMatchObject(who);
    expect(extra('action_complete')).toMatchObject({ ...who, result: { city: 'Tokyo', t: 20 } });
    expect(extra('action_error')).toMatchObject({ ...who, error_message: expect.stringContaining('kaboom') as string });
    expect(JSON.stringify(frames)).not.toContain('object at 0x');
  });

  test('the routes of the user interface need a token and show only the caller’s own data (Q28)', async () => {
    await using stage = await Stage.open();
    await stage.post({ body: 'of alice', task_id: 't' });
    const paths = ['/ui/agents', '/ui/tasks', '/ui/task/t', '/ui/task-summary/t', '/ui/dump-events'];
    for (const path of paths) expect((await stage.call(path, { as: null })).status).toBe(401);
    expect((await stage.call('/ui/message', { as: null, body: { body: 'x' } })).status).toBe(401);
    expect((await stage.call('/ui/tasks', { as: 'bob' })).body).toEqual([]);
    expect((await stage.call('/ui/tasks')).body).toHaveLength(1);
  });

  test('GET /task without a body answers 400 in JSON, and accepts a query instead (Q29)', async () => {
    await using stage = await Stage.open();
    await stage.post({ body: 'hello', task_id: 't' });
    const { url } = await stage.listen();
    expect(await rawRequest(`${url}/task`)).toMatchObject({ status: 400, body: { detail: 'task_id is required' } });
    expect(await rawRequest(`${url}/task?task_id=t`)).toMatchObject({ status: 200, body: { task_id: 't' } });
  });

  test('every message on the wire is valid against its own schema, without nulls (Q30)', async () => {
    await using stage = await Stage.open({ swarms: [delegation()] });
    const { body } = await stage.post({ body: 'go', task_id: 't', show_events: true });
    const messages = body.events.flatMap((event: Loose) => event.data.extra_data?.full_message ?? []);
    expect(messages.length).toBeGreaterThanOrEqual(6);
    for (const message of messages) {
      expect(mailMessageWire.schema.safeParse(message).error).toBeUndefined();
      expect(JSON.stringify(message)).not.toContain('null');
    }
  });

  test("a peer's payload that breaks the schema gets a 400 that says where (Q31)", async () => {
    await using stage = await Stage.open();
    const message = {
      message_id: 'm',
      source_swarm: 'weather',
      target_swarm: 'desk',
      timestamp: '2026-01-01T00:00:00+00:00',
      payload: { subject: 'no task id' },
      msg_type: 'request',
      task_owner: 'user:u@weather',
      task_contributors: [],
    };
    const answer = await stage.call('/interswarm/forward', { as: 'peer', body: { message } });
    expect(answer).toMatchObject({ status: 400, body: { code: 'invalid_input' } });
    expect(answer.body.detail).toContain('message.payload.task_id');
  });

  test('loading a swarm updates everything the server says about it, and errors get a 400 (Q36)', async () => {
    await using stage = await Stage.open({ swarms: [clerks('desk', { public: true })] });
    const load = (json: string) => stage.call('/swarms/load', { as: 'root', body: { json } });
    const agent = { name: 'other', comm_targets: [], enable_entrypoint: true, can_complete_tasks: true };
    const swarm = {
      name: 'desk',
      version: '3.0.0',
      description: 'all new',
      public: true,
      entrypoint: 'other',
      agents: [{ ...agent, agent_params: { llm: 'scripted/none', system: 'x' } }],
      actions: [],
    };
    await stage.post({ body: 'before', task_id: 't' });
    expect((await load(JSON.stringify(swarm))).status).toBe(200);
    expect((await stage.call('/')).body.swarm).toMatchObject({ version: '3.0.0', entrypoint: 'other' });
    expect((await stage.call('/swarms')).body.swarms[0].swarm_description).toBe('all new');
    expect((await stage.call('/ui/agents')).body.agents.map((each: Loose) => each.name)).toEqual(['other']);
    expect((await stage.post({ body: 'after', task_id: 't' })).body.response).toContain('other');
    expect(await load('{"name":"broken"}')).toMatchObject({ status: 400, body: { code: 'invalid_swarm' } });
  });

  test('waiting callers are told when the server stops, and nothing hangs (Q38)', async () => {
    await using stage = await Stage.open();
    const waiting = stage.overHTTP('/message', { body: { body: 'hang', task_id: 'one' } });
    const reader = new FrameReader(await stream(stage, { body: 'hang', task_id: 'two' }));
    await reader.until('new_message');
    await until(async () => Object.keys((await stage.call('/tasks')).body).length === 2);
    await stage.served.drain(50);
    const answer = await waiting;
    expect(answer.status).toBe(503);
    expect(await answer.json()).toMatchObject({ code: 'unavailable' });
    expect((await reader.rest()).at(-1)!.event).toBe('shutdown_requested');
  });

  test('/v1/responses encodes JSON once, and both OpenAI routes accept tools and explain errors (Q40)', async () => {
    await using stage = await Stage.open({ debug: true });
    const input = [{ role: 'user', content: 'use look' }];
    const tool = { type: 'function', name: 'look', parameters: { type: 'object' } };
    const called = { object: 'response', output: [{ name: 'look' }] };
    const modern = await stage.call('/v1/responses', { body: { model: 'desk', input, tools: [tool] } });
    expect(modern.body).toMatchObject(called);
    // The reference's own door keeps the reference's own form.
    const ask = (fields: object) => stage.call('/responses', { body: { input, tools: [], ...fields } });
    const { body } = await ask({ tools: [tool] });
    expect(body).toBeTypeOf('string');
    expect(JSON.parse(body)).toMatchObject(called);
    expect(await ask({ tool_choice: ['x'] })).toMatchObject({ status: 400, body: { code: 'invalid_input' } });
  });

  test('events have the same four fields everywhere, and expose no internals (Q41)', async () => {
    await using stage = await Stage.open();
    const { body } = await stage.post({ body: 'hello', task_id: 't', show_events: true });
    const lists = [
      body.events,
      (await stage.call('/tasks/t')).body.events,
      (await stage.call('/tasks')).body.t.events,
      (await stage.call('/ui/task/t')).body.events,
    ];
    for (const events of lists) {
      expect(events).toHaveLength(6);
      for (const event of events) {
        expect(['event', 'data', 'id', 'retry']).toEqual(expect.arrayContaining(Object.keys(event)));
        expect(event.id).toMatch(/^\d+$/);
      }
    }
    const asText = lists[1]!.map((event: Loose) => JSON.parse(event.data));
    expect(asText).toEqual(lists[0]!.map((event: Loose) => event.data));
  });

  test('a failed task is marked as failed for programs, with HTTP 200 for MAIL clients (Q42)', async () => {
    await using stage = await Stage.open();
    const { status, body } = await stage.post('fail');
    expect(status).toBe(200);
    expect(body).toMatchObject({ status: 'error', code: 'model_failed' });
    expect(body.response).toContain('told to fail');
    expect((await stage.call(`/tasks/${body.task_id}`)).body.status).toBe('error');
    const frames = await readFrames(await stream(stage, { body: 'fail' }));
    expect(frames.slice(-2)).toMatchObject([
      { event: 'agent_error', data: { description: expect.stringContaining('told to fail') } },
      { event: 'task_error', data: { status: 'error', code: 'model_failed' } },
    ]);
  });

  test('a refused request leaves nothing behind, and a caller needs no registration (Q49)', async () => {
    await using stage = await Stage.open();
    for (const wrong of ['{', '{}', '{"body":"x","msg_type":7}', '{"body":"x","swarm":"attic"}']) {
      expect((await stage.call('/message', { method: 'POST', as: 'bob', body: wrong })).status).toBeGreaterThanOrEqual(
        400,
      );
    }
    expect((await stage.call('/tasks', { as: 'bob' })).body).toEqual({});
    expect((await stage.post('hello', { as: 'bob' })).body.response).toBe('you said: hello');
  });
});
