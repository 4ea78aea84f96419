import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { action, agent, swarm, type SwarmDefinition } from '@posthouse/runtime';
import { quiet, type RunningServer, startServer } from '@posthouse/server';
import type { Loose } from '../../../packages/server/src/__fixtures__/loose.ts';
import { Gates } from './gates.ts';
import { type Beat, PacedModel, type Told } from './paced-model.ts';

const askHuman = action({
  name: 'ask_human',
  description: 'Asks a person.',
  parameters: { type: 'object', properties: { q: { type: 'string' } } },
  execute: () => 'nobody should run this',
});

const pay = action({
  name: 'pay',
  description: 'Pays.',
  parameters: { type: 'object', properties: { sum: { type: 'number' } } },
  execute: ({ sum }: { sum: number }) => ({ paid: sum }),
});

/**
 * What the writer does, by the first word of what it is told: `slow x` stops at gate `x` in the middle of its answer,
 * `ask` asks a person, `pay` needs an approval, `think` thinks first. Anything else is repeated.
 */
function playWriter({ body, result }: Told): Beat[] {
  if (result !== undefined) return [{ say: `You said ${result}. ` }, { say: 'Thank you.' }];
  const [word = '', ...rest] = body.split(' ');
  switch (word) {
    case 'slow':
      return [{ say: 'Once upon ' }, { say: 'a time ' }, { wait: rest[0]! }, { say: 'there was ' }, { say: 'an end.' }];
    case 'ask':
      return [{ think: 'I had better ask.' }, { call: 'ask_human', input: { q: rest.join(' ') } }];
    case 'pay':
      return [{ call: 'pay', input: { sum: Number(rest[0]) } }];
    case 'think':
      return [{ think: 'Let me see.' }, { say: rest.join(' ') }];
    default:
      return [{ say: 'You wrote: ' }, { say: body }];
  }
}

export function writerSwarm(model: PacedModel, name = 'desk'): SwarmDefinition {
  return swarm({
    name,
    version: '1.0.0',
    entrypoint: 'writer',
    breakpointTools: ['ask_human'],
    approvalTools: ['pay'],
    agents: [
      agent({
        name: 'writer',
        model,
        commTargets: [],
        actions: [askHuman, pay],
        enableEntrypoint: true,
        canCompleteTasks: true,
      }),
    ],
  }).definition;
}

export type ChatHost = AsyncDisposable & {
  server: RunningServer;
  /** Where the AI SDK finds the chat. */
  api: string;
  token: string;
  gates: Gates;
  model: PacedModel;
  /** A request as the user, or as whoever has the token. */
  call(
    path: string,
    options?: { method?: string; body?: unknown; token?: string },
  ): Promise<{ status: number; body: Loose }>;
  /** How many runs the tasks of the user have had, in all. */
  runs(): Promise<number>;
};

/** A server with one writer, whose words come as a test lets them. */
export async function openInstance(
  options: { play?: (told: Told) => Beat[]; databaseURL?: string; pingMs?: number; streamBytes?: number } = {},
): Promise<ChatHost> {
  const { play = playWriter, databaseURL = 'sqlite::memory:', ...rest } = options;
  const gates = new Gates();
  const model = new PacedModel(gates, play);
  const folder = mkdtempSync(join(tmpdir(), 'posthouse-chat-'));
  const server = await startServer(writerSwarm(model), {
    port: 0,
    databaseURL,
    logger: quiet,
    announce: () => undefined,
    handleSignals: false,
    developmentFolder: folder,
    ...rest,
  });
  const { user } = server.tokens!;
  return {
    server,
    api: `${server.url}/api/chat`,
    token: user,
    gates,
    model,
    async call(path, { method = 'GET', body, token = user } = {}) {
      const response = await fetch(`${server.url}${path}`, {
        method,
        headers: { authorization: `Bearer ${token}` },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      const text = await response.text();
      return { status: response.status, body: text === '' ? undefined : JSON.parse(text) };
    },
    async runs() {
      const who = await fetch(`${server.url}/whoami`, { headers: { authorization: `Bearer ${user}` } });
      const { id } = (await who.json()) as { id: string };
      const tasks = await server.served.store.list({ swarm: 'desk', role: 'user', id }, undefined, 100);
      return tasks.reduce((sum, task) => sum + task.run, 0);
    },
    async [Symbol.asyncDispose]() {
      await server.stop({ drainMs: 0 });
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
