import { describe, expect, test } from 'vitest';
import {
  type Canned,
  type RecordedRequest,
  startRecordingServer,
  toStream,
} from '../../__fixtures__/recording-server.ts';
import { testTerminal } from '../../__fixtures__/test-terminal.ts';
import { startClient } from '../start-client.ts';

const timestamp = '2026-03-01T08:30:00.000000+00:00';
const info = {
  name: 'mail',
  protocol_version: '1.3',
  swarm: { name: 'far', version: '1.3.6', description: '', entrypoint: 'boss', keywords: [], public: true },
  status: 'running',
  uptime: 1,
};
const payload = {
  task_id: 't',
  request_id: 'r',
  sender: { address_type: 'agent', address: 'boss@beta' },
  recipient: { address_type: 'user', address: 'ada' },
  subject: 'Re',
  body: 'from afar',
};

/** A server as MAIL's reference is: no ids, no features, no additions. */
function answerAsReference({ method, path }: RecordedRequest): Canned {
  if (path === '/') return { json: info };
  if (path === '/whoami') return { json: { id: 'ada', role: 'user' } };
  if (path === '/health') return { json: { status: 'healthy', swarm_name: 'far', timestamp } };
  if (path === '/status') {
    return {
      json: {
        swarm: { name: 'far', status: 'ready' },
        active_users: 2,
        user_mail_ready: true,
        user_task_running: true,
      },
    };
  }
  if (path === '/swarms' && method === 'GET') return { json: { swarms: [] } };
  if (path === '/swarms') return { json: { status: 'registered', swarm_name: 'beta' } };
  if (path === '/tasks') return { json: {} };
  if (path === '/interswarm/message') {
    return { json: { response: { id: 'm', timestamp, msg_type: 'response', message: payload }, events: null } };
  }
  if (path === '/responses') return { json: JSON.stringify({ id: 't', object: 'response', output: [] }) };
  if (path !== '/message') return { status: 404, json: { detail: 'Not Found' } };
  const told = (description: string, extra: object = {}) => ({
    timestamp,
    description,
    task_id: 't',
    extra_data: extra,
  });
  const mail = (role: string, from: string, to: string, subject: string, body: string) => {
    const [sender, recipient] = [
      { address_type: role, address: from },
      { address_type: 'agent', address: to },
    ];
    const message = { ...payload, sender, recipient, subject, body };
    return told('sending message:\n<x>', {
      full_message: { id: `m-${from}`, timestamp, msg_type: 'request', message },
    });
  };
  const called = (tool: string, args: object) =>
    told(`agent web called ${tool}`, { tool_name: tool, tool_args: args, tool_call_id: tool, reasoning: 'Hm.' });
  return {
    stream: toStream([
      ['new_message', mail('user', 'ada', 'boss', 'New Message', 'hello')],
      ['new_message', mail('agent', 'boss', 'web', 'Work', 'Look it up.')],
      ['tool_call', called('look_up', { q: 1 })],
      ['action_call', told('agent web executing action tool: look_up with args: {"q": 1}')],
      ['ping', { timestamp, task_id: 't' }],
      ['action_complete', told('action complete (caller = web):\nseven')],
      ['new_message', mail('system', 'far', 'web', '::action_complete::', 'Action completed')],
      ['agent_error', told('agent attempted to contact disallowed recipients: ghost')],
      ['task_complete', { timestamp, task_id: 't', response: 'All done.' }],
    ]),
  };
}

async function type(...lines: string[]) {
  await using server = await startRecordingServer(answerAsReference);
  const terminal = testTerminal({ environment: { MAIL_API_KEY: 'key' } });
  terminal.input.end(`${lines.join('\n')}\n`);
  const code = await startClient(server.url, {}, terminal);
  // The first question is who we are; after that come those of the commands.
  return { code, output: terminal.said(), complaints: terminal.complained(), requests: server.requests.slice(1) };
}

const bodyOf = (requests: readonly RecordedRequest[], path = '/message') =>
  requests.find((request) => request.path === path)?.body as Record<string, unknown>;

