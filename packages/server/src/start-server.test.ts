import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { agent, swarm } from '@posthouse/runtime';
import { openStore } from '@posthouse/store';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { clerks } from './__fixtures__/clerks.ts';
import { FrameReader } from './__fixtures__/read-frames.ts';
import { startAuthServices } from './auth/__fixtures__/auth-services.ts';
import { createToken, revokeToken } from './auth/tokens/token-records.ts';
import { rawRequest } from './edge/__fixtures__/raw-request.ts';
import { createLogger } from './logging/create-logger.ts';
import { quiet } from './logging/quiet.ts';
import type { RunningServer, StartOptions } from './start-options.ts';
import { startServer } from './start-server.ts';

const TEST = { port: 0, databaseURL: 'sqlite::memory:', logger: quiet, auth: 'auto', handleSignals: false } as const;

function ask(server: RunningServer, path: string, token?: string, init: RequestInit = {}): Promise<Response> {
  const headers = { ...(token === undefined ? {} : { authorization: `Bearer ${token}` }), ...init.headers };
  return fetch(`${server.url}${path}`, { ...init, headers });
}

function post(server: RunningServer, token: string, body: object): Promise<Response> {
  return ask(server, '/message', token, { method: 'POST', body: JSON.stringify(body) });
}

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'posthouse-start-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe('a development server', () => {
  test('serves a swarm with a token for each role', async () => {
    await using server = await startServer(clerks(), TEST);
    const { user, admin, agent: peer } = server.tokens!;
    expect(await (await post(server, user, { body: 'hi' })).json()).toMatchObject({ response: 'you said: hi' });
    expect(await (await ask(server, '/whoami', admin)).json()).toEqual({ id: 'dev-admin', role: 'admin' });
    expect((await ask(server, '/message', peer, { method: 'POST', body: '{}' })).status).toBe(401);
    expect((await ask(server, '/whoami')).status).toBe(401);
  });

  test('prints what is needed, and leaves it for the command line', async () => {
    const printed: string[] = [];
    const lines: string[] = [];
    const server = await startServer(clerks(), {
      ...TEST,
      developmentFolder: join(folder, '.posthouse'),
      logger: createLogger({ write: (line) => lines.push(line) }),
      announce: (text) => printed.push(text),
    });
    const file = join(folder, '.posthouse', 'dev.json');
    const { url, tokens } = server;
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({ url, tokens, pid: process.pid });
    expect(statSync(file).mode & 0o777).toBe(0o600);
    for (const token of Object.values(tokens!)) {
      expect(printed.join('')).toContain(token);
      expect(lines.join('')).not.toContain(token);
    }
    await server.stop();
    expect(existsSync(file)).toBe(false);
  });

  test('keeps its tokens through a restart', async () => {
    const options = {
      ...TEST,
      developmentFolder: join(folder, '.posthouse'),
      logger: createLogger({ level: 'error' }),
      announce: () => undefined,
    };
    const before = await startServer(clerks(), options);
    await before.stop();
    await using after = await startServer(clerks(), options);
    expect(await (await ask(after, '/whoami', before.tokens!.user)).json()).toMatchObject({ id: 'dev-user' });
  });

  test('listens on this machine only: a host that was not deliberate is replaced with a notice', async () => {
    const lines: string[] = [];
    await using server = await startServer(clerks(), {
      ...TEST,
      host: '0.0.0.0',
      hostIsDeliberate: false,
      developmentFolder: folder,
      logger: createLogger({ level: 'warn', write: (line) => lines.push(line) }),
      announce: () => undefined,
    });
    expect(server.url).toMatch(/^http:\/\/127\.0\.0\.1:/);
    expect(lines.join()).toContain('listening on 127.0.0.1 instead of 0.0.0.0');
  });

  test.each(['0.0.0.0', '::', '192.0.2.1'])(
    'a development server does not start on %s when that was deliberate',
    async (host) => {
      await expect(startServer(clerks(), { ...TEST, host })).rejects.toMatchObject({
        code: 'invalid_configuration',
        message: expect.stringContaining(`not on ${host}`),
      });
    },
  );

  test('answers no web page whose own name resolves here', async () => {
    await using server = await startServer(clerks(), TEST);
    const request = (host: string) =>
      rawRequest(
        server.port,
        `GET /whoami HTTP/1.1\r\nHost: ${host}\r\nAuthorization: Bearer ${server.tokens!.admin}\r\nConnection: close\r\n\r\n`,
      );
    expect(await request('rebound.example')).toMatch(/^HTTP\/1\.1 403 [\s\S]*"code":"origin_refused"/);
    expect(await request(`localhost:${server.port}`)).toMatch(/^HTTP\/1\.1 200 /);
    const fromPage = await ask(server, '/whoami', server.tokens!.admin, {
      headers: { origin: 'https://evil.example' },
    });
    expect(fromPage.status).toBe(403);
  });

  test('puts additional routes behind its own, and behind the same guards', async () => {
    await using server = await startServer(clerks(), {
      ...TEST,
      extend: (app) => app.get('/page', (c) => c.text('a page')).get('/whoami', (c) => c.text('somebody else')),
    });
    expect(await (await ask(server, '/page')).text()).toBe('a page');
    expect((await ask(server, '/page', undefined, { headers: { origin: 'https://evil.example' } })).status).toBe(403);
    expect(await (await ask(server, '/whoami', server.tokens!.admin)).json()).toMatchObject({ role: 'admin' });
  });

  test('accepts a token made meanwhile at once', async () => {
    await using store = await openStore('sqlite::memory:');
    await using server = await startServer(clerks(), { ...TEST, store });
    const { token } = await createToken(store.records, { role: 'user', id: 'alice' });
    expect(await (await ask(server, '/whoami', token)).json()).toEqual({ id: 'alice', role: 'user' });
  });
});

