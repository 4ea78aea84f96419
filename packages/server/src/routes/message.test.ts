import { describe, expect, test } from 'vitest';
import { clerks } from '../__fixtures__/clerks.ts';
import { FrameReader, readFrames } from '../__fixtures__/read-frames.ts';
import { Stage } from '../__fixtures__/stage.ts';
import { until } from '../__fixtures__/until.ts';
import { writers, writing } from '../__fixtures__/writers.ts';
import type { Loose } from '../__fixtures__/loose.ts';

const post = { method: 'POST' } as const;

describe('POST /message', () => {
  test('answers with the outcome of the run', async () => {
    await using stage = await Stage.open();
    const { status, body } = await stage.post('hello');
    expect(status).toBe(200);
    expect(body).toEqual({
      response: 'you said: hello',
      events: null,
      task_id: expect.any(String) as string,
      status: 'complete',
    });
  });

  test('accepts what the reference client sends, nulls and all', async () => {
    await using stage = await Stage.open();
    const { body } = await stage.post({
      subject: 'New Message',
      body: 'hello',
      msg_type: 'request',
      entrypoint: null,
      show_events: false,
      task_id: null,
      resume_from: null,
      kwargs: {},
    });
    expect(body).toMatchObject({ response: 'you said: hello', events: null });
  });

  test('accepts the names of the specification, and ignores unknown keys', async () => {
    await using stage = await Stage.open();
    expect((await stage.post({ message: 'hello', colour: 'red' })).body.response).toBe('you said: hello');
  });

  test('returns all events of the task when asked, with data as objects', async () => {
    await using stage = await Stage.open();
    await stage.post({ body: 'one', task_id: 't' });
    const { body } = await stage.post({ body: 'two', task_id: 't', show_events: true });
    const names = body.events.map((event: Loose) => event.event);
    expect(names.filter((name: string) => name === 'task_complete')).toHaveLength(2);
    expect(body.events.at(-1).data.description).toBe("response: 'you said: two'");
    expect(body.events.map((event: Loose) => Object.keys(event).toSorted().join())).toEqual(
      names.map(() => 'data,event,id'),
    );
  });

  test('sends a broadcast, sets a subject, and keeps a task id of any kind', async () => {
    await using stage = await Stage.open();
    const taskId = 'my task / ünïcode ✉';
    const { body } = await stage.post({
      body: 'hello',
      msg_type: 'broadcast',
      subject: 'About',
      task_id: taskId,
      show_events: true,
    });
    expect(body.task_id).toBe(taskId);
    const { full_message: message } = body.events.find((event: Loose) => event.event === 'new_message').data.extra_data;
    expect(message).toMatchObject({
      msg_type: 'broadcast',
      message: { subject: 'About', recipients: [{ address_type: 'agent', address: 'clerk' }] },
    });
    const stream = await stage.overHTTP('/message', { body: { body: 'hello', task_id: taskId, stream: true } });
    expect(decodeURIComponent(stream.headers.get('x-task-id')!)).toBe(taskId);
    expect((await readFrames(stream)).at(-1)!.data.task_id).toBe(taskId);
  });

  test('selects a swarm by name; an unknown one is a 404 that lists the names', async () => {
    await using stage = await Stage.open();
    const { body } = await stage.post({ body: 'hello', swarm: 'annex', task_id: 'a' });
    expect(body.status).toBe('complete');
    expect((await stage.call('/tasks/a')).status).toBe(404);
    expect((await stage.call('/tasks/a?swarm=annex')).body.task_owner).toBe('user:alice@annex');
    const unknown = await stage.post({ body: 'hello', swarm: 'attic' });
    expect(unknown).toMatchObject({ status: 404, body: { code: 'swarm_not_found' } });
    expect(unknown.body.detail).toContain('desk, annex');
  });

  test('addresses a specialist directly when the template allows it, and lets it complete', async () => {
    await using stage = await Stage.open();
    const direct = { body: 'hello', entrypoint: 'specialist', bypass_supervisor: true };
    expect((await stage.post(direct)).body.response).toBe('hello from the specialist');
    expect(await stage.post({ ...direct, bypass_supervisor: false })).toMatchObject({ status: 400 });
    expect(await stage.post({ ...direct, entrypoint: 'hermit' })).toMatchObject({ status: 400 });
  });

  test('pauses for the tools that the caller declares, for this run', async () => {
    await using stage = await Stage.open();
    const tools = [{ name: 'look_out', description: 'Looks out of the window.', parameters: { type: 'object' } }];
    const paused = await stage.post({ body: 'use look_out', task_id: 't', tools });
    expect(paused.body.status).toBe('paused');
    expect(JSON.parse(paused.body.response)).toMatchObject([{ name: 'look_out', call_id: 't-tool' }]);
    const results = [{ call_id: 't-tool', content: { weather: 'fair' } }];
    const resumed = await stage.post({
      task_id: 't',
      resume_from: 'breakpoint_tool_call',
      kwargs: { tool_results: results },
    });
    expect(resumed.body).toMatchObject({ response: 'thank you', status: 'complete' });
    const taken = [{ name: 'task_complete', parameters: {} }];
    expect(await stage.post({ body: 'x', tools: taken })).toMatchObject({ status: 409 });
  });

  test('asks for an answer in a given format', async () => {
    const schema = { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] };
    await using stage = await Stage.open({
      swarms: [writers([{ toolCalls: [{ name: 'task_complete', input: { finish_message: { city: 'Rome' } } }] }])],
    });
    const { body } = await stage.post({ body: 'where?', response_format: schema });
    expect(body.status).toBe('complete');
    expect(JSON.parse(body.response)).toEqual({ city: 'Rome' });
  });

  test('limits the messages of a run', async () => {
    await using stage = await Stage.open();
    const { body } = await stage.post({ body: 'hello', kwargs: { max_steps: 5 } });
    expect(body.status).toBe('complete');
    expect(await stage.post({ body: 'hello', kwargs: { max_steps: 'many' } })).toMatchObject({ status: 400 });
  });

  test('stops waiting after a while, and the run continues', async () => {
    await using stage = await Stage.open();
    const { status, body } = await stage.post({ body: 'wait 150', task_id: 't', kwargs: { timeout: 0.02 } });
    expect([status, body]).toEqual([
      200,
      { response: 'The task timed out.', events: null, task_id: 't', status: 'error', code: 'task_timeout' },
    ]);
    await until(async () => (await stage.call('/tasks/t')).body.status === 'complete');
    expect((await stage.post({ body: 'hello', kwargs: { timeout: 1e300 } })).body.status).toBe('complete');
  });

  test('streams text as it is written with stream: "tokens"', async () => {
    await using stage = await Stage.open({ swarms: [writers(writing('Four score and seven years ago.'))] });
    const frames = await readFrames(await stage.overHTTP('/message', { body: { body: 'write', stream: 'tokens' } }));
    const text = frames
      .filter((frame) => frame.event === 'token' && frame.data.kind === 'answer')
      .map((frame) => frame.data.delta)
      .join('');
    expect(text).toBe('Four score and seven years ago.');
  });

  test('continues the run when the caller disconnects', async () => {
    await using stage = await Stage.open();
    const controller = new AbortController();
    const body = { body: 'wait 1500', task_id: 't' };
    const waiting = stage.overHTTP('/message', { body, signal: controller.signal });
    await until(async () => (await stage.call('/tasks/t')).status === 200);
    controller.abort();
    await expect(waiting).rejects.toThrow('aborted');
    await until(async () => (await stage.call('/tasks/t')).body.status === 'complete');
  });

  test('continues a streamed run when the reader disconnects, and lets it come back', async () => {
    await using stage = await Stage.open();
    const controller = new AbortController();
    const body = { body: 'wait 150', task_id: 't', stream: true };
    const reader = new FrameReader(await stage.overHTTP('/message', { body, signal: controller.signal }));
    const { id } = (await reader.until('new_message'))!;
    controller.abort();
    const headers = { 'last-event-id': id! };
    const rest = await readFrames(await stage.overHTTP('/tasks/t/events', { headers }));
    // The entry in between is the text of the answer, which MAIL shows as tokens.
    expect(Number(rest[0]!.id)).toBe(Number(id) + 2);
    expect(rest.at(-1)!.data.response).toBe('waited 150');
  });
});

