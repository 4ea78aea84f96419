import { AgentRegistry, createScriptedAdapter } from '@posthouse/agents';
import { openStore } from '@posthouse/store';
import { describe, expect, test } from 'vitest';
import type { UIChunk } from '../chunks/ui-chunk.ts';
import { CollectingConnection } from './__fixtures__/collecting-connection.ts';
import { createWholeMessageStore } from './__fixtures__/whole-message-store.ts';
import type { AgentSessionStore } from './agent-session-store.ts';
import { AgentSessions } from './agent-sessions.ts';
import { createAgentSessionStore } from './create-agent-session-store.ts';
import { answerElsewhere } from './run-elsewhere.ts';
import { SessionRecord } from './session-record.ts';

const owner = { role: 'user', id: 'alice' } as const;
const staying = new AbortController().signal;

/** Two processes on one store, both of them alive. */
function openTwo(store: AgentSessionStore): { here: AgentSessions; there: AgentSessions } {
  const registry = new AgentRegistry();
  const script = ({ text }: { text: string }) =>
    text === 'wait'
      ? [{ say: 'Once upon a time ' }, { hang: true as const }]
      : [
          { call: 'first', input: { n: 1 }, output: 'one', approval: true as const },
          { call: 'second', input: { n: 2 }, output: 'two', approval: true as const },
          { say: 'Thank you.' },
        ];
  registry.register('asker', createScriptedAdapter({ script }));
  const open = (self: string): AgentSessions =>
    new AgentSessions({ store, registry: async () => registry, nodes: { self, isAlive: async () => true } });
  return { here: open('here'), there: open('there') };
}

async function say(sessions: AgentSessions, text: string) {
  const message = { id: text, parts: [{ type: 'text' as const, text }] };
  const answer = await sessions.send(owner, 's', { message, whenBusy: 'queue', begin: { agent: 'asker' } });
  return { answer, connection: read(answer) };
}

function read(answer: Awaited<ReturnType<AgentSessions['send']>>): CollectingConnection {
  const connection = new CollectingConnection();
  // As a server does; the store may be closed while it looks for more.
  void answer.stream(connection, staying).catch(() => connection.drop());
  return connection;
}

/** What is stored of a run that has asked. */
const asking = (approvalId: string): UIChunk[] => [
  { type: 'tool-input-available', toolCallId: 'c', toolName: 'first', input: { n: 1 } },
  { type: 'tool-approval-request', approvalId, toolCallId: 'c' },
];

const asked = async (sessions: AgentSessions) => sessions.approvals(await sessions.get(owner, 's'));

describe('a run in another process', () => {
  test('a run in another process receives one answer after the other, each up to the next pause', async () => {
    await using database = await openStore('sqlite::memory:');
    const { here, there } = openTwo(createAgentSessionStore(database));
    await using _here = here;
    await using _there = there;
    await (
      await say(here, 'ask')
    ).connection.done;
    const outputs: unknown[] = [];
    for (const name of ['first', 'second']) {
      const [waiting, ...others] = await asked(there);
      expect([waiting!.toolName, others]).toEqual([name, []]);
      const connection = read(
        await there.answer(owner, 's', { verdicts: [{ approvalId: waiting!.approvalId, approved: true }] }),
      );
      expect(await connection.done).toBe('ended');
      expect(connection.chunks[0]).toMatchObject({ type: 'start' });
      expect(connection.chunks.at(-1)).toMatchObject({ finishReason: name === 'first' ? 'tool-calls' : 'stop' });
      outputs.push(connection.chunks.find(({ type }) => type === 'tool-output-available'));
    }
    expect(outputs).toMatchObject([{ output: 'one' }, { output: 'two' }]);
    expect((await there.get(owner, 's')).data).not.toHaveProperty('run');
  });

  test('a run in another process receives no answer that nobody asked for, or that was given already', async () => {
    await using database = await openStore('sqlite::memory:');
    const { here, there } = openTwo(createAgentSessionStore(database));
    await using _here = here;
    await using _there = there;
    await (
      await say(here, 'ask')
    ).connection.done;
    const { approvalId } = (await asked(there))[0]!;
    const answer = (verdict: object) => there.answer(owner, 's', { verdicts: [{ approved: true, ...verdict }] });
    for (const verdict of [{ approvalId: 'made-up' }, { approvalId, input: { n: 7 } }, { toolCallId: 'nobody' }]) {
      await expect(answer(verdict)).rejects.toMatchObject({ code: 'call_not_found' });
    }
    await expect(
      there.answer(owner, 's', { answerId: 'another', verdicts: [{ approvalId, approved: true }] }),
    ).rejects.toMatchObject({ code: 'call_not_found' });
    await answer({ approvalId });
    await expect(answer({ approvalId })).rejects.toMatchObject({ code: 'call_not_found' });
    expect(await asked(there)).not.toContainEqual(expect.objectContaining({ approvalId }));
    await here.stop(owner, 's');
  });

  test('a run in another process receives nothing that comes too late', async () => {
    await using database = await openStore('sqlite::memory:');
    const store = createAgentSessionStore(database);
    const { here, there } = openTwo(store);
    await using _here = here;
    await using _there = there;
    await (
      await say(here, 'ask')
    ).connection.done;
    const session = await there.get(owner, 's');
    const verdicts = [{ approvalId: (await asked(there))[0]!.approvalId, approved: true }];
    await here.stop(owner, 's');
    // As somebody has it who has looked before the stop, and is slow.
    const record = new SessionRecord(store, { owner, id: 's' });
    const stored = { ...store, chunks: async () => [[...asking(verdicts[0]!.approvalId)]] };
    await expect(answerElsewhere({ store: stored, record }, session, verdicts)).rejects.toMatchObject({
      code: 'call_not_found',
    });
  });

  test('a run in another process can be withdrawn there by whoever asked for it', async () => {
    await using database = await openStore('sqlite::memory:');
    const { here, there } = openTwo(createAgentSessionStore(database));
    await using _here = here;
    await using _there = there;
    const { connection } = await say(here, 'wait');
    await expect.poll(() => connection.text).toContain('time');
    // The same message, sent to the other one, leads to the same answer.
    const second = await say(there, 'wait');
    await second.answer.abandon!();
    expect([await connection.done, await second.connection.done]).toEqual(['ended', 'ended']);
    expect(connection.chunks.map(({ type }) => type)).toContain('abort');
    expect((await there.get(owner, 's')).data).not.toHaveProperty('run');
  });

  test('a run elsewhere cannot be answered with a store of whole messages, which serves one process', async () => {
    const { here, there } = openTwo(createWholeMessageStore());
    await using _here = here;
    await using _there = there;
    await (
      await say(here, 'ask')
    ).connection.done;
    const { approvalId } = (await asked(here))[0]!;
    const answering = there.answer(owner, 's', { verdicts: [{ approvalId, approved: true }] });
    await expect(answering).rejects.toMatchObject({ code: 'session_busy' });
    await here.stop(owner, 's');
  });
});
