import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { checkFile } from './check-file.ts';

const payload = {
  task_id: 'task-1',
  request_id: 'request-1',
  sender: { address_type: 'agent', address: 'supervisor' },
  recipient: { address_type: 'agent', address: 'weather' },
  subject: 'Forecast',
  body: 'Rome, please',
};
const message = { id: 'm-1', timestamp: '2026-03-01T08:30:00.000000+00:00', msg_type: 'request', message: payload };
const envelope = {
  message_id: 'm-1',
  source_swarm: 'alpha',
  target_swarm: 'beta',
  timestamp: '2026-03-01T08:30:00.000000+00:00',
  msg_type: 'request',
  payload,
  task_owner: 'user:ada@alpha',
  task_contributors: ['user:ada@alpha', 'swarm:alpha@beta'],
};
const swarm = {
  name: 'demo',
  version: '1.0.0',
  entrypoint: 'solo',
  agents: [
    {
      name: 'solo',
      comm_targets: [],
      enable_entrypoint: true,
      can_complete_tasks: true,
      agent_params: { llm: 'openai/gpt-5-mini' },
    },
  ],
};

const check = (value: unknown) => checkFile(typeof value === 'string' ? value : JSON.stringify(value, null, 2));

describe('a valid file', () => {
  test.each<[string, unknown, string, string]>([
    ['a message', message, 'message', 'a request'],
    ['a list of messages', [message, message], 'messages', '2 messages'],
    ['an envelope', envelope, 'interswarm message', 'a request'],
    ['a delivery', { message: envelope }, 'interswarm delivery', 'a request'],
    ['a swarm', swarm, 'swarm', '1 swarm: demo with 1 agent'],
    [
      'a swarms file',
      [swarm, { ...swarm, name: 'other' }],
      'swarms',
      '2 swarms: demo with 1 agent, other with 1 agent',
    ],
    ['one with a byte order mark', `\uFEFF${JSON.stringify([swarm])}`, 'swarms', '1 swarm: demo with 1 agent'],
  ])('a valid file is recognised: %s', async (_, value, kind, content) => {
    expect(await check(value)).toEqual({ kind, content, problems: [], warnings: [] });
  });
});

describe('an invalid file', () => {
  test('every problem of a message is reported with its place', async () => {
    const wrong = { ...message, timestamp: 5, message: { ...payload, sender: { address_type: 'robot', address: '' } } };
    const { kind, problems } = await check(wrong);
    expect(kind).toBe('message');
    expect(problems).toEqual([
      { path: 'timestamp', message: expect.stringMatching(/^must be .* but it is .*5/), line: 3, column: 3 },
      { path: 'message.sender.address_type', message: expect.stringContaining('robot'), line: 9, column: 7 },
      { path: 'message.sender.address', message: expect.stringContaining('must be'), line: 10, column: 7 },
    ]);
  });

  test('the wrong message of a list is named', async () => {
    const { problems } = await check([message, { ...message, msg_type: 'shout' }]);
    expect(problems).toMatchObject([{ path: '1.msg_type', message: expect.stringContaining('"broadcast_complete"') }]);
  });

  test('missing fields of an envelope are reported, inside a delivery too', async () => {
    const { task_owner: _, ...rest } = envelope;
    expect((await check(rest)).problems).toMatchObject([{ path: 'task_owner', line: 1, column: 1 }]);
    expect((await check({ message: rest, extra: 1 })).problems).toMatchObject([
      { path: 'message.task_owner', line: 2, column: 3 },
    ]);
  });

  test('wrong forms of owners and contributors are reported', async () => {
    const { problems } = await check({ ...envelope, task_owner: 'ada', task_contributors: ['user:ada@alpha', 'beta'] });
    expect(problems.map(({ path }) => path)).toEqual(['task_owner', 'task_contributors.1']);
  });

  test('every problem of swarms is reported, and harmless ones as warnings', async () => {
    const { kind, problems, warnings } = await check([
      { ...swarm, entrypoint: 'sole', colour: 'red' },
      { ...swarm, name: 'demo', agents: [{ ...swarm.agents[0], comm_targets: ['nobody'] }] },
    ]);
    expect(kind).toBe('swarms');
    expect(problems.map(({ path }) => path)).toEqual(expect.arrayContaining(['0.entrypoint', '1.name']));
    expect(problems.find(({ path }) => path === '0.entrypoint')).toMatchObject({
      message: expect.stringContaining("'solo'"),
      line: 5,
    });
    expect(warnings).toMatchObject([{ path: '0.colour' }]);
  });

  test('unknown keys are reported, because MAIL forbids them and readers drop them', async () => {
    const { problems, warnings } = await check({ ...message, colour: 'red', message: { ...payload, mood: 'good' } });
    expect(problems).toEqual([]);
    expect(warnings.map(({ path }) => path).toSorted()).toEqual(['colour', 'message.mood']);
  });

  test('a file that is not JSON is reported', async () => {
    expect(await check('{\n  "a": 1,\n  oops\n}')).toEqual({
      kind: undefined,
      content: 'not JSON',
      problems: [{ path: '(the whole file)', message: expect.stringMatching(/^is not JSON: /), line: 3, column: 3 }],
      warnings: [],
    });
    expect((await check('')).problems).toMatchObject([{ line: 1, column: 1 }]);
  });

  test.each(['5', '"text"', 'null', '{}', '{"a":1}'])('a file that cannot be checked is reported: %s', async (text) => {
    const { kind, problems } = await check(text);
    expect(kind).toBeUndefined();
    expect(problems).toHaveLength(1);
  });

  test('a swarms file without a swarm is reported', async () => {
    expect((await check('[]')).problems).toMatchObject([{ message: 'contains no swarm' }]);
  });
});

const samples = join(process.env.MAIL_REFERENCE_DATA ?? '/nonexistent', 'spec/examples');

test('the examples of the specification are valid, where they can be read', async () => {
  for (const name of existsSync(samples) ? readdirSync(samples) : []) {
    const { kind, problems } = await checkFile(readFileSync(join(samples, name), 'utf8'));
    expect({ name, kind, problems }).toEqual({
      name,
      kind: name.startsWith('interswarm') ? 'interswarm message' : 'message',
      problems: [],
    });
  }
});
