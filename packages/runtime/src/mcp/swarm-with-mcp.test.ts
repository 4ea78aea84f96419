import { openStore } from '@posthouse/store';
import { expect, test } from 'vitest';
import { agent } from '../definitions/agent.ts';
import { scripted } from '../scripted/index.ts';
import { swarm } from '../swarm.ts';
import { httpServer } from './__fixtures__/http-server.ts';
import { mcpTools } from './mcp-tools.ts';

test('an agent uses the tools of an MCP server like its own', async () => {
  await using server = await httpServer();
  await using tools = await mcpTools({ transport: { type: 'http', url: server.url }, prefix: 'sample_' });
  using model = scripted([
    {
      toolCalls: [
        { name: 'sample_add', input: { a: 2, b: 3 } },
        { name: 'sample_fail', input: {} },
        { name: 'sample_order', input: { items: [] } },
      ],
    },
    {
      toolCalls: [{ name: 'task_complete', input: { finish_message: 'The sum is 5.' } }],
    },
  ]);
  const clerk = agent({
    name: 'clerk',
    model,
    commTargets: [],
    actions: [...tools.actions],
    enableEntrypoint: true,
    canCompleteTasks: true,
  });
  await using store = await openStore('sqlite::memory:');
  const instance = await swarm({ name: 'desk', version: '1.0.0', agents: [clerk], entrypoint: 'clerk' }).instantiate({
    store,
  });
  await using _ = instance;
  let last: unknown;
  for await (const entry of instance.stream({ body: 'What is 2 + 3?' })) last = entry;
  expect(last).toMatchObject({ type: 'run-ended', outcome: 'complete', text: 'The sum is 5.' });
  const results = model.requests[1]?.messages.flatMap(({ toolResults }) => toolResults.map(({ text }) => text));
  expect(results).toEqual([
    'SUCCESS: {"sum":5}',
    expect.stringMatching(/^ERROR: .*no more paper/),
    expect.stringMatching(/^ERROR: .*items/),
  ]);
  // What does not fit the tool's schema never reaches the server.
  expect(server.seen).toEqual(['add', 'fail']);
});
