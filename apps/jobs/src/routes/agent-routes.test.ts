import { expect, test } from 'vitest';
import { DEFAULT_AGENT } from '../agent/agent-config.ts';
import { toAgentFile } from '../chat/__fixtures__/agent-file.ts';
import { ChatApp } from '../chat/__fixtures__/chat-app.ts';

test('the agent is offline without a key, and says why', async () => {
  await using app = await ChatApp.start();
  const { status, body } = await app.call('/jobs/agent/status');
  expect(status).toBe(200);
  expect(body).toMatchObject({
    status: 'degraded',
    agent: { id: 'jobs', name: 'Jobs Agent', version: '1.0.0' },
    model: { primary: 'smart', fallback: 'fast', thinking: 'medium', available: false, resolved: null },
    activeSessions: 0,
    configPath: app.agent.file.path,
    configErrors: [],
    uptimeSeconds: expect.any(Number),
  });
  expect(body.model.reason).toContain('ANTHROPIC_API_KEY is not set');
  const chinese = await app.call('/jobs/status', undefined, { headers: { 'accept-language': 'zh' } });
  expect(chinese.body.model.reason).toMatch(/未设置 ANTHROPIC_API_KEY.*离线/);
  expect(body.tools).toHaveLength(11);
  expect(body.tools[0]).toMatchObject({
    name: 'jobs_search',
    category: 'Discovery',
    parameters: { type: 'object', properties: { keywords: { type: 'string' } } },
  });
  expect((await app.call('/jobs/status')).body).toEqual({ ...body, uptimeSeconds: expect.any(Number) });
});

test('the agent is ready with a model, and changes of the file apply at once', async () => {
  await using app = await ChatApp.start({ llm: 'http://127.0.0.1:9' });
  expect((await app.call('/jobs/agent/status')).body).toMatchObject({
    status: 'ready',
    model: { available: true, resolved: 'scripted/first' },
  });
  const tools = { allow: ['resume_*'], deny: ['resume_get'] };
  app.configure(toAgentFile('http://127.0.0.1:9', { name: 'Another', permissions: { tools } }));
  const { body } = await app.call('/jobs/agent/status');
  expect(body.agent.name).toBe('Another');
  expect(body.tools.map(({ name }: { name: string }) => name)).toEqual(['resume_list', 'resume_get_default']);
});

test('a broken file is reported, and the last valid configuration applies', async () => {
  await using app = await ChatApp.start({ llm: 'http://127.0.0.1:9' });
  await app.call('/jobs/agent/status');
  app.configure({ ...DEFAULT_AGENT, model: { primary: 1 } });
  expect((await app.call('/jobs/agent/status')).body).toMatchObject({
    status: 'degraded',
    model: { resolved: 'scripted/first' },
    configErrors: [expect.stringContaining('model.primary')],
  });
});
