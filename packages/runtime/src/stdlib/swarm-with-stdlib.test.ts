import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openStore } from '@posthouse/store';
import { expect, test } from 'vitest';
import { agent } from '../definitions/agent.ts';
import { localServer } from '../outbound/__fixtures__/local-server.ts';
import { scripted } from '../scripted/index.ts';
import { swarm } from '../swarm.ts';
import { fsActions, httpActions } from './index.ts';

test('an agent fetches a page and saves it, and learns what is not allowed', async () => {
  await using server = await localServer((_request, response) => response.end('the page'));
  const root = await mkdtemp(join(tmpdir(), 'posthouse-stdlib-'));
  using model = scripted([
    {
      toolCalls: [
        { name: 'http_get', input: { url: server.origin } },
        { name: 'http_get', input: { url: 'http://169.254.169.254/latest/meta-data/' } },
        { name: 'read_file', input: { path: '../../etc/passwd' } },
        { name: 'read_file', input: { path: 7 } },
      ],
    },
    {
      toolCalls: [{ name: 'write_file', input: { path: 'pages/one.txt', content: 'the page' } }],
    },
    {
      toolCalls: [{ name: 'task_complete', input: { finish_message: 'Kept.' } }],
    },
  ]);
  const actions = [...fsActions({ root }), ...httpActions({ policy: { allowPrivateNetworks: ['127.0.0.0/8'] } })];
  const clerk = agent({
    name: 'clerk',
    model,
    commTargets: [],
    actions,
    enableEntrypoint: true,
    canCompleteTasks: true,
  });
  try {
    await using store = await openStore('sqlite::memory:');
    const team = swarm({ name: 'desk', version: '1.0.0', agents: [clerk], entrypoint: 'clerk' });
    await using instance = await team.instantiate({ store });
    let last: unknown;
    for await (const entry of instance.stream({ body: 'Keep the page.' })) last = entry;
    expect(last).toMatchObject({ type: 'run-ended', outcome: 'complete', text: 'Kept.' });
    const results = model.requests.at(-1)?.messages.flatMap(({ toolResults }) => toolResults.map(({ text }) => text));
    expect(results).toEqual([
      'SUCCESS: the page',
      expect.stringMatching(/Error: .*metadata/),
      expect.stringMatching(/Error: .*outside of the allowed directory/),
      expect.stringMatching(/^ERROR: .*path/),
      'SUCCESS: successfully wrote to pages/one.txt',
    ]);
    expect(await readFile(join(root, 'pages', 'one.txt'), 'utf8')).toBe('the page');
  } finally {
    await rm(root, { recursive: true, force: true });
  }
});
