import { describe, expect, test } from 'vitest';
import { rawRequest } from '../__fixtures__/raw-request.ts';
import { Stage } from '../__fixtures__/stage.ts';
import { recordingLogger } from '../__fixtures__/recording-logger.ts';

describe('POST /message', () => {
  test.each([
    ['{}', 400, 'no message provided'],
    ['{"body":""}', 400, 'no message provided'],
    ['', 400, 'error parsing request: '],
    ['nonsense', 400, 'error parsing request: '],
    ['{"body":', 400, 'error parsing request: '],
    ['[]', 400, 'expected a JSON object'],
    ['"hello"', 400, 'expected a JSON object'],
    ['null', 400, 'expected a JSON object'],
    ['{"body":5}', 400, 'body'],
    ['{"body":"x","msg_type":5}', 400, 'msg_type must be a string, got int'],
    ['{"body":"x","msg_type":["request"]}', 400, 'msg_type must be a string, got list'],
    ['{"body":"x","msg_type":"bogus"}', 400, 'invalid message type: bogus'],
    ['{"body":"x","subject":{}}', 400, 'subject'],
    ['{"body":"x","task_id":5}', 400, 'task_id'],
    [JSON.stringify({ body: 'x', task_id: 'x'.repeat(257) }), 400, 'task_id'],
    ['{"body":"x","stream":"maybe"}', 400, 'stream'],
    ['{"body":"x","show_events":"yes"}', 400, 'show_events'],
    ['{"body":"x","kwargs":[]}', 400, 'kwargs'],
    ['{"body":"x","kwargs":{"timeout":-1}}', 400, 'timeout'],
    ['{"body":"x","kwargs":{"timeout":"soon"}}', 400, 'timeout'],
    ['{"body":"x","kwargs":{"max_steps":0.5}}', 400, 'max_steps'],
    ['{"body":"x","tools":{}}', 400, 'tools'],
    ['{"body":"x","tools":[{"name":"a"}]}', 400, 'parameters'],
    ['{"body":"x","response_format":"json"}', 400, 'response_format'],
    ['{"body":"x","bypass_supervisor":"yes"}', 400, 'bypass_supervisor'],
    ['{"body":"x","swarm":5}', 400, 'swarm'],
    ['{"body":"x","swarm":"attic"}', 404, 'desk, annex'],
    ['{"body":"x","entrypoint":"ghost"}', 404, 'ghost'],
    ['{"body":"x","entrypoint":5}', 400, 'entrypoint'],
    ['{"body":"x","resume_from":"user_response"}', 400, 'task_id is required'],
    ['{"body":"x","task_id":"t","resume_from":"breakpoint_tool_call"}', 400, 'tool_results'],
  ])('answers %s with a helpful %i, and creates no task', async (body, status, detail) => {
    await using stage = await Stage.open();
    const answer = await stage.call('/message', { method: 'POST', body });
    expect(answer.status).toBe(status);
    expect(answer.body).toMatchObject({ detail: expect.stringContaining(detail), code: expect.any(String) });
    expect((await stage.call('/tasks')).body).toEqual({});
  });

  test.each([
    ['an empty task id', { body: 'x', task_id: '' }],
    ['an empty type', { body: 'x', msg_type: '' }],
    ['no type', { body: 'x', msg_type: null }],
    ['a blank entrypoint', { body: 'x', entrypoint: '   ' }],
    ['an entrypoint with spaces around it', { body: 'x', entrypoint: ' clerk ' }],
    ['an empty subject', { body: 'x', subject: '' }],
    ['no resume', { body: 'x', resume_from: '' }],
    ['no kwargs', { body: 'x', kwargs: null }],
    ['kwargs that nobody knows', { body: 'x', kwargs: { body: 'y', self: 1 } }],
    ['a key that would be a prototype', '{"body":"x","__proto__":{"stream":true}}'],
  ])('POST /message ignores %s', async (_, body) => {
    await using stage = await Stage.open();
    expect((await stage.call('/message', { method: 'POST', body })).body.response).toBe('you said: x');
  });

  test('accepts text of every kind and returns it unharmed', async () => {
    await using stage = await Stage.open();
    for (const text of ['\u0000', '\u2028\u2029', 'a\r\n\r\nb', '😀', '"\\', '</body>', 'x'.repeat(100_000)]) {
      expect((await stage.post(text)).body.response).toBe(`you said: ${text}`);
    }
  });
});

