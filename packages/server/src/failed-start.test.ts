import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openStore, type Store } from '@posthouse/store';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { clerks } from './__fixtures__/clerks.ts';
import { createLogger } from './logging/create-logger.ts';
import { quiet } from './logging/quiet.ts';
import { ServerMetrics } from './metrics/server-metrics.ts';
import type { StartOptions } from './start-options.ts';
import { startServer } from './start-server.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'posthouse-failed-start-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Starts a server on a database file in the folder, which has to fail. */
async function failToStart(options: StartOptions): Promise<unknown> {
  const databaseURL = `sqlite:${join(folder, 'posthouse.db')}`;
  const base = { port: 0, databaseURL, logger: quiet, auth: 'auto', handleSignals: false } as const;
  const started = startServer(clerks(), { ...base, ...options });
  const server = await started.catch((error: unknown) => ({ error }));
  if ('error' in server) return server.error;
  await server.stop();
  throw new Error('the server has started');
}

describe('a start that fails', () => {
  const parts: [part: string, options: () => StartOptions | Promise<StartOptions>, told: RegExp][] = [
    ['the address', () => ({ host: '0.0.0.0' }), /not on 0\.0\.0\.0/],
    ['the signing key', () => ({ federation: { signingKeyFile: folder } }), /the signing key .* can be neither read/],
    ['the agents of the chat', () => ({ chat: { agent: 'nobody' } }), /there is no agent "nobody"/],
    ['the default swarm', () => ({ defaultSwarm: 'none' }), /no swarm 'none'/],
    [
      'the registry of peers',
      () => {
        const registryFile = join(folder, 'registry.json');
        writeFileSync(registryFile, 'not a registry');
        return { federation: { registryFile } };
      },
      /is not a MAIL registry file/,
    ],
    [
      'the routes',
      () => ({
        extend: () => {
          throw new Error('no more routes');
        },
      }),
      /no more routes/,
    ],
  ];

  test.each(parts)('a start that fails at %s closes the database that it has opened', async (_, options, told) => {
    expect(String(await failToStart(await options()))).toMatch(told);
    // The last one to close a database of SQLite takes its write-ahead log away.
    expect(readdirSync(folder)).toContain('posthouse.db');
    expect(readdirSync(folder)).not.toContain('posthouse.db-wal');
    await using store = await openStore(`sqlite:${join(folder, 'posthouse.db')}`);
    expect(await store.nodes()).toEqual([]);
  });

  test('a start that fails at a port that is taken closes the database that it has opened', async () => {
    const taken = createServer();
    await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve));
    const { port } = taken.address() as AddressInfo;
    expect(String(await failToStart({ port }))).toMatch(/used by another program/);
    expect(readdirSync(folder)).not.toContain('posthouse.db-wal');
    taken.close();
  });

  test('a start that fails at the sessions with agents lets go of a store that stays open', async () => {
    await using store = await openStore('sqlite::memory:');
    const unfinished = (): Promise<never> => Promise.reject(new Error('the sessions cannot be read'));
    using metrics = new ServerMetrics({ version: '1' });
    const broken: Store = { ...metrics.observe(store), sessions: { ...store.sessions, unfinished } };
    expect(String(await failToStart({ store: broken }))).toMatch(/the sessions cannot be read/);
    expect(await store.nodes()).toEqual([]);
  });

  test('a start that fails after it has begun to listen gives the port back and leaves no note for the command line', async () => {
    const developmentFolder = join(folder, '.posthouse');
    mkdirSync(developmentFolder);
    let url = '';
    const announce = (text: string): never => {
      url = /http:\/\/127\.0\.0\.1:\d+/.exec(text)![0];
      expect(existsSync(join(developmentFolder, 'dev.json'))).toBe(true);
      throw new Error('nobody reads this');
    };
    const logger = createLogger({ level: 'error', write: () => undefined });
    expect(String(await failToStart({ developmentFolder, announce, logger }))).toMatch(/nobody reads this/);
    await expect(fetch(url)).rejects.toThrow('fetch failed');
    expect(existsSync(join(developmentFolder, 'dev.json'))).toBe(false);
    expect(readdirSync(folder)).not.toContain('posthouse.db-wal');
  });
});
