import { action, agent, type AnyAction, swarm, type SwarmDefinition } from '@posthouse/runtime';
import { type Script, type ScriptedTurn, scripted } from '@posthouse/runtime/scripted';
import type { Authenticator } from '../auth/caller.ts';
import type { FederationOptions } from '../federation/server-federation.ts';
import { quiet } from '../logging/quiet.ts';
import type { RunningServer } from '../start-options.ts';
import { startServer } from '../start-server.ts';
import { askHuman } from './clerks.ts';
import type { Loose } from './loose.ts';

/** Everybody is whoever their token says: `user:ada`, `admin:root`, `agent:alpha`. */
const authenticator: Authenticator = {
  authenticate: async (token) => {
    const [, role, id] = /^(user|admin|agent):(.+)$/.exec(token) ?? [];
    return role === undefined ? undefined : { role: role as 'user', id: id!, token };
  },
};

const slow: AnyAction = action({
  name: 'slow',
  description: 'Takes until it is stopped.',
  parameters: { type: 'object', properties: {} },
  execute: (_: object, { signal }) =>
    new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error))),
});

/** A swarm of one, called boss, that may write to the bosses of some others, or to whoever is named with an @. */
export function townOf(name: string, script: Script | ScriptedTurn[], others: string[]): SwarmDefinition {
  return swarm({
    name,
    version: '1.0.0',
    description: `the town of ${name}`,
    keywords: ['town'],
    public: true,
    entrypoint: 'boss',
    enableInterswarm: true,
    breakpointTools: ['ask_human'],
    agents: [
      agent({
        name: 'boss',
        model: scripted(script, { modelId: `boss of ${name}` }),
        commTargets: others.map((other) => (other.includes('@') ? other : `boss@${other}`)),
        actions: [askHuman, slow],
        enableEntrypoint: true,
        enableInterswarm: true,
        canCompleteTasks: true,
      }),
    ],
  }).definition;
}

export type Town = RunningServer & { name: string };

/** Servers on loopback that know each other. */
export class Federated implements AsyncDisposable {
  readonly towns: Map<string, Town>;

  private constructor(towns: Town[]) {
    this.towns = new Map(towns.map((town) => [town.name, town]));
  }

  static async start(
    definitions: SwarmDefinition[],
    { federation = {} }: { federation?: FederationOptions } = {},
  ): Promise<Federated> {
    const towns = await Promise.all(definitions.map((definition) => startTown(definition, federation)));
    const federated = new Federated(towns);
    await federated.introduceAll();
    return federated;
  }

  town(name: string): Town {
    return this.towns.get(name)!;
  }

  async introduceAll(): Promise<void> {
    for (const one of this.towns.values()) {
      for (const other of this.towns.values()) if (one !== other) await introduce(one, other);
    }
  }

  call(
    name: string,
    path: string,
    options: { as?: string; body?: unknown; method?: string } = {},
  ): Promise<{ status: number; body: Loose }> {
    return callTown(this.town(name), path, options);
  }

  /** Posts a message of ada and waits for the answer. */
  post(name: string, body: object): Promise<{ status: number; body: Loose }> {
    return this.call(name, '/message', { body: { task_id: 't', ...body } });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all([...this.towns.values()].map((town) => town.stop({ drainMs: 0 })));
  }
}

export async function startTown(
  definition: SwarmDefinition,
  federation: FederationOptions = {},
  port = 0,
): Promise<Town> {
  const server = await startServer(definition, {
    port,
    databaseURL: 'sqlite::memory:',
    auth: authenticator,
    logger: quiet,
    handleSignals: false,
    outbound: { allowPrivateNetworks: true },
    federation,
    drainMs: 0,
  });
  return Object.assign(server, { name: definition.name });
}

export async function callTown(
  town: Pick<Town, 'url'>,
  path: string,
  { as = 'user:ada', body, method }: { as?: string; body?: unknown; method?: string },
): Promise<{ status: number; body: Loose }> {
  const response = await fetch(`${town.url}${path}`, {
    method: method ?? (body === undefined ? 'GET' : 'POST'),
    headers: { authorization: `Bearer ${as}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return { status: response.status, body: (await response.json()) as Loose };
}

/** Makes `other` known to `one`, with the token that `one` has there. */
export async function introduce(one: Town, other: Town): Promise<void> {
  const body = { name: other.name, base_url: other.url, auth_token: `agent:${one.name}` };
  const { status, body: answer } = await callTown(one, '/swarms', { as: 'admin:root', body });
  if (status !== 200) throw new Error(`${one.name} cannot register ${other.name}: ${JSON.stringify(answer)}`);
}