describe('unknown routes', () => {
  test.each([
    ['GET', '/nowhere', 404, 'Not Found', 'not_found'],
    ['GET', '/tasks/', 404, 'Not Found', 'not_found'],
    ['GET', '/tasks/t/events/more', 404, 'Not Found', 'not_found'],
    ['GET', '/message', 405, 'Method Not Allowed', 'method_not_allowed'],
    ['PATCH', '/tasks/t', 405, 'Method Not Allowed', 'method_not_allowed'],
    ['PUT', '/', 405, 'Method Not Allowed', 'method_not_allowed'],
    ['POST', '/tasks/t/events', 405, 'Method Not Allowed', 'method_not_allowed'],
    ['PROPFIND', '/whoami', 405, 'Method Not Allowed', 'method_not_allowed'],
  ])('%s %s answers %i', async (method, path, status, detail, code) => {
    await using stage = await Stage.open();
    const { url } = await stage.listen();
    expect(await rawRequest(`${url}${path}`, { method })).toMatchObject({ status, body: { detail, code } });
  });

  test('a wrong method is answered with the allowed ones', async () => {
    await using stage = await Stage.open();
    expect((await stage.call('/swarms', { method: 'DELETE' })).headers.get('allow')).toBe('GET, POST');
  });
});

describe('access to routes', () => {
  const doors: [string, string, 'user' | 'admin' | 'agent'][] = [
    ['GET', '/whoami', 'user'],
    ['GET', '/status', 'user'],
    ['POST', '/message', 'user'],
    ['GET', '/tasks', 'user'],
    ['GET', '/task', 'user'],
    ['GET', '/tasks/t', 'user'],
    ['GET', '/tasks/t/events', 'user'],
    ['POST', '/tasks/t/cancel', 'user'],
    ['POST', '/tasks/t/resume', 'user'],
    ['POST', '/interswarm/message', 'user'],
    ['POST', '/responses', 'user'],
    ['GET', '/ui/agents', 'user'],
    ['POST', '/ui/message', 'user'],
    ['GET', '/ui/tasks', 'user'],
    ['GET', '/ui/task/t', 'user'],
    ['GET', '/ui/task-summary/t', 'user'],
    ['GET', '/ui/dump-events', 'user'],
    ['POST', '/health', 'admin'],
    ['POST', '/swarms', 'admin'],
    ['POST', '/swarms/register', 'admin'],
    ['GET', '/swarms/dump', 'admin'],
    ['POST', '/swarms/load', 'admin'],
    ['POST', '/interswarm/forward', 'agent'],
    ['POST', '/interswarm/back', 'agent'],
  ];
  const roles = { alice: 'user', root: 'admin', peer: 'agent' } as const;

  test.each(doors)('%s %s is for %s', async (method, path, door) => {
    await using stage = await Stage.open({ debug: true });
    const ask = (headers: Record<string, string>) => stage.call(path, { as: null, method, headers });
    const nobody = await ask({});
    expect(nobody).toMatchObject({ status: 401, body: { detail: 'no API key provided', code: 'unauthenticated' } });
    expect(nobody.headers.get('www-authenticate')).toBe('Bearer');
    const malformed = door === 'user' ? 'invalid role' : 'invalid API key format';
    expect(await ask({ authorization: 'Basic abc' })).toMatchObject({ status: 401, body: { detail: malformed } });
    expect(await ask({ authorization: 'Bearer mallory' })).toMatchObject({
      status: 401,
      body: { detail: 'invalid API key' },
    });
    for (const [token, role] of Object.entries(roles)) {
      const answer = await ask({ authorization: `Bearer ${token}` });
      const may = role === door || (door === 'user' && role === 'admin');
      expect(answer.status === 401 && answer.body.detail).toBe(may ? false : 'invalid role');
    }
  });

  test('answers a failing authenticator with a 500, not with a refusal', async () => {
    const { logger, lines } = recordingLogger();
    const authenticator = { authenticate: () => Promise.reject(new Error('postgres://me:secret@db is gone')) };
    await using stage = await Stage.open({ authenticator, logger });
    const answer = await stage.call('/whoami');
    expect(answer).toMatchObject({
      status: 500,
      body: { detail: 'an internal error occurred', code: 'internal' },
    });
    expect(JSON.stringify(answer.body)).not.toContain('secret');
    expect(lines).toMatchObject([{ level: 'error', message: 'a request failed' }]);
  });
});
