import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AgentRegistry, type AgentScript, createScriptedAdapter } from '@posthouse/agents';
import { quiet, type RunningServer, startServer } from '@posthouse/server';
import { writerSwarm } from './chat-host.ts';
import { Gates } from './gates.ts';
import { PacedModel } from './paced-model.ts';

export type AgentHost = AsyncDisposable & { server: RunningServer; api: string; token: string };

/** A folder for a while. */
export async function openFolder(): Promise<AsyncDisposable & { path: string }> {
  const path = mkdtempSync(join(tmpdir(), 'posthouse-agents-'));
  return { path, [Symbol.asyncDispose]: async () => rmSync(path, { recursive: true, force: true }) };
}

/** A server whose chat is with a scripted agent. Those of one folder have one database. */
export async function openAgent(folder: string, script: AgentScript): Promise<AgentHost> {
  const registry = new AgentRegistry();
  registry.register('writer', createScriptedAdapter({ script }));
  const server = await startServer(writerSwarm(new PacedModel(new Gates(), () => [])), {
    port: 0,
    databaseURL: `sqlite:${join(folder, 'chat.db')}`,
    logger: quiet,
    announce: () => undefined,
    handleSignals: false,
    developmentFolder: folder,
    chat: { agent: 'writer', registry },
  });
  return {
    server,
    api: `${server.url}/api/chat`,
    token: server.tokens!.user,
    [Symbol.asyncDispose]: () => server.stop({ drainMs: 0 }),
  };
}