describe('a server with tokens of its own', () => {
  test('leaves development, and accepts any address and any Host', async () => {
    await using store = await openStore('sqlite::memory:');
    const { token, record } = await createToken(store.records, { role: 'user', id: 'alice' });
    await using server = await startServer(clerks(), { ...TEST, store, host: '127.0.0.1' });
    expect(server.tokens).toBeUndefined();
    const request = `GET /whoami HTTP/1.1\r\nHost: mail.example\r\nAuthorization: Bearer ${token}\r\nConnection: close\r\n\r\n`;
    expect(await rawRequest(server.port, request)).toMatch(/^HTTP\/1\.1 200 [\s\S]*"alice"/);
    await revokeToken(store.records, { handle: record.handle });
    await expect.poll(async () => (await ask(server, '/whoami', token)).status).toBe(401);
  });

  test('says that it waits for its first token', async () => {
    const lines: string[] = [];
    const logger = createLogger({ level: 'warn', write: (line) => lines.push(line) });
    await using server = await startServer(clerks(), { ...TEST, auth: 'tokens', logger });
    expect(lines.join()).toContain('nobody has a token yet: posthouse token create');
    expect((await ask(server, '/whoami', 'anything')).status).toBe(401);
  });
});

describe('a server with external authentication', () => {
  test('Q39: asks the services twice for many requests, and lets nobody in when they are gone', async () => {
    const services = await startAuthServices();
    const { authEndpoint, tokenInfoEndpoint } = services;
    await using server = await startServer(clerks(), { ...TEST, auth: { authEndpoint, tokenInfoEndpoint } });
    await Promise.all(
      Array.from({ length: 10 }, async () => {
        expect(await (await ask(server, '/whoami', 'key-alice')).json()).toEqual({ id: 'alice', role: 'user' });
      }),
    );
    expect(services.calls).toHaveLength(2);
    expect((await ask(server, '/whoami', 'wrong')).status).toBe(401);
    await services[Symbol.asyncDispose]();
    const refused = await ask(server, '/whoami', 'key-root');
    expect(refused.status).toBe(503);
    expect(await refused.json()).toMatchObject({ code: 'unavailable' });
  });
});

