import { describe, expect, test } from 'vitest';
import type { OpencodeServer, ServerSettings } from './opencode-server.ts';
import { ServerPool } from './server-pool.ts';

interface Started {
  readonly settings: ServerSettings;
  readonly die: () => void;
  ended: number;
}

function makePool(fail?: () => boolean): { pool: ServerPool; started: Started[] } {
  const started: Started[] = [];
  const pool = new ServerPool(async (settings) => {
    if (fail?.() === true) throw new Error('no such program');
    const gone = Promise.withResolvers<string>();
    const server: Started = { settings, die: () => gone.resolve('dead'), ended: 0 };
    started.push(server);
    const end = async (): Promise<void> => void (server.ended += 1);
    return { gone: gone.promise, [Symbol.asyncDispose]: end } as unknown as OpencodeServer;
  });
  return { pool, started };
}

const settings = { executable: '/bin/opencode', env: { A: '1', B: '2' }, config: {} };

describe('ServerPool', () => {
  test('shares a server between sessions with the same settings, until the last of them ends', async () => {
    const { pool, started } = makePool();
    const [one, two] = await Promise.all([pool.lease(settings), pool.lease({ ...settings, env: { B: '2', A: '1' } })]);
    expect(started).toHaveLength(1);
    await one.release();
    await one.release();
    expect(started[0]!.ended).toBe(0);
    await two.release();
    expect(started[0]!.ended).toBe(1);
    await pool.lease(settings);
    expect(started).toHaveLength(2);
  });

  test.each([
    { ...settings, executable: '/other' },
    { ...settings, env: { A: '1' } },
    { ...settings, config: { share: 'disabled' } },
  ])('starts another server for other settings', async (other) => {
    const { pool, started } = makePool();
    await pool.lease(settings);
    await pool.lease(other);
    expect(started).toHaveLength(2);
  });

  test('starts a new server after the last session has left', async () => {
    const { pool, started } = makePool();
    await (await pool.lease(settings)).release();
    await pool.lease(settings);
    expect(started).toHaveLength(2);
  });

  test('a server that is gone is not handed out', async () => {
    const { pool, started } = makePool();
    const lease = await pool.lease(settings);
    started[0]!.die();
    await lease.server.gone;
    await Promise.resolve();
    await pool.lease(settings);
    expect(started).toHaveLength(2);
    await lease.release();
    await pool.lease(settings);
    expect(started).toHaveLength(2);
  });

  test('ends a broken server for everybody', async () => {
    const { pool, started } = makePool();
    const [one, two] = [await pool.lease(settings), await pool.lease(settings)];
    await one.discard();
    expect(started[0]!.ended).toBe(1);
    await pool.lease(settings);
    expect(started).toHaveLength(2);
    await two.release();
    expect(started[1]!.ended).toBe(0);
  });

  test('retries a server that could not be started', async () => {
    let isBroken = true;
    const { pool, started } = makePool(() => isBroken);
    await expect(pool.lease(settings)).rejects.toThrow('no such program');
    isBroken = false;
    await pool.lease(settings);
    await pool.lease(settings);
    expect(started).toHaveLength(1);
  });
});
