import type { LogEntry } from '@posthouse/protocol';
import type { Office } from '@posthouse/runtime';
import type { ScriptedTurn } from '@posthouse/runtime/scripted';
import { openStore } from '@posthouse/store';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { findInvalidMessages } from '../../__fixtures__/ai-sdks.ts';
import { toRunMessage, toUserMessages } from './to-run-message.ts';

const { action, agent, swarm } = await import('@posthouse/runtime');
const { scripted } = await import('@posthouse/runtime/scripted');

type Intervene = (entry: LogEntry, office: Office, taskId: string) => Promise<unknown>;

const send = action({
  name: 'send',
  description: 'Sends a parcel.',
  parameters: z.object({ to: z.string() }),
  execute: ({ to }) => {
    if (to === 'nowhere') throw new Error('There is no such place.');
    return `sent to ${to}`;
  },
});

/** The log of a run that a swarm has really done, with a model that says these things. */
async function logOf(
  script: readonly ScriptedTurn[],
  { intervene, needsApproval = false }: { intervene?: Intervene; needsApproval?: boolean },
): Promise<{ taskId: string; entries: LogEntry[] }> {
  const clerk = agent({
    name: 'clerk',
    model: scripted(script),
    system: 'You send parcels.',
    commTargets: [],
    actions: [send],
    enableEntrypoint: true,
    canCompleteTasks: true,
  });
  const approvalTools = needsApproval ? ['send'] : [];
  const team = swarm({ name: 'post', version: '1.0.0', agents: [clerk], entrypoint: 'clerk', approvalTools });
  await using store = await openStore('sqlite::memory:');
  await using office = await team.instantiate({ store, userId: 'alice' });
  const { taskId } = await office.submit({ body: 'Send it.' });
  const entries: LogEntry[] = [];
  for await (const entry of office.follow(taskId)) {
    entries.push(entry as LogEntry);
    if (entry.type === 'run-ended') break;
    await intervene?.(entry as LogEntry, office, taskId);
  }
  return { taskId, entries };
}

const calling = (name: string, input: unknown): ScriptedTurn => ({
  reasoning: 'Let me see.',
  text: 'I am at it.',
  toolCalls: [{ name, input }],
});
const done = calling('task_complete', { finish_message: 'It is done.' });
const answering =
  (content: string): Intervene =>
  async (entry, office, taskId) => {
    if (entry.type === 'paused') await office.resume(taskId, content);
  };

test.each<[string, readonly ScriptedTurn[], Parameters<typeof logOf>[1]]>([
  ['calls and completes', [calling('send', { to: 'Rome' }), calling('send', { to: 'nowhere' }), done], {}],
  ['calls with an input that is none', [calling('send', 'Rome'), calling('nobody', {}), done], {}],
  [
    'asks and is allowed',
    [calling('send', { to: 'Rome' }), done],
    { needsApproval: true, intervene: answering('yes') },
  ],
  ['asks and is refused', [calling('send', { to: 'Rome' }), done], { needsApproval: true, intervene: answering('no') }],
  [
    'is stopped in the input of a call',
    [{ toolCalls: [{ name: 'send', input: { to: 'Rome'.repeat(50) } }], fault: { kind: 'stall', afterChunks: 3 } }],
    {
      intervene: async (entry, office, taskId) => {
        if (entry.type === 'message') await office.cancel(taskId);
      },
    },
  ],
  [
    'is stopped in its answer',
    [{ ...done, fault: { kind: 'stall', afterChunks: 4 } }],
    {
      intervene: async (entry, office, taskId) => {
        if (entry.type === 'text-started') await office.cancel(taskId);
      },
    },
  ],
  ['fails', [{ fault: { kind: 'http', status: 400 } }], {}],
])('a run that %s is a valid message for every AI SDK, as far as its log goes', async (_, script, options) => {
  const { taskId, entries } = await logOf(script, options);
  expect(entries.at(-1)!.type).toBe('run-ended');
  for (const length of entries.keys()) {
    const known = entries.slice(0, length + 1);
    const answer = toRunMessage(known, { taskId, swarm: 'post', run: 1 });
    expect(await findInvalidMessages([...toUserMessages(known), ...(answer === undefined ? [] : [answer])])).toEqual(
      [],
    );
    expect(answer !== undefined).toBe(known.some(({ type }) => type === 'run-started'));
  }
});
