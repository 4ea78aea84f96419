import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Instance } from '@posthouse/protocol';
import { action, agent, type AnyAction, type Swarm, swarm, type SwarmOptions } from '@posthouse/runtime';
import { type Script, scripted, type ScriptedModel } from '@posthouse/runtime/scripted';
import { quiet, type RunningServer, startServer } from '@posthouse/server';
import { createMAIL, type MAILProvider, type MAILProviderSettings } from '@posthouse/ai-sdk-provider';

export type Cast = {
  boss: Script;
  clerk?: Script;
  actions?: AnyAction[];
  /** Swarms that are served beside the team. */
  others?: Swarm[];
} & Partial<Pick<SwarmOptions, 'breakpointTools' | 'approvalTools'>>;

/** A server with one swarm, `team`: a boss whom everybody may write to, and a clerk who may be spoken to directly. */
export type TeamHost = AsyncDisposable & {
  server: RunningServer;
  boss: ScriptedModel;
  clerk: ScriptedModel;
  /** The provider, with the token of a user. */
  mail(settings?: MAILProviderSettings): MAILProvider;
  /** The user, as somebody with tasks of the team. */
  owner(): Promise<Instance>;
  /** Ids and states of the user's tasks. */
  tasks(): Promise<{ taskId: string; status: string; run: number }[]>;
};

export async function openTeam({ boss, clerk = [], actions = [], others = [], ...options }: Cast): Promise<TeamHost> {
  const models = { boss: scripted(boss), clerk: scripted(clerk) };
  const team = swarm({
    name: 'team',
    version: '1.0.0',
    entrypoint: 'boss',
    agents: [
      agent({
        name: 'boss',
        model: models.boss,
        commTargets: ['clerk'],
        enableEntrypoint: true,
        canCompleteTasks: true,
        actions,
      }),
      agent({ name: 'clerk', model: models.clerk, commTargets: ['boss'], direct: true, actions }),
    ],
    ...options,
  });
  const folder = mkdtempSync(join(tmpdir(), 'posthouse-ai-sdk-'));
  const server = await startServer([team, ...others], {
    defaultSwarm: 'team',
    port: 0,
    databaseURL: 'sqlite::memory:',
    logger: quiet,
    announce: () => undefined,
    handleSignals: false,
    developmentFolder: folder,
  });
  const { user } = server.tokens!;
  const owner = async (): Promise<Instance> => {
    const listed = await fetch(`${server.url}/whoami`, { headers: { authorization: `Bearer ${user}` } });
    const { id } = (await listed.json()) as { id: string };
    return { swarm: 'team', role: 'user', id };
  };
  return {
    server,
    ...models,
    mail: (settings = {}) => createMAIL({ baseURL: server.url, authToken: user, ...settings }),
    owner,
    tasks: async () => server.served.store.list(await owner(), undefined, 100),
    async [Symbol.asyncDispose]() {
      await server.stop({ drainMs: 0 });
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

export const finish = (answer: unknown, more: object = {}) => ({
  toolCalls: [{ name: 'task_complete', input: { finish_message: answer } }],
  ...more,
});

export const ask = (target: string, body: string, more: object = {}) => ({
  toolCalls: [{ name: target === 'boss' ? 'send_response' : 'send_request', input: { target, subject: 's', body } }],
  ...more,
});

/** An action that says what it was given, and fails on demand. */
export const echo: AnyAction = action({
  name: 'echo',
  description: 'Repeats.',
  parameters: { type: 'object', properties: { word: { type: 'string' } }, required: ['word'] },
  execute: ({ word }: { word: string }) => {
    if (word === 'boom') throw new Error('kaboom');
    return { word };
  },
});

export const askHuman: AnyAction = action({
  name: 'ask_human',
  description: 'Asks a person.',
  parameters: { type: 'object', properties: { q: { type: 'string' } } },
  execute: () => 'nobody should run this',
});
