import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { quiet, startServer } from '@posthouse/server';
import { type ScriptedLLM, startScriptedLLM } from '@posthouse/testkit';
import { agent, swarm } from '@posthouse/runtime';
import { type Script, scripted } from '@posthouse/runtime/scripted';
import type { OpenOptions } from '../../../packages/agents/src/agent-adapter.ts';
import { AgentRegistry } from '../../../packages/agents/src/agent-registry.ts';
import type { Loose } from '../../../packages/server/src/__fixtures__/loose.ts';
import type { ProgramProfile } from '../scenarios/profile.ts';
import { TurnPlayer } from './turn-player.ts';

/** A server serves at least one swarm; nobody talks to this one. */
const idleSwarm = swarm({
  name: 'nobody',
  version: '1.0.0',
  entrypoint: 'clerk',
  agents: [
    agent({ name: 'clerk', model: scripted([]), commTargets: [], enableEntrypoint: true, canCompleteTasks: true }),
  ],
});

/** A server whose chat is with a real agent program, and whose agent program speaks to a scripted model. */
export interface AgentHost extends AsyncDisposable {
  readonly api: string;
  readonly token: string;
  readonly llm: ScriptedLLM;
  /** Everything of this host is in here, the database and the homes of the agent programs too. */
  readonly folder: string;
  /** Where the agent works. */
  readonly cwd: string;
  /** What the model answers from now on. */
  play(script: Script): void;
  /** What the chat calls the agent program when its user is asked for permissions, and when nobody is. */
  agent(permission: 'ask' | 'allow'): string;
  call(path: string, options?: { method?: string; body?: unknown }): Promise<{ status: number; body: Loose }>;
  /** The server stops, and another one continues with its database. */
  restart(): Promise<void>;
}

/** @param changes what sessions with the agent program are opened with besides what its profile says. */
export async function openAgentHost(profile: ProgramProfile, changes: Partial<OpenOptions> = {}): Promise<AgentHost> {
  const folder = mkdtempSync(join(tmpdir(), 'posthouse-agents-'));
  const player = new TurnPlayer();
  const llm = await startScriptedLLM({ script: player.play });
  const toName = (permission: 'ask' | 'allow'): string => {
    const name = profile.name.replaceAll('.', '-');
    return permission === 'ask' ? `${name}-asking` : name;
  };
  const registry = new AgentRegistry();
  const open = (permission: 'ask' | 'allow'): OpenOptions => ({
    ...profile.open({ folder, url: llm.url, permission }),
    ...changes,
  });
  const permissions = ['ask', 'allow'] as const;
  for (const permission of permissions) registry.register(toName(permission), profile.adapter);
  const { cwd } = open('allow');
  const start = () =>
    startServer(idleSwarm, {
      port: 0,
      databaseURL: `sqlite:${join(folder, 'posthouse.db')}`,
      developmentFolder: folder,
      logger: quiet,
      announce: () => undefined,
      handleSignals: false,
      chat: {
        registry,
        folders: [cwd],
        agents: Object.fromEntries(
          permissions.map((permission) => {
            const { cwd: _, agentSessionId: __, ...settings } = open(permission);
            return [toName(permission), settings];
          }),
        ),
      },
    });
  let server = await start();
  let closing: Promise<void> | undefined;
  const close = async (): Promise<void> => {
    await server.stop({ drainMs: 0 });
    await llm.close();
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  };
  return {
    get api() {
      return `${server.url}/api/chat`;
    },
    get token() {
      return server.tokens!.user;
    },
    llm,
    folder,
    cwd,
    play: (script) => player.load(script),
    agent: toName,
    async call(path, { method = 'GET', body } = {}) {
      const response = await fetch(`${server.url}${path}`, {
        method,
        headers: { authorization: `Bearer ${server.tokens!.user}` },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      const text = await response.text();
      return { status: response.status, body: text === '' ? undefined : (JSON.parse(text) as Loose) };
    },
    async restart() {
      await server.stop({ drainMs: 0 });
      server = await start();
    },
    [Symbol.asyncDispose]: () => (closing ??= close()),
  };
}