describe('resuming a task', () => {
  test("reports an unknown task as a failed one, in MAIL's words", async () => {
    await using stage = await Stage.open();
    for (const resumeFrom of ['user_response', 'breakpoint_tool_call']) {
      const body = { body: 'x', task_id: 'gone', resume_from: resumeFrom, kwargs: { tool_results: 'x' } };
      expect((await stage.post(body)).body).toEqual({
        response: "The task encountered an error: task 'gone' not found.",
        events: null,
        task_id: 'gone',
        status: 'error',
        code: 'task_not_found',
      });
      const frames = await readFrames(await stage.fetch('/message', { ...post, body: { ...body, stream: true } }));
      expect(frames).toMatchObject([{ event: 'task_error', data: { response: "task 'gone' not found" } }]);
    }
    expect((await stage.call('/tasks')).body).toEqual({});
  });

  test.each([
    ['text', 'yes'],
    ['content', { content: 'yes' }],
    ['content as JSON text', '{"content":"yes"}'],
    ['a list', [{ call_id: 't-0', content: 'yes' }]],
    ['a list as JSON text', '[{"call_id":"t-0","content":"yes"}]'],
  ])('a task is resumed with %s for a breakpoint', async (_, result) => {
    await using stage = await Stage.open();
    await stage.post({ body: 'ask ok?', task_id: 't' });
    const kwargs = { breakpoint_tool_call_result: result };
    const { body } = await stage.post({ task_id: 't', resume_from: 'breakpoint_tool_call', kwargs, show_events: true });
    expect(body.response).toBe('thank you');
    const done = body.events.find((event: Loose) => event.event === 'breakpoint_action_complete');
    expect(done.data.extra_data.result).toBe('yes');
  });

  test('answers several calls by id, some now and some later', async () => {
    await using stage = await Stage.open();
    await stage.post({ body: 'ask one two', task_id: 't' });
    const answer = (results: unknown) =>
      stage.post({ task_id: 't', resume_from: 'breakpoint_tool_call', kwargs: { tool_results: results } });
    expect(await answer('which?')).toMatchObject({
      status: 400,
      body: { code: 'call_not_found', detail: expect.stringContaining('gives each its call_id: ') },
    });
    expect(await answer([{ call_id: 'none', content: 'x' }])).toMatchObject({ status: 400 });
    expect((await answer([{ call_id: 't-0', content: 'x' }])).body.status).toBe('paused');
    expect((await answer([{ call_id: 't-1', content: 'y' }])).body.response).toBe('thank you');
    expect(await answer('too late')).toMatchObject({ status: 409, body: { code: 'call_answered' } });
  });

  test('answers repeated results as before, and refuses other ones', async () => {
    await using stage = await Stage.open();
    await stage.post({ body: 'ask one two', task_id: 't' });
    const resume = { task_id: 't', resume_from: 'breakpoint_tool_call' };
    const answer = (results: unknown) => stage.post({ ...resume, kwargs: { tool_results: results } });
    const one = { call_id: 't-0', content: { x: 1 } };
    const two = { call_id: 't-1', content: 'y' };
    expect((await answer([one])).body.status).toBe('paused');
    expect((await answer([one])).body.status).toBe('paused');
    const first = await answer([one, two]);
    expect(first.body).toMatchObject({ status: 'complete', response: 'thank you' });
    for (const again of [[one, two], [two, one], [one], 'y']) expect((await answer(again)).body).toEqual(first.body);
    const body = { ...resume, kwargs: { tool_results: [one, two] }, stream: true };
    expect(await (await stage.overHTTP('/message', { body })).text()).toMatch(
      /event: task_complete\r?\ndata: .*thank you/,
    );
    const changed = await answer([one, { ...two, content: 'z' }]);
    expect(changed).toMatchObject({ status: 409, body: { code: 'call_answered' } });
    expect(changed.body.detail).toContain("'t-1' was already answered differently");
    const { body: task } = await stage.call('/tasks/t');
    expect(task.events.filter(({ event }: Loose) => event === 'breakpoint_action_complete')).toHaveLength(2);
  });

  test('continues a finished task with a message, with or without resume_from', async () => {
    await using stage = await Stage.open();
    await stage.post({ body: 'one', task_id: 't' });
    expect((await stage.post({ body: 'two', task_id: 't' })).body.response).toBe('you said: two');
    const third = { body: 'three', task_id: 't', resume_from: 'user_response' };
    expect((await stage.post(third)).body.response).toBe('you said: three');
  });

  test('continues a paused task with a message instead of the answer', async () => {
    await using stage = await Stage.open();
    await stage.post({ body: 'ask ok?', task_id: 't' });
    expect((await stage.post({ body: 'never mind', task_id: 't' })).body).toMatchObject({ status: 'complete' });
  });
});

