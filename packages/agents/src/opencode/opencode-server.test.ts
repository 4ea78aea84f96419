import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, describe, expect, test } from 'vitest';
import { isRunning } from '../driving/process-table.ts';
import { standInOpencode, type StandInManner } from './__fixtures__/stand-in-opencode.ts';
import { OpencodeServer } from './opencode-server.ts';

const stand = standInOpencode();
afterAll(() => stand[Symbol.dispose]());

const start = (manner: StandInManner, more: object = {}): Promise<OpencodeServer> =>
  OpencodeServer.start({
    executable: stand.executable,
    env: { PATH: process.env.PATH!, STAND_IN_MANNER: manner, GREETING: 'hello' },
    config: { share: 'disabled' },
    ...more,
  });

async function gone(pid: number): Promise<boolean> {
  for (let tries = 0; isRunning(pid) && tries < 1_000; tries += 1) await sleep(10);
  return !isRunning(pid);
}

describe('an OpenCode server', () => {
  test('listens on loopback, with its configuration and variables, for us only', async () => {
    await using server = await start('serve');
    expect(server.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    const ask = async (headers: Record<string, string>): Promise<Record<string, unknown>> =>
      (await (await fetch(server.url, { headers })).json()) as Record<string, unknown>;
    expect(await ask({ authorization: server.authorization })).toMatchObject({
      isAllowed: true,
      config: '{"share":"disabled"}',
      greeting: 'hello',
      argv: ['serve', '--hostname=127.0.0.1', expect.stringMatching(/^--port=[1-9]\d*$/)],
    });
    expect(await ask({})).toMatchObject({ isAllowed: false });
  });

  test('a server has a new password each time', async () => {
    await using one = await start('serve');
    await using two = await start('serve');
    expect(one.authorization).not.toBe(two.authorization);
  });

  test('ends with its children when it is disposed of', async () => {
    const server = await start('serve');
    const child = Number(await (await fetch(`${server.url}/child`)).text());
    const { pid } = server;
    expect([isRunning(pid!), isRunning(child)]).toEqual([true, true]);
    await server[Symbol.asyncDispose]();
    expect([await gone(pid!), await gone(child)]).toEqual([true, true]);
  });

  test('a server that does not end by itself is killed', async () => {
    const server = await start('stubborn');
    await server[Symbol.asyncDispose]();
    expect(await gone(server.pid!)).toBe(true);
  });

  test('reports how it ended', async () => {
    await using server = await start('serve');
    await fetch(`${server.url}/exit`);
    expect(await server.gone).toMatch(/^OpenCode ended with code 3\./);
  });
});

describe('an OpenCode program that does not serve', () => {
  test('fails with its last words when it ends', async () => {
    await expect(start('exit')).rejects.toMatchObject({
      code: 'agent_failed',
      message: 'OpenCode ended with code 7. It said: no licence\nfor this',
    });
  });

  test('a program that says nothing is ended after a while', async () => {
    await expect(start('silent', { startMs: 300 })).rejects.toThrow('did not start within 300 ms');
  });

  test('tries other ports when its port is taken', async () => {
    await expect(start('busy-port')).rejects.toThrow('EADDRINUSE');
  });

  test('fails when it does not exist', async () => {
    await expect(start('serve', { executable: '/no/such/program' })).rejects.toThrow('could not be started');
  });
});
