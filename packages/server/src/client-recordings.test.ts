import { action, agent, swarm } from '@posthouse/runtime';
import { type ScriptedRequest, type ScriptedTurn, scripted } from '@posthouse/runtime/scripted';
import { expect, test } from 'vitest';
import { askHuman } from './__fixtures__/clerks.ts';
import { quiet } from './logging/quiet.ts';
import { startServer } from './start-server.ts';

const TASK = 'task-1';

const look = action({
  name: 'look',
  description: 'Looks something up.',
  parameters: { type: 'object', properties: { where: { type: 'string' } } },
  execute: () => ({ found: 'ü€𝄞/' }),
});

/** Thinks, looks something up, asks the user and is done; a second message it answers at once. */
function boss({ messages }: ScriptedRequest): ScriptedTurn {
  const finish = (text: string) => [{ name: 'task_complete', input: { finish_message: text } }];
  if (messages.some(({ text }) => text.includes('Once more.'))) return { toolCalls: finish('Done again.') };
  const results = messages.flatMap(({ toolResults }) => toolResults);
  if (results.length === 0) {
    const toolCalls = [{ id: 'call-1', name: 'look', input: { where: 'ü€𝄞/' } }];
    return { reasoning: 'Let me look.', text: 'One moment.', toolCalls };
  }
  if (results.length === 1) return { toolCalls: [{ id: 'call-2', name: 'ask_human', input: { q: 'Shall I?' } }] };
  return { toolCalls: finish('Done: ü€𝄞/.') };
}

/** Ids and times that differ from run to run, as ones that do not. */
function toSteady(): (text: string) => string {
  const ids = new Map<string, string>();
  const toId = (id: string): string => {
    if (!ids.has(id)) ids.set(id, `00000000-0000-4000-8000-${String(ids.size + 1).padStart(12, '0')}`);
    return ids.get(id)!;
  };
  return (text) =>
    text
      .replaceAll(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, toId)
      .replaceAll(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d+/g, '2026-03-01T08:30:00.000000');
}

/**
 * The client's own tests are about connections that break, and play what is recorded here: streams of our server, byte for
 * byte but for ids and times. `npm test -- packages/server/src/client-recordings.test.ts -u` records them anew.
 */
test('the recorded streams of the client tests are what a server sends', async () => {
  const definition = swarm({
    name: 'harbour',
    version: '1.0.0',
    entrypoint: 'boss',
    breakpointTools: ['ask_human'],
    agents: [
      agent({
        name: 'boss',
        model: scripted(boss),
        commTargets: [],
        actions: [look, askHuman],
        enableEntrypoint: true,
        canCompleteTasks: true,
      }),
    ],
  }).definition;
  await using server = await startServer(definition, {
    port: 0,
    databaseURL: 'sqlite::memory:',
    logger: quiet,
    handleSignals: false,
    auth: { authenticate: async (token) => ({ role: 'user', id: 'ada', token }) },
    pingMs: 20,
  });
  const ask = (path: string, body?: object): Promise<Response> =>
    fetch(server.url + path, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { Authorization: 'Bearer t', 'Content-Type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  const steady = toSteady();
  const keep = async (name: string, text: string): Promise<void> =>
    await expect(text).toMatchFileSnapshot(`../../client/src/__fixtures__/recorded/${name}`);

  const posted = steady(await (await ask('/message', { body: 'Go.', task_id: TASK, stream: true })).text());
  const kwargs = { breakpoint_tool_caller: 'boss', breakpoint_tool_call_result: 'Yes.' };
  await (await ask('/message', { body: '', task_id: TASK, resume_from: 'breakpoint_tool_call', kwargs })).text();
  await (await ask('/message', { body: 'Once more.', task_id: TASK })).text();
  const task = steady(await (await ask(`/tasks/${TASK}/events`)).text());
  expect(task.startsWith(posted), posted).toBe(true);
  await keep('task.sse', task);
  await keep('tellings.sse', steady(await (await ask(`/tasks/${TASK}/tellings?run=1`)).text()));

  const live = await ask(`/tasks/${TASK}/events?follow=1&after=1000`);
  let text = '';
  for await (const piece of live.body!.pipeThrough(new TextDecoderStream())) {
    if (text === '') void server.stop({ drainMs: 0 });
    text += steady(piece);
  }
  // Of pings there may be several.
  await keep('leaving.sse', [...new Set(text.split(/(?<=\r\n\r\n)/))].join(''));
});
