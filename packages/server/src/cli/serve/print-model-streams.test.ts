import { createClient } from '@posthouse/client';
import { expect, test } from 'vitest';
import { startTestServer } from '../__fixtures__/test-server.ts';
import { Palette } from '../terminal/palette.ts';
import { printModelStreams } from './print-model-streams.ts';

test('what models write is printed under the names of their agents until printing is stopped', async () => {
  await using server = await startTestServer();
  let shown = '';
  const stop = printModelStreams(server.served, new Palette(false), (text) => (shown += text));
  const client = createClient({ baseURL: server.url, token: server.tokens!.user });
  await client.postMessage({ body: 'hello' });
  expect(shown).toBe('boss answer: You said: hello');
  await client.postMessage({ body: 'bye' });
  expect(shown).toBe('boss answer: You said: hello\nboss answer: You said: bye');
  stop();
  await client.postMessage({ body: 'quiet' });
  expect(shown).not.toContain('quiet');
});
