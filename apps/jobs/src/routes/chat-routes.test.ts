import { Ajv2020 } from 'ajv/dist/2020.js';
import { startScriptedLLM } from '@posthouse/testkit';
import { expect, test } from 'vitest';
import { ChatApp, chunksOf } from '../chat/__fixtures__/chat-app.ts';
import { lastAsk, withEngines } from '../chat/__fixtures__/job-script.ts';
import type { Loose } from '../chat/__fixtures__/loose.ts';
import { toOpenAPI } from '../openapi/to-openapi.ts';

test('answers match the description of the API', async () => {
  await using llm = await startScriptedLLM({
    script: withEngines((request) =>
      lastAsk(request).results.length === 0
        ? {
            reasoning: 'Hm.',
            toolCalls: [
              { name: 'jobs_search', input: {} },
              { name: 'resume_get', input: { id: 99 } },
            ],
          }
        : { text: 'Here they are.' },
    ),
  });
  await using app = await ChatApp.start({ llm: llm.url });
  const [jobId] = app.furnish();
  const description = toOpenAPI(app.assistant.routes, { version: '1' }) as Loose;
  const ajv = new Ajv2020({ strict: false, validateFormats: false });
  ajv.addSchema(description, 'api');

  /** What a body has against its description. */
  const problems = (method: string, path: string, body: unknown): unknown => {
    const { responses } = description.paths[path][method];
    const content = Object.values(responses['200'].content as Record<string, { schema?: object }>);
    const { schema } = content.find((each) => each.schema !== undefined)!;
    const pointed = JSON.parse(JSON.stringify(schema).replaceAll('"#/', '"api#/')) as object;
    const check = ajv.compile(pointed);
    return check(body) ? [] : check.errors;
  };
  await chunksOf(await app.say('Search', { context: { jobId, detectedJob: { title: 'X' } } }));
  const answer = await (await app.say('Again', { options: { stream: false } })).json();
  expect(problems('post', '/jobs/chat', answer)).toEqual([]);
  const gets = [
    '/jobs/chat/history?conversationId=conv_1',
    '/jobs/chat/conversations',
    '/jobs/agent/status',
    '/jobs/status',
  ];
  for (const path of gets) {
    const { status, body } = await app.call(path);
    expect(status).toBe(200);
    expect(problems('get', path.split('?')[0]!, body), path).toEqual([]);
  }
  const stopped = await app.call('/jobs/chat/stop', { conversationId: 'conv_1' });
  expect(problems('post', '/jobs/chat/stop', stopped.body)).toEqual([]);
  const deleted = await app.call('/jobs/chat/conversations/conv_1', undefined, { method: 'DELETE' });
  expect(problems('delete', '/jobs/chat/conversations/{id}', deleted.body)).toEqual([]);
  expect(Object.keys(description.paths)).toContain('/jobs/chat/{id}/stream');
});

test.each([
  [{}, 'messages is required'],
  [{ messages: [] }, 'messages is required'],
  [{ messages: [{ role: 'assistant', content: 'Hi' }] }, 'messages: user'],
  [{ messages: [{ role: 'nobody', content: 'Hi' }] }, 'messages'],
  [{ messages: [{ role: 'user', content: 'Hi' }], trigger: 'regenerate-message' }, 'trigger'],
])('the chat body %j is a 400', async (body, text) => {
  await using app = await ChatApp.start();
  const { status, body: answer } = await app.call('/jobs/chat', body);
  expect(status).toBe(400);
  expect(answer).toMatchObject({ code: 'validation_error', error: expect.stringContaining(text) });
});

test('an unreadable body is refused in the language of the reader', async () => {
  await using app = await ChatApp.start();
  const { body } = await app.call('/jobs/chat', {}, { headers: { 'accept-language': 'zh-CN' } });
  expect(body.error).toBe('缺少 messages');
  expect(
    (
      await app.fetch('/jobs/chat', undefined, {
        method: 'POST',
        body: '{',
        headers: { 'content-type': 'application/json' },
      })
    ).status,
  ).toBe(400);
});
