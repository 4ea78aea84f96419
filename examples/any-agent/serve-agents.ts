import { mkdirSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import type { AgentSettings } from '@posthouse/chat';
import { AgentRegistry } from '@posthouse/agents';
import { type RunningServer, startServer } from '@posthouse/server';
import { startScriptedLLM } from '@posthouse/testkit';
import { loadExample } from '../runner/offline-swarm.ts';
import { pageRoutes, toPageURL } from '../runner/page-routes.ts';
import { sayMistake } from '../runner/say-mistake.ts';
import { offlineAgents } from './offline-agents.ts';
import { offlineScript } from './offline-script.ts';
import { adaptersIn } from './adapters-in.ts';
import { showcase } from './showcase.ts';

const PAGE = '/any-agent/';

/** Where `npm run e2e:agents` installs the agent programs. They are found here as well as where this is started. */
const INSTALLED = resolve(import.meta.dirname, '../../e2e/agents');

/** Starts the server that `npm run any-agent` is. Says what is wrong with its arguments, if anything is. */
export async function serveAgents(args: readonly string[]): Promise<RunningServer | undefined> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      agent: { type: 'string' },
      offline: { type: 'boolean' },
      port: { type: 'string' },
      database: { type: 'string' },
      page: { type: 'string' },
    },
  });
  const folder = positionals[0] === undefined ? mkdtempSync(join(tmpdir(), 'any-agent-')) : resolve(positionals[0]);
  try {
    const registry = new AgentRegistry();
    for (const [name, adapter] of adaptersIn(INSTALLED)) registry.register(name, adapter);
    registry.register('scripted', showcase);
    // A swarm is one more partner to talk to.
    const team = await loadExample('example-no-proxy', { delayMs: 40 });
    const server = await startServer(team, {
      chat: {
        registry,
        folders: [folder],
        agent: values.agent ?? 'scripted',
        agents: values.offline === true ? await goOffline(folder) : Object.fromEntries(onlineAgents(registry.names)),
      },
      ...(values.port === undefined ? {} : { port: Number(values.port) }),
      databaseURL: values.database ?? 'sqlite::memory:',
      ...(values.page === undefined ? {} : { extend: await pageRoutes(PAGE, values.page) }),
    });
    console.log(`The agents work in ${folder}`);
    if (values.page !== undefined) console.log(`\nIn a browser: ${toPageURL(server, PAGE)}`);
    return server;
  } catch (error) {
    sayMistake(error);
    return undefined;
  }
}

/** A model on this machine, and settings that lead every agent program to it. */
async function goOffline(folder: string): Promise<Record<string, AgentSettings>> {
  const { url } = await startScriptedLLM({ script: offlineScript });
  const home = join(folder, '.any-agent');
  mkdirSync(home, { recursive: true });
  return offlineAgents(url, home);
}

/** As each agent program finds its model by itself; pi has to be told which, unless the variable says so. */
function onlineAgents(names: readonly string[]): [name: string, settings: AgentSettings][] {
  const model = process.env.PI_MODEL ?? 'anthropic/claude-sonnet-4-5';
  return names.map((name) => [name, name === 'pi' ? { model } : {}]);
}