describe('limits of a server', () => {
  /** Two agents who would write to each other for ever. */
  function chatterers(limit?: number) {
    let rounds = 0;
    const boss = agent({
      name: 'boss',
      commTargets: ['echo'],
      enableEntrypoint: true,
      canCompleteTasks: true,
      run: ({ inputs }) => {
        const stop = inputs.some(({ message }) => message.sender.addressType === 'system') || rounds > 40;
        rounds += 1;
        return stop
          ? { calls: [{ tool: 'task_complete', input: { finish_message: `after ${rounds} rounds` } }] }
          : { calls: [{ tool: 'send_request', input: { target: 'echo', subject: 's', body: 'm' } }] };
      },
    });
    const echo = agent({
      name: 'echo',
      commTargets: ['boss'],
      run: () => ({ calls: [{ tool: 'send_response', input: { target: 'boss', subject: 's', body: 'm' } }] }),
    });
    const own = limit === undefined ? {} : { taskMessageLimit: limit };
    return {
      team: swarm({ name: 'chat', version: '1', agents: [boss, echo], entrypoint: 'boss', ...own }),
      rounds: () => rounds,
    };
  }

  async function run(options: Partial<StartOptions>, own?: number): Promise<number> {
    const { team, rounds } = chatterers(own);
    await using server = await startServer(team, { ...TEST, ...options });
    await post(server, server.tokens!.user, { body: 'go' });
    return rounds();
  }

  test('Q37: the limit of messages per run ends a run', async () => {
    const unlimited = await run({});
    expect(unlimited).toBeGreaterThan(40);
    expect(await run({ taskMessageLimit: 5 })).toBeLessThan(6);
  });

  test('the limit of messages also applies to swarms that are loaded later', async () => {
    await using server = await startServer(clerks(), { ...TEST, taskMessageLimit: 5 });
    const agents = [
      {
        name: 'boss',
        factory: 'python::mail.factories.supervisor:LiteLLMSupervisorFunction',
        comm_targets: [],
        agent_params: { llm: 'openai/gpt-5-mini', system: 'x' },
        enable_entrypoint: true,
        can_complete_tasks: true,
      },
    ];
    const json = JSON.stringify({ name: 'later', version: '1', entrypoint: 'boss', agents, actions: [] });
    const definition = await server.served.load(json);
    expect(definition.limits).toEqual({ messages: 5 });
    expect(server.served.definition('later').limits).toEqual({ messages: 5 });
  });

  test('the limits of a swarm win', async () => {
    expect(await run({ taskMessageLimit: 5 }, 15)).toBeGreaterThan(6);
  });

  test('Q58: body size, rate and public URL can be configured', async () => {
    await using server = await startServer(clerks(), {
      ...TEST,
      limits: { bodyBytes: 200, rate: { perSecond: 1, burst: 5 } },
      publicURL: 'https://mail.example/swarm',
      cors: { origins: ['https://page.example'] },
    });
    const { user } = server.tokens!;
    expect((await post(server, user, { body: 'x'.repeat(500) })).status).toBe(413);
    const page = await ask(server, '/whoami', user, { headers: { origin: 'https://page.example' } });
    expect(page.headers.get('access-control-allow-origin')).toBe('https://page.example');
    const statuses = await Promise.all(
      Array.from({ length: 9 }, async () => (await ask(server, '/whoami', user)).status),
    );
    expect(statuses).toContain(429);
    expect(server.publicURL).toBe('https://mail.example/swarm');
  });

  test('Q58: certificate files make it speak HTTPS', async () => {
    const { selfSignedCertificate } = await import('@posthouse/testkit');
    const { certificate, key } = selfSignedCertificate('localhost');
    const tls = { certFile: join(folder, 'cert.pem'), keyFile: join(folder, 'key.pem') };
    writeFileSync(tls.certFile, certificate);
    writeFileSync(tls.keyFile, key);
    await using server = await startServer(clerks(), { ...TEST, tls });
    expect(server.url).toMatch(/^https:\/\/127\.0\.0\.1:/);
    await expect(fetch(server.url)).rejects.toMatchObject({ cause: { code: 'DEPTH_ZERO_SELF_SIGNED_CERT' } });
  });
});

