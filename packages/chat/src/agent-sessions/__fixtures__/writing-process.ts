import { writeSync } from 'node:fs';
import { openStore } from '@posthouse/store';
import { AgentRegistry } from '../../adapters/agent-registry.ts';
import { createScriptedAdapter } from '../../adapters/scripted/scripted-adapter.ts';
import { AgentSessions } from '../agent-sessions.ts';
import { createAgentSessionStore } from '../create-agent-session-store.ts';
import { CollectingConnection } from './collecting-connection.ts';

/**
 * A process that is killed while an agent writes without end. It says, in the order in which they happen, what a reader was
 * told and what was acknowledged as written.
 */
const tell = (line: object): unknown => writeSync(1, `${JSON.stringify(line)}\n`);

const store = await openStore(process.argv[2]!);
const kept = createAgentSessionStore(store);
let written = 0;
const registry = new AgentRegistry();
registry.register(
  'writer',
  createScriptedAdapter({
    *script() {
      for (let step = 0; ; step += 1) {
        yield { say: `Word ${step}. `.repeat(5), pieceLength: 3, delayMs: 1 };
        yield { call: 'look', id: `call-${step}`, input: { step }, output: { found: step } };
      }
    },
  }),
);
const sessions = new AgentSessions({
  registry: async () => registry,
  store: {
    ...kept,
    write: async (place, write) => {
      await kept.write(place, write);
      for (const chunk of write.chunks) if (chunk.type === 'text-delta') written += chunk.delta.length;
      tell({ written });
    },
  },
});
let told = 0;
const connection = new CollectingConnection((chunks) => {
  for (const chunk of chunks) {
    if (chunk.type === 'text-delta') told += chunk.delta.length;
    if (chunk.type === 'tool-output-available') tell({ result: chunk.toolCallId });
  }
  tell({ told });
});
const owner = { role: 'user', id: 'alice' } as const;
const message = (id: string) => ({ id, parts: [{ type: 'text' as const, text: id }] });
const answer = await sessions.send(owner, 's', {
  message: message('u1'),
  whenBusy: 'queue',
  begin: { agent: 'writer' },
});
tell({ accepted: 'u1' });
await sessions.send(owner, 's', { message: message('u2'), whenBusy: 'queue', begin: { agent: 'writer' } });
tell({ accepted: 'u2' });
await answer.stream(connection, new AbortController().signal);
await connection.done;
