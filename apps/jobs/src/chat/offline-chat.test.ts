import { expect, test } from 'vitest';
import { findInvalidChunks } from './__fixtures__/ai-clients.ts';
import { ChatApp, chunksOf, textIn } from './__fixtures__/chat-app.ts';

test('the documented first request gives a stream that the oldest client accepts', async () => {
  await using app = await ChatApp.start();
  app.furnish();
  const response = await app.fetch('/jobs/chat', {
    messages: [{ role: 'user', content: '帮我搜索软件工程师职位', timestamp: '2024-01-22T10:00:00Z' }],
    context: { activeFilters: { location: 'San Francisco', remote: true } },
  });
  expect(response.status).toBe(200);
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'content-type': 'text/event-stream',
    'cache-control': 'no-cache',
    connection: 'keep-alive',
    'x-vercel-ai-ui-message-stream': 'v1',
    'x-accel-buffering': 'no',
  });
  const chunks = await chunksOf(response);
  expect(await findInvalidChunks(chunks)).toEqual([]);
  expect(chunks[0]).toMatchObject({
    type: 'start',
    messageId: expect.stringMatching(/^msg_/),
    messageMetadata: { conversationId: expect.stringMatching(/^conv_/) },
  });
  const calls = chunks.filter((chunk) => chunk.type === 'tool-input-available');
  expect(calls.map(({ toolName, input }) => [toolName, input])).toEqual([
    ['jobs_search', { keywords: '软件工程师', location: 'San Francisco', remote: true }],
    ['jobs_search', { keywords: 'software engineer', location: 'San Francisco', remote: true }],
  ]);
  expect(textIn(chunks)).toContain('找到 1 个职位');
  expect(textIn(chunks)).toContain('离线模式');
  expect(chunks.at(-1)).toMatchObject({ type: 'finish', finishReason: 'stop' });
  expect(app.unexpected).toEqual([]);
});
