import { describe, expect, test } from 'vitest';
import { problemsOf } from '../__fixtures__/attempt.ts';
import { bodySamples } from '../__fixtures__/http-samples.ts';
import { envelope, request, wrapper } from '../__fixtures__/samples.ts';
import type { JSONObject } from '../json.ts';
import { interswarmDeliveryWire, interswarmPostWire, interswarmResultWire } from './interswarm-bodies.ts';
import { responsesRequestWire } from './responses-bodies.ts';
import { errorBodyWire, healthUpdateWire, serverInfoWire, whoamiWire } from './server-bodies.ts';
import { registerSwarmWire, swarmListWire } from './swarm-bodies.ts';
import { taskListWire, taskQueryWire, taskRecordWire } from './task-bodies.ts';
import { uiTaskWire } from './ui-bodies.ts';

describe('alternative names in bodies', () => {
  test('accept swarm_name for the swarm of a registration', () => {
    const base_url = 'http://localhost:1';
    expect(registerSwarmWire.parse({ swarm_name: 'annex', base_url }).value).toEqual({
      name: 'annex',
      baseURL: base_url,
    });
  });

  test('accept username for an identity', () => {
    expect(whoamiWire.parse({ username: 'ada', role: 'user' }).value).toEqual({ id: 'ada', role: 'user' });
  });

  test('we send the names of the reference, not the alternatives', () => {
    expect(registerSwarmWire.emit({ name: 'annex', baseURL: 'x' })).toEqual({ name: 'annex', base_url: 'x' });
    expect(whoamiWire.emit({ id: 'ada', role: 'user' })).toEqual({ id: 'ada', role: 'user' });
  });
});

describe('free-form parts of bodies', () => {
  test.each([
    ['metadata of a registration', registerSwarmWire, { name: 'a', base_url: 'b' }, 'metadata'],
    ['routing info of a post', interswarmPostWire, bodySamples.interswarmPostWire![0] as JSONObject, 'routing_info'],
    ['kwargs of /responses', responsesRequestWire, { input: [], tools: [] }, 'kwargs'],
    ['details of an error', errorBodyWire, { detail: 'x' }, 'details'],
  ])('free-form parts of a body pass unchanged: %s', (_, codec, rest, key) => {
    const free = { snake_key: null, camelKey: [{ inner_key: null }] };
    const wire = { ...rest, [key]: free };
    expect(codec.emit(codec.parse(wire).value as never)).toEqual(wire);
  });

  test('events of a task record stay text or objects', () => {
    const [record] = bodySamples.taskRecordWire as [JSONObject];
    const events = [
      { event: 'a', data: '{"task_id":1}' },
      { event: 'b', data: { task_id: { deep_key: null } } },
    ];
    expect(taskRecordWire.parse({ ...record, events }).value.events).toEqual(events);
  });

  test('task ids in a list of tasks keep their spelling', () => {
    const [record] = bodySamples.taskRecordWire as [JSONObject];
    const { value } = taskListWire.parse({ my_snake_case_id: record });
    expect(Object.keys(value)).toEqual(['my_snake_case_id']);
    expect(value.my_snake_case_id?.taskOwner).toBe('user:ada@harbour');
  });
});

describe('nulls in bodies', () => {
  test('keeps null where MAIL has it: a title that is missing, a peer never seen', () => {
    const [task] = bodySamples.uiTaskWire as [JSONObject];
    expect(uiTaskWire.emit(uiTaskWire.parse({ ...task, title: null }).value)).toHaveProperty('title', null);
    const [list] = bodySamples.swarmListWire as [{ swarms: JSONObject[] }];
    const wire = { swarms: [{ ...list.swarms[0], last_seen: null, latency: null, metadata: null }] };
    const [peer] = swarmListWire.parse(wire).value.swarms;
    expect(peer?.lastSeen).toBeNull();
    expect(peer).not.toHaveProperty('latency');
    expect(peer).not.toHaveProperty('metadata');
  });
});

describe('parsing a body', () => {
  test.each([
    ['an empty status', healthUpdateWire, { status: '' }, 'status'],
    ['a status that is a number', healthUpdateWire, { status: 1 }, 'status'],
    ['a task without id', taskQueryWire, {}, 'task_id'],
    ['a task with an empty id', taskQueryWire, { task_id: '' }, 'task_id'],
    ['a task id that is a number', taskQueryWire, { task_id: 7 }, 'task_id'],
    ['a registration without address', registerSwarmWire, { name: 'x' }, 'base_url'],
    ['a role that MAIL does not have', whoamiWire, { id: 'x', role: 'owner' }, 'role'],
    [
      'a server that is not a MAIL server',
      serverInfoWire,
      { ...(bodySamples.serverInfoWire![0] as object), name: 'smtp' },
      'name',
    ],
    ['a delivery without message', interswarmDeliveryWire, {}, 'message'],
    ['a bare wrapper for a delivery', interswarmDeliveryWire, wrapper('request', request), 'message'],
    ['a post to nobody', interswarmPostWire, { user_token: 't', body: 'x', targets: [] }, 'targets'],
    ['a post without token', interswarmPostWire, { body: 'x', targets: ['a@b'] }, 'user_token'],
    [
      'a post of a completion',
      interswarmPostWire,
      { user_token: 't', body: 'x', targets: ['a'], msg_type: 'interrupt' },
      'msg_type',
    ],
    ['a result that is text', interswarmResultWire, { response: 'done' }, 'response'],
    ['input that is text', responsesRequestWire, { input: 'x', tools: [] }, 'input'],
  ])('parsing a body refuses %s', (_, codec, wire, path) => {
    expect(problemsOf(() => codec.parse(wire)).map((problem) => problem.path)).toContain(path);
  });

  test('accepts a result with a whole message', () => {
    const { value } = interswarmResultWire.parse({ response: envelope('request', request), events: null });
    expect(value.response.message.taskId).toBe(request.task_id);
  });
});