describe('startServer', () => {
  test('serves several swarms, one of them the default', async () => {
    await using server = await startServer([clerks('one'), clerks('two')], { ...TEST, defaultSwarm: 'two' });
    expect(server.served.swarmNames()).toEqual(['one', 'two']);
    expect(await (await ask(server, '/')).json()).toMatchObject({ swarm: { name: 'two' } });
  });

  test('describes swarms that have no description', async () => {
    const plain = { ...clerks(), description: '', keywords: [] };
    const fallbacks = { description: 'said elsewhere', keywords: ['k'] };
    await using server = await startServer([plain, clerks('own')], { ...TEST, fallbacks });
    expect(server.served.definition('desk')).toMatchObject(fallbacks);
    expect(server.served.definition('own')).toMatchObject({ description: 'the own', keywords: ['test'] });
  });

  test('refuses no swarm, or an unknown default', async () => {
    await expect(startServer([], TEST)).rejects.toThrow('there is no swarm to serve');
    await expect(startServer(clerks(), { ...TEST, defaultSwarm: 'none' })).rejects.toMatchObject({
      code: 'swarm_not_found',
    });
  });

  test('leaves nothing behind when it fails', async () => {
    await using store = await openStore('sqlite::memory:');
    await using first = await startServer(clerks(), { ...TEST, store });
    await expect(startServer(clerks(), { ...TEST, store, port: first.port })).rejects.toThrow(
      /used by another program/,
    );
    // The store was not ours to close, and the node of the failed start has left it again.
    expect(await store.nodes()).toHaveLength(1);
  });

  test('keeps the store of a URL in its file', async () => {
    const databaseURL = `sqlite:${join(folder, 'kept.db')}`;
    const first = await startServer(clerks(), { ...TEST, databaseURL });
    await (await post(first, first.tokens!.user, { body: 'hi', task_id: 't' })).json();
    await first.stop();
    await using second = await startServer(clerks(), { ...TEST, databaseURL });
    expect((await ask(second, '/tasks/t', second.tokens!.user)).status).toBe(200);
    expect((await ask(second, '/tasks/t', first.tokens!.user)).status).toBe(401);
  });
});

describe('the environment of a program', () => {
  const { databaseURL: _, auth: __, ...bare } = TEST;
  afterEach(() => vi.unstubAllEnvs());

  test('names the database, unless the program does', async () => {
    vi.stubEnv('DATABASE_URL', `sqlite:${join(folder, 'env.db')}`);
    vi.stubEnv('AUTH_ENDPOINT', undefined);
    vi.stubEnv('TOKEN_INFO_ENDPOINT', undefined);
    await using server = await startServer(clerks(), bare);
    expect(server.tokens).toBeDefined();
    expect(existsSync(join(folder, 'env.db'))).toBe(true);
    await using other = await startServer(clerks(), { ...bare, databaseURL: `sqlite:${join(folder, 'own.db')}` });
    expect(existsSync(join(folder, 'own.db'))).toBe(true);
    expect(other.port).not.toBe(server.port);
  });

  test('names the authentication services', async () => {
    await using services = await startAuthServices();
    vi.stubEnv('AUTH_ENDPOINT', services.authEndpoint);
    vi.stubEnv('TOKEN_INFO_ENDPOINT', services.tokenInfoEndpoint);
    await using server = await startServer(clerks(), { ...bare, databaseURL: 'sqlite::memory:' });
    expect(server.tokens).toBeUndefined();
    expect(await (await ask(server, '/whoami', 'key-root')).json()).toEqual({ id: 'root', role: 'admin' });
  });

  test('keeps the server from starting when one of two is missing', async () => {
    vi.stubEnv('AUTH_ENDPOINT', 'https://a.example/auth');
    vi.stubEnv('TOKEN_INFO_ENDPOINT', '');
    await expect(startServer(clerks(), { ...bare, databaseURL: 'sqlite::memory:' })).rejects.toMatchObject({
      code: 'invalid_configuration',
      message: expect.stringContaining('TOKEN_INFO_ENDPOINT is not'),
    });
  });

  test('an unusable database is reported without its password', async () => {
    const error = await startServer(clerks(), { ...TEST, databaseURL: 'mysql://me:hunter2hunter2@db/x' }).catch(
      (thrown: unknown) => thrown,
    );
    expect(error).toMatchObject({ code: 'invalid_configuration' });
    expect(String(error)).not.toContain('hunter2');
  });
});

