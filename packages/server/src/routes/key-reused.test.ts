import { expect, test } from 'vitest';
import { Stage } from '../__fixtures__/stage.ts';
import { openAgentStage } from '../chat/__fixtures__/agent-stage.ts';

const keyed = { headers: { 'idempotency-key': 'k' } };
const REFUSED = { status: 422, body: { code: 'key_reused', detail: expect.stringContaining('new key') } };

const message = (id: string, text: string) => ({ id, role: 'user', parts: [{ type: 'text', text }] });

async function countRuns(stage: Stage, taskId: string): Promise<number> {
  const { body } = await stage.call(`/tasks/${taskId}/log`);
  return body.entries.filter(({ type }: { type: string }) => type === 'run-started').length;
}

test('POST /message refuses a key that was used for another message, and keeps the first', async () => {
  await using stage = await Stage.open();
  const first = await stage.post('hello', keyed);
  expect(await stage.post('good-bye', keyed)).toMatchObject(REFUSED);
  const elsewhere = { body: 'hello', entrypoint: 'specialist', bypass_supervisor: true };
  expect(await stage.post(elsewhere, keyed)).toMatchObject(REFUSED);
  expect((await stage.post('hello', keyed)).body).toEqual(first.body);
  expect(await countRuns(stage, first.body.task_id)).toBe(1);
});

test.each(['/v1/responses', '/v1/chat/completions'])('POST %s refuses a reused key as OpenAI does', async (path) => {
  await using stage = await Stage.open();
  const ask = (text: string, more = {}) =>
    stage.call(path, {
      method: 'POST',
      body: {
        model: 'desk',
        ...(path.endsWith('responses') ? { input: text } : { messages: [{ role: 'user', content: text }] }),
        ...more,
      },
      ...keyed,
    });
  const { body } = await stage.call('/v1/responses', { method: 'POST', body: { model: 'desk', input: 'hi' } });
  for (const more of path.endsWith('responses') ? [{}, { previous_response_id: body.id as string }] : [{}]) {
    expect((await ask('hello', more)).status).toBe(200);
    expect(await ask('good-bye', more)).toMatchObject({ status: 422, body: { error: { code: 'key_reused' } } });
    expect((await ask('hello', more)).status).toBe(200);
  }
});

test('POST /mcp refuses a request whose id was used for another one in its session', async () => {
  await using stage = await Stage.open();
  const ask = async (text: string) => {
    const params = { name: 'desk', arguments: { message: text } };
    const body = { jsonrpc: '2.0', id: 1, method: 'tools/call', params };
    return (await stage.call('/mcp', { body, headers: { 'mcp-session-id': 's' } })).body;
  };
  expect((await ask('hello')).result.structuredContent.response).toBe('you said: hello');
  expect(JSON.stringify(await ask('good-bye'))).toContain('idempotency key was used for another message');
});

test('POST /chat refuses other words under the id of a message, unless they edit it', async () => {
  await using stage = await Stage.open();
  const ask = (text: string, more = {}) =>
    stage.fetch('/chat', { method: 'POST', body: { id: 's', messages: [message('m', text)], ...more } });
  expect(await (await ask('hello')).text()).toContain('you said: hello');
  const other = await ask('good-bye');
  expect([other.status, await other.json()]).toMatchObject([422, { code: 'key_reused' }]);
  expect(await (await ask('hello')).text()).toContain('you said: hello');
  const edited = await ask('good-bye', { trigger: 'submit-message', messageId: 'm' });
  expect(await edited.text()).toContain('you said: good-bye');
});

test('POST /chat with an agent refuses other words under the id of a message', async () => {
  await using it = await openAgentStage();
  const ask = (text: string) =>
    it.stage.fetch('/chat', { method: 'POST', body: { id: 's', messages: [message('m', text)], agent: 'parrot' } });
  await (await ask('hello')).text();
  const other = await ask('good-bye');
  expect([other.status, await other.json()]).toMatchObject([422, { code: 'key_reused' }]);
  expect((await ask('hello')).status).toBe(200);
  const { messages } = (await it.stage.call('/chat/s/messages')).body;
  expect(messages.map(({ role }: { role: string }) => role)).toEqual(['user', 'assistant']);
});

test('a manual step refuses a key that was used for another step', async () => {
  await using stage = await Stage.open();
  await stage.call('/manual', { method: 'POST', body: { body: 'begin', task_id: 't' } });
  const ask = (payload: string) =>
    stage.call('/tasks/t/step', { method: 'POST', body: { target: 'clerk', payload }, ...keyed });
  const first = await ask('hello');
  expect(await ask('good-bye')).toMatchObject(REFUSED);
  expect(await ask('hello')).toMatchObject({ status: first.status });
});

test('POST /manual adds a message once, and refuses its key for another one', async () => {
  await using stage = await Stage.open();
  const ask = (body: object) => stage.call('/manual', { body, ...keyed });
  const first = await ask({ body: 'begin', recipients: ['all'] });
  expect(await ask({ body: 'begin', recipients: ['all'] })).toEqual(first);
  expect(await ask({ body: 'other', recipients: ['all'] })).toMatchObject(REFUSED);
  expect(await ask({ body: 'begin' })).toMatchObject(REFUSED);
  expect(await countRuns(stage, first.body.task_id)).toBe(1);
  const { body } = await stage.call(`/tasks/${first.body.task_id}/log`);
  const messages = body.entries.filter(({ type }: { type: string }) => type === 'message');
  const again = await ask({ body: 'begin', recipients: ['all'], task_id: 'named' });
  expect(again.body.task_id).toBe('named');
  expect(new Set(messages.map(({ message: { id } }: { message: { id: string } }) => id)).size).toBe(1);
});

test('POST /message refuses a key that was used for a message of another type', async () => {
  await using stage = await Stage.open();
  expect((await stage.post('hello', keyed)).status).toBe(200);
  expect(await stage.post({ body: 'hello', msg_type: 'broadcast' }, keyed)).toMatchObject(REFUSED);
});