describe('requests of prompt commands', () => {
  test.each<[string, object]>([
    ['message hello', { body: 'hello', kwargs: {}, stream: 'tellings' }],
    ['m two words', { body: 'two words' }],
    ['msg "quoted  words"', { body: 'quoted  words' }],
    ['m hi -s Subject', { subject: 'Subject' }],
    ['m hi --subject "A subject"', { subject: 'A subject' }],
    ['m hi -t broadcast', { msg_type: 'broadcast' }],
    ['m hi -tid task-1', { task_id: 'task-1' }],
    ['m hi -e weather', { entrypoint: 'weather' }],
    ['m hi -rf user_response -tid x', { resume_from: 'user_response', task_id: 'x' }],
    [`m hi -k '{"timeout": 5, "max_steps": 3}'`, { kwargs: { timeout: 5, max_steps: 3 } }],
    [
      `m hi -k '{"breakpoint_tool_call_result": {"content": "x"}}'`,
      { kwargs: { breakpoint_tool_call_result: { content: 'x' } } },
    ],
    [
      `m hi -k '{"tool_results": [1], "breakpoint_tool_caller": "a"}'`,
      { kwargs: { tool_results: [1], breakpoint_tool_caller: 'a' } },
    ],
    ['m hi -n other', { swarm: 'other' }],
    ['m hi -se', { body: 'hi' }],
    ['ms -s S hi -e e there', { body: 'hi there', subject: 'S', entrypoint: 'e' }],
    ['msg-s hi', { stream: 'tellings' }],
    ['m -- -s is not an option', { body: '-s is not an option' }],
  ])('the line %s posts a message', async (line, body) => {
    const { code, requests, complaints } = await type(line);
    expect(complaints).toBe('');
    expect(bodyOf(requests)).toMatchObject(body);
    expect(requests.find(({ path }) => path === '/message')).toMatchObject({ method: 'POST', token: 'key' });
    expect(code).toBe(0);
  });

  test.each<[string, object]>([
    ['mi hello boss@beta', { body: 'hello', targets: ['boss@beta'], user_token: 'key', msg_type: 'request' }],
    [`mi hello '["boss@beta"]' token`, { targets: ['boss@beta'], user_token: 'token', msg_type: 'request' }],
    [`mi hello '["x@beta", "y@gamma"]'`, { targets: ['x@beta', 'y@gamma'], msg_type: 'broadcast' }],
    ['mi hello boss@beta token', { targets: ['boss@beta'], user_token: 'token' }],
    ['msg-i "a b" "x@beta, y@gamma"', { body: 'a b', targets: ['x@beta', 'y@gamma'], msg_type: 'broadcast' }],
    ['message-interswarm hi x@beta -t broadcast -s S -tid T', { msg_type: 'broadcast', subject: 'S', task_id: 'T' }],
  ])('the line %s posts interswarm mail', async (line, body) => {
    const { requests, output } = await type(line);
    expect(bodyOf(requests, '/interswarm/message')).toMatchObject(body);
    expect(output).toBe('from afar\n');
  });

  test.each<[string, object]>([
    ['sr beta http://beta', { name: 'beta', base_url: 'http://beta', volatile: false }],
    ['swarm-register beta http://beta token -V', { auth_token: 'token', volatile: true }],
  ])('the line %s registers a swarm', async (line, body) => {
    expect(bodyOf((await type(line)).requests, '/swarms')).toMatchObject(body);
  });

  test.each<[string, object]>([
    ['r hello', { input: [{ role: 'user', content: 'hello' }], tools: [] }],
    [
      `resp '[{"role": "user", "content": "x"}]' '[{"type": "function"}]'`,
      { input: [{ role: 'user', content: 'x' }], tools: [{ type: 'function' }] },
    ],
    [
      'responses hi [] -i Briefly -pr prev -tc required -ptc',
      { instructions: 'Briefly', previous_response_id: 'prev', tool_choice: 'required', parallel_tool_calls: true },
    ],
    [
      `responses hi [] -tc '{"type": "auto"}' --no-parallel-tool-calls -k '{"a": 1}'`,
      { tool_choice: { type: 'auto' }, parallel_tool_calls: false, kwargs: { a: 1 } },
    ],
  ])('the line %s posts to /responses', async (line, body) => {
    const { requests, output } = await type(line);
    expect(bodyOf(requests, '/responses')).toMatchObject(body);
    expect(JSON.parse(output)).toEqual({ id: 't', object: 'response', output: [] });
  });

  test.each([
    ['p', 'GET /'],
    ['h', 'GET /health'],
    ['hu degraded', 'POST /health'],
    ['me', 'GET /whoami'],
    ['s', 'GET /status'],
    ['sg', 'GET /swarms'],
    ['sd', 'GET /swarms/dump'],
    ['sl {}', 'POST /swarms/load'],
    ['tsg', 'GET /tasks'],
    ['tg x', 'GET /tasks/x'],
    ['tg x -n other', 'GET /tasks/x?swarm=other'],
    ['c x', 'POST /tasks/x/cancel'],
    ['f x', 'GET /tasks/x/tellings'],
    ['f x -r 2', 'GET /tasks/x/tellings?run=2'],
    ['l other', 'GET /whoami'],
  ])('the line %s requests %s', async (line, request) => {
    const { requests } = await type(line);
    expect(requests.map(({ method, path }) => `${method} ${path}`)).toContain(request);
  });

  test('the token is sent after login and not after logout', async () => {
    const { requests } = await type('l other', 's', 'lo', 'p');
    expect(requests.map(({ token }) => token)).toEqual(['other', 'other', undefined]);
  });
});

describe("a server like MAIL's reference", () => {
  test('works with the usual commands', async () => {
    const { code, output } = await type('ping', 'status', 'ms hello', 'm hello', 'sg', 'tsg');
    expect(code).toBe(0);
    expect(output.split('\n')).toEqual([
      '✓ far 1.3.6 is running, MAIL 1.3',
      'far is ready; 2 active; a task of yours is running',
      'boss → web  Work: Look it up.',
      'web runs look_up({"q":1})',
      '    seven',
      '(agent attempted to contact disallowed recipients: ghost)',
      'answer: All done.',
      expect.stringMatching(/^task \S+ · complete · /),
      'All done.',
      expect.stringMatching(/^task \S+ · complete · /),
      'There are no public swarms.',
      'You have no tasks.',
      '',
    ]);
  });

  test("a server like MAIL's reference cannot follow or cancel a task, and the client says so", async () => {
    const { code, complaints } = await type('follow x', 'cancel x');
    expect(code).toBe(1);
    expect(complaints).toContain('This server cannot replay the events of a task');
    expect(complaints).toContain('Not Found.');
  });
});