describe('stopping a server', () => {
  test('a stopping server returns an answer that comes in time', async () => {
    const server = await startServer(clerks(), TEST);
    const answer = post(server, server.tokens!.user, { body: 'wait 200' });
    await expect
      .poll(async () => (await (await ask(server, '/tasks', server.tokens!.user)).text()).length)
      .toBeGreaterThan(2);
    await server.stop({ drainMs: 5_000 });
    expect(await (await answer).json()).toMatchObject({ response: 'waited 200' });
  });

  test('Q38: tells callers who wait for longer, and nothing hangs', async () => {
    const server = await startServer(clerks(), TEST);
    const answer = post(server, server.tokens!.user, { body: 'hang' });
    await expect
      .poll(async () => (await (await ask(server, '/tasks', server.tokens!.user)).text()).length)
      .toBeGreaterThan(2);
    await server.stop({ drainMs: 300 });
    expect((await answer).status).toBe(503);
    expect(await (await answer).json()).toMatchObject({ code: 'unavailable' });
  });

  test('a stopping server ends streams, so that their readers can continue elsewhere', async () => {
    const server = await startServer(clerks(), TEST);
    const response = await post(server, server.tokens!.user, { body: 'hang', stream: true });
    const reader = new FrameReader(response);
    await reader.until('new_message');
    await server.stop({ drainMs: 200 });
    const frames = await reader.rest();
    expect(frames.some(({ id }) => id !== undefined)).toBe(true);
    expect(frames.map(({ event }) => event)).not.toContain('task_complete');
  });

  test('a server that is stopped twice stops once, and disposing is the same', async () => {
    const server = await startServer(clerks(), TEST);
    const first = server.stop();
    expect(server.stop({ drainMs: 0 })).toBe(first);
    await server[Symbol.asyncDispose]();
    await expect(fetch(server.url)).rejects.toThrow('fetch failed');
  });

  test('a signal of the program stops a server', async () => {
    const controller = new AbortController();
    const server = await startServer(clerks(), { ...TEST, signal: controller.signal });
    controller.abort();
    await server.stop();
    await expect(fetch(server.url)).rejects.toThrow('fetch failed');
    await using late = await startServer(clerks(), { ...TEST, signal: AbortSignal.abort() });
    await late.stop();
    await expect(fetch(late.url)).rejects.toThrow('fetch failed');
  });

  test('a stopped server leaves no listeners on the process', async () => {
    const before = [process.listenerCount('SIGTERM'), process.listenerCount('SIGINT')];
    const servers = await Promise.all([1, 2, 3].map(() => startServer(clerks(), { ...TEST, handleSignals: true })));
    expect(process.listenerCount('SIGTERM')).toBe(before[0]! + 1);
    await Promise.all(servers.map((server) => server.stop()));
    expect([process.listenerCount('SIGTERM'), process.listenerCount('SIGINT')]).toEqual(before);
  });
});
