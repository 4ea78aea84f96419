import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient } from '@posthouse/client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { testTerminal } from '../__fixtures__/test-terminal.ts';
import { openPlace } from './open-place.ts';
import { onInterrupt } from './run-task.ts';

const samples = join(import.meta.dirname, '../swarm-source/__fixtures__');
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'posthouse-place-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

describe('openPlace', () => {
  test('opens the server that is named', async () => {
    const terminal = testTerminal({ folder, environment: { MAIL_API_KEY: 'k' } });
    await using place = await openPlace({ url: 'localhost:8000' }, terminal);
    expect(place).toMatchObject({ url: 'http://localhost:8000', token: 'k', isLocal: false });
    await using other = await openPlace({ url: 'localhost:8000', 'api-key': 'typed' }, terminal);
    expect(other.token).toBe('typed');
  });

  test('serves a swarms file in this process, for as long as the task takes', async () => {
    const terminal = testTerminal({ folder: samples });
    let url: string;
    {
      await using place = await openPlace({ 'swarm-source': 'two-swarms.ts', 'swarm-name': 'second' }, terminal);
      url = place.url;
      expect(place.isLocal).toBe(true);
      expect(new URL(url).hostname).toBe('127.0.0.1');
      const client = createClient({ baseURL: url, token: place.token! });
      expect((await client.ping()).swarm.name).toBe('second');
      expect((await client.postMessage({ body: 'go' })).response).toBe('done');
    }
    await expect(createClient({ baseURL: url, retries: 0 }).ping()).rejects.toMatchObject({
      code: 'server_unreachable',
    });
  });

  test('fails for a file that cannot be loaded', async () => {
    await writeFile(join(folder, 'swarms.json'), '{"name": "x"}');
    const terminal = testTerminal({ folder });
    await expect(openPlace({ 'swarm-source': 'swarms.json' }, terminal)).rejects.toMatchObject({
      code: 'invalid_swarm',
    });
    await expect(openPlace({ 'swarm-source': 'none.json' }, terminal)).rejects.toThrow('There is no swarms file');
    await expect(openPlace({ 'swarm-source': 'a', url: 'b' }, terminal)).rejects.toThrow('not both');
  });
});

test('onInterrupt counts each Ctrl-C until it is disposed of', () => {
  const listeners = process.listenerCount('SIGINT');
  const times: number[] = [];
  {
    using _ = onInterrupt((count) => times.push(count));
    process.emit('SIGINT');
    process.emit('SIGINT');
  }
  expect(times).toEqual([1, 2]);
  expect(process.listenerCount('SIGINT')).toBe(listeners);
});
