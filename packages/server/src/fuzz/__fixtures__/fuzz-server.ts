import { AgentRegistry, createScriptedAdapter } from '@posthouse/agents';
import { action, agent, type AgentFunction, swarm } from '@posthouse/runtime';
import { z } from 'zod';
import type { Authenticator, Caller } from '../../auth/caller.ts';
import { quiet } from '../../logging/quiet.ts';
import type { RunningServer, StartOptions } from '../../start-options.ts';
import { startServer } from '../../start-server.ts';

const callers: Record<string, Caller> = {
  user: { role: 'user', id: 'alice', token: 'token-of-alice' },
  other: { role: 'user', id: 'bob', token: 'token-of-bob' },
  // The same id in another role is somebody else.
  admin: { role: 'admin', id: 'alice', token: 'token-of-admin' },
  agent: { role: 'agent', id: 'weather', token: 'token-of-weather' },
};

/** The Authorization headers of everybody the server knows. */
export const authorizations: Record<string, string> = Object.fromEntries(
  Object.entries(callers).map(([name, { token }]) => [name, `Bearer ${token}`]),
);

const authenticator: Authenticator = {
  authenticate: (token) => Promise.resolve(Object.values(callers).find((caller) => caller.token === token)),
};

/** Does what a message asks for in its first word, and completes with what it was told otherwise. */
const clerk: AgentFunction = ({ inputs }) => {
  const { body } = inputs.at(-1)!.message;
  if (body.startsWith('ask')) return { calls: [{ tool: 'ask_human', input: { question: body } }] };
  if (body.startsWith('fail')) throw new Error(`told to: ${body}`);
  return { calls: [{ tool: 'task_complete', input: { finish_message: `you said: ${body}` } }] };
};

const askHuman = action({
  name: 'ask_human',
  description: 'Asks somebody.',
  parameters: z.object({ question: z.string() }),
  execute: () => 'nobody is there',
});

const instance = (name: string) =>
  swarm({
    name,
    version: '1.0.0',
    entrypoint: 'clerk',
    breakpointTools: ['ask_human'],
    agents: [
      agent({
        name: 'clerk',
        commTargets: [],
        actions: [askHuman],
        enableEntrypoint: true,
        canCompleteTasks: true,
        run: clerk,
      }),
    ],
  });

/** An agent that is no swarm, under a name that the document has in its examples. */
function toRegistry(): AgentRegistry {
  const registry = new AgentRegistry();
  registry.register('pi', createScriptedAdapter({ script: ({ text }) => [{ say: `you said: ${text}` }] }));
  return registry;
}

/** A whole server, with every route open and nothing that slows down whoever asks much. */
export async function startFuzzServer(options: StartOptions = {}): Promise<RunningServer> {
  return startServer([instance('desk'), instance('annex')], {
    port: 0,
    databaseURL: 'sqlite::memory:',
    auth: authenticator,
    logger: quiet,
    debug: true,
    handleSignals: false,
    drainMs: 0,
    chat: { registry: toRegistry(), agents: { pi: {} } },
    ...options,
  });
}