describe('an Idempotency-Key', () => {
  const keyed = (key: string) => ({ headers: { 'idempotency-key': key } });
  const messagesOf = (body: Loose) => body.events.filter((event: Loose) => event.event === 'run_started').length;

  test('a key makes two requests one message, also without a task id', async () => {
    await using stage = await Stage.open();
    const both = await Promise.all([1, 2].map(() => stage.post('wait 30', keyed('k-1'))));
    expect(both[0]!.body).toEqual(both[1]!.body);
    const later = await stage.post({ body: 'wait 30', show_events: true }, keyed('k-1'));
    expect(later.body.task_id).toBe(both[0]!.body.task_id);
    expect(messagesOf(later.body)).toBe(1);
    expect((await stage.post('wait 30', keyed('k-2'))).body.task_id).not.toBe(later.body.task_id);
  });

  test('a key belongs to its caller: the same key of another caller is another message', async () => {
    await using stage = await Stage.open();
    const [alice, bob] = await Promise.all(['alice', 'bob'].map((as) => stage.post('hello', { ...keyed('k'), as })));
    expect(alice!.body.task_id).not.toBe(bob!.body.task_id);
  });

  test('attaches to a run with tools that is still open', async () => {
    await using stage = await Stage.open();
    const tools = [{ name: 'look_out', parameters: { type: 'object' } }];
    const message = { body: 'wait 60', task_id: 't', tools };
    const both = await Promise.all([1, 2].map(() => stage.post(message, keyed('k'))));
    expect(both.map(({ status, body }) => [status, body.response])).toEqual([
      [200, 'waited 60'],
      [200, 'waited 60'],
    ]);
  });

  test('replays the stream of the first message, and nothing of later ones', async () => {
    await using stage = await Stage.open();
    const message = { body: 'hello', task_id: 't', stream: true };
    const first = await (await stage.fetch('/message', { ...post, body: message, ...keyed('k') })).text();
    await stage.post({ body: 'another', task_id: 't' });
    const again = await (await stage.fetch('/message', { ...post, body: message, ...keyed('k') })).text();
    expect(again).toBe(first);
  });

  test('an Idempotency-Key submits results once', async () => {
    await using stage = await Stage.open();
    await stage.post({ body: 'ask ok?', task_id: 't' });
    const answer = { task_id: 't', resume_from: 'breakpoint_tool_call', kwargs: { tool_results: 'yes' } };
    const first = await stage.post(answer, keyed('k'));
    const again = await stage.post(answer, keyed('k'));
    expect(first.body.response).toBe('thank you');
    expect(again.body).toEqual(first.body);
    expect(await stage.post('x', keyed('k'.repeat(300)))).toMatchObject({ status: 400 });
  });
});

test('the default swarm is the first one, or the one that is named', async () => {
  await using stage = await Stage.open({ swarms: [clerks('one'), clerks('two')], defaultSwarm: 'two' });
  expect((await stage.post({ body: 'hello', task_id: 't' })).status).toBe(200);
  expect((await stage.call('/tasks/t')).body.task_owner).toBe('user:alice@two');
  expect((await stage.call('/')).body.swarm.name).toBe('two');
  expect((await stage.call('/?swarm=one')).body.swarm.name).toBe('one');
  await expect(Stage.open({ swarms: [clerks()], defaultSwarm: 'nope' })).rejects.toThrow("no swarm 'nope'");
});
