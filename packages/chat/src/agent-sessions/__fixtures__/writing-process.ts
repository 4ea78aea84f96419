import { AgentRegistry, type AgentSession, type AnyAgentAdapter, createScriptedAdapter } from '@posthouse/agents';
import { writeSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { openStore } from '@posthouse/store';
import type { UIChunk } from '../../chunks/ui-chunk.ts';
import { AgentSessions } from '../agent-sessions.ts';
import { createAgentSessionStore } from '../create-agent-session-store.ts';
import { CollectingConnection } from './collecting-connection.ts';
import { TOKEN_LENGTH, toToken, type WriterLine } from './writer-line.ts';

/**
 * A process that is killed while an agent writes without end. It says, in the order in which they happen and with its own
 * clock, what the agent produced, what a reader was told, and which writes had begun and were acknowledged.
 */
const tell = (line: WriterLine): unknown => writeSync(1, `${JSON.stringify(line)}\n`);

const store = await openStore(process.argv[2]!);
const kept = createAgentSessionStore(store);
let produced = 0;
/** Tokens in writes that have begun, and whether one of them has not ended. */
let begun = 0;
let isWriting = false;

/** A token may only wait for longer than it should while another write keeps its own waiting. */
function expectSaved(token: number): void {
  const check = (): void => {
    if (begun < token && !isWriting) tell({ late: token });
  };
  // Timers of the same length go off in the order in which they were set, however late they all are.
  setTimeout(check, kept.saveMs);
}

async function* writeForEver(): AsyncGenerator<unknown> {
  yield { type: 'started', agentSessionId: 'writer' };
  for (let step = 0; ; step += 1) {
    yield { type: 'step' };
    const text = { id: `text-${step}`, kind: 'text' };
    for (let length = 20 + ((step * 37) % 200); length > 0; length -= 1) {
      await sleep(1);
      const token = (produced += 1);
      tell({ token, at: performance.now() });
      yield { type: 'text', ...text, delta: toToken(token) };
      // Whoever reads this has passed the token on when it asks for the next one.
      expectSaved(token);
    }
    yield { type: 'text-ended', ...text };
    const call = { toolCallId: `call-${step}`, toolName: 'look', input: { step } };
    yield { type: 'call', ...call };
    yield { type: 'result', ...call, output: { found: step } };
  }
}

const scripted = createScriptedAdapter();
const writer: AnyAgentAdapter = {
  ...scripted,
  open: async (): Promise<AgentSession> => ({
    agentSessionId: 'writer',
    send: writeForEver as AgentSession['send'],
    interrupt: async () => undefined,
    answer: async () => undefined,
    [Symbol.asyncDispose]: async () => undefined,
  }),
};
const registry = new AgentRegistry();
registry.register('writer', writer);

const tokensIn = (chunks: readonly UIChunk[]): number =>
  chunks.reduce((sum, chunk) => sum + (chunk.type === 'text-delta' ? chunk.delta.length / TOKEN_LENGTH : 0), 0);

const sessions = new AgentSessions({
  registry: async () => registry,
  store: {
    ...kept,
    write: async (place, write) => {
      begun += tokensIn(write.chunks);
      const tokens = begun;
      isWriting = true;
      tell({ begun: tokens, at: performance.now() });
      await kept.write(place, write);
      isWriting = false;
      tell({ written: tokens, at: performance.now() });
    },
  },
});
let told = 0;
const connection = new CollectingConnection((chunks) => {
  told += tokensIn(chunks);
  for (const chunk of chunks) if (chunk.type === 'tool-output-available') tell({ result: chunk.toolCallId });
  tell({ told });
});
const owner = { role: 'user', id: 'alice' } as const;
const message = (id: string) => ({ id, parts: [{ type: 'text' as const, text: id }] });
const begin = { agent: 'writer' };
const answer = await sessions.send(owner, 's', { message: message('u1'), whenBusy: 'queue', begin });
tell({ accepted: 'u1' });
await sessions.send(owner, 's', { message: message('u2'), whenBusy: 'queue', begin });
tell({ accepted: 'u2' });
await answer.stream(connection, new AbortController().signal);
await connection.done;
