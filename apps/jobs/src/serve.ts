import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { getRequestListener } from '@hono/node-server';
import { type Agent, openAgent } from './agent/open-agent.ts';
import { addDevice, firstOwner } from './auth/owners.ts';
import { PairingCode } from './auth/pairing-code.ts';
import { createApp } from './create-app.ts';
import { createAssistant } from './create-assistant.ts';
import { openDatabase } from './database/open-database.ts';
import { gmailFinder } from './gmail/gmail-account.ts';
import { Rescorer } from './jobs/rescorer.ts';
import { createEngines } from './llm/create-engines.ts';
import { createFetchPage } from './network/fetch-page.ts';
import type { Services } from './services/services.ts';
import type { Settings } from './settings/read-settings.ts';
import { ActiveSyncs } from './sync/active-syncs.ts';
import { endOrphanedRuns } from './sync/sync-runs.ts';

/** The app, listening. */
export type RunningApp = AsyncDisposable & { url: string; code: string; services: Services; ownerId: number };

/** The folder of the data and what lies in it, ready to work with. */
export function openServices(
  dataDir: string,
  { now = () => new Date(), env = process.env }: { now?: () => Date; env?: NodeJS.ProcessEnv } = {},
): Services & Disposable & { agent: Agent } {
  mkdirSync(join(dataDir, 'import'), { recursive: true, mode: 0o700 });
  const database = openDatabase(join(dataDir, 'eve.db'));
  const agent = openAgent({ dataDir, id: 'jobs', env });
  return {
    database,
    now,
    fetchPage: createFetchPage(),
    gmail: gmailFinder({ keys: agent.keys, env, firstOwner: () => firstOwner(database, now()) }),
    engines: createEngines(agent.choose),
    dataDir,
    agent,
    [Symbol.dispose]: () => database[Symbol.dispose](),
  };
}

/**
 * Opens the data folder and listens.
 *
 * @example
 * await using app = await serve({ dataDir, host: '127.0.0.1', port: 0, token: undefined });
 */
export async function serve({ dataDir, host, port, token }: Settings, env = process.env): Promise<RunningApp> {
  const services = openServices(dataDir, { env });
  const { database, now } = services;
  const ownerId = firstOwner(database, now());
  if (token !== undefined) addDevice(database, { ownerId, name: 'EVE_TOKEN', now: now(), token });
  endOrphanedRuns(database, now());
  const syncs = new ActiveSyncs();
  const rescorer = new Rescorer(services);
  const pairing = new PairingCode({ now });
  const assistant = createAssistant({ services, agent: services.agent, report: console.error });
  await assistant.recover();
  const app = createApp({ services, syncs, pairing, assistant });
  const server = createServer({ headersTimeout: 10_000, requestTimeout: 60_000 }, getRequestListener(app.fetch));
  const close = async (): Promise<void> => {
    const closed = server.listening ? once(server, 'close') : undefined;
    server.close();
    await Promise.all([assistant[Symbol.asyncDispose](), syncs[Symbol.asyncDispose]()]);
    server.closeAllConnections();
    await closed;
    await rescorer[Symbol.asyncDispose]();
    database[Symbol.dispose]();
  };
  try {
    server.listen(port, host);
    await once(server, 'listening');
  } catch (error) {
    await close();
    throw error;
  }
  rescorer.start();
  const { port: actual } = server.address() as AddressInfo;
  const name = host.includes(':') ? `[${host}]` : host;
  return { url: `http://${name}:${actual}`, code: pairing.text, services, ownerId, [Symbol.asyncDispose]: close };
}
