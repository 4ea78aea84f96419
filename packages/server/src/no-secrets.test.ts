import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { clerks } from './__fixtures__/clerks.ts';
import { startProgram } from './__fixtures__/start-program.ts';
import { type AuthServices, startAuthServices } from './auth/__fixtures__/auth-services.ts';
import { createToken } from './auth/tokens/token-records.ts';
import { knownSecrets } from './logging/known-secrets.ts';
import { openLog } from './logging/open-log.ts';
import { startServer } from './start-server.ts';

/** Each of them in another place, so that a leak says where it came from. */
const SECRETS = {
  environment: 'env-4f1c9a7be2',
  bearer: 'bearer-9b8d7f6a5c',
  basic: 'YmFzaWM6c2VjcmV0LTEyMw==',
  query: 'query-1a2b3c4d5e',
  cookie: 'cookie-6f7e8d9c0b',
  body: 'body-0a9b8c7d6e',
  peer: 'peer-5e4d3c2b1a',
  url: 'url-7c6b5a4f3e',
  apiKey: 'sk-live-1234567890abcdef',
};

let folder: string;
let services: AuthServices;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'posthouse-secrets-'));
  services = await startAuthServices();
});
afterAll(async () => {
  await services[Symbol.asyncDispose]();
  rmSync(folder, { recursive: true, force: true });
});

/** Sends secrets to every kind of route, in every place where a request has room for one. */
async function spill(url: string, token: string): Promise<void> {
  const { bearer, basic, query, cookie, body, peer, url: inURL, apiKey } = SECRETS;
  const paths = [
    '/',
    '/message',
    '/swarms',
    '/swarms/load',
    '/interswarm/forward',
    '/tasks',
    `/tasks/x?token=${query}`,
    '/nowhere',
    '/responses',
    '/v1/responses',
    '/v1/chat/completions',
    '/mcp',
  ];
  const bodies = [
    JSON.stringify({ body: `my password: ${body}`, kwargs: { api_key: body }, task_id: 't', token: body }),
    JSON.stringify({
      name: 'beta',
      base_url: `https://me:${inURL}@127.0.0.1:1/?access_token=${query}`,
      auth_token: peer,
    }),
    JSON.stringify({ json: `{"auth_token": "${peer}", "password": "${body}"}` }),
    JSON.stringify({ body: `fail with Bearer ${bearer} and ${apiKey}` }),
    `{"password": "${body}", broken`,
    `token=${body}`,
  ];
  const headers: Record<string, string>[] = [
    { authorization: `Bearer ${token}` },
    { authorization: `Bearer ${bearer}` },
    { authorization: `Basic ${basic}` },
    { authorization: bearer },
    { authorization: `Bearer ${token}`, 'x-api-key': apiKey, origin: `https://${query}.example` },
  ];
  for (const path of paths) {
    for (const header of headers) {
      const all = { ...header, cookie: `session=${cookie}`, 'idempotency-key': `token=${body}` };
      const separator = path.includes('?') ? '&' : '?';
      await (await fetch(`${url}${path}${separator}api_key=${query}`, { headers: all })).text();
      for (const content of bodies) {
        const response = await fetch(`${url}${path}${separator}secret=${query}`, {
          method: 'POST',
          headers: all,
          body: content,
        });
        await response.text();
      }
    }
  }
}

function leaksIn(text: string, more: string[] = []): string[] {
  return [...Object.values(SECRETS), ...more].filter((secret) => text.includes(secret));
}

describe('secrets in the log', () => {
  test('secrets never appear in the output of a development process at debug level', async () => {
    const environment = { OPENAI_API_KEY: SECRETS.environment, SWARM_AUTH_TOKEN_BETA: SECRETS.peer };
    await using program = await startProgram(['--folder', join(folder, '.posthouse'), '--drain', '100'], environment);
    await spill(program.url, program.tokens.user);
    await spill(program.url, program.tokens.admin);
    program.child.kill('SIGTERM');
    await program.ended;
    const lines = program.log().trim().split('\n');
    expect(lines.length).toBeGreaterThan(500);
    for (const line of lines) expect(() => JSON.parse(line) as unknown).not.toThrow();
    expect(leaksIn(program.log(), Object.values(program.tokens))).toEqual([]);
  });

  test('secrets never appear in files, with tokens of our own or of external services', async () => {
    using log = openLog({
      level: 'debug',
      format: 'json',
      folder: join(folder, 'logs'),
      secrets: knownSecrets({ A_TOKEN: SECRETS.environment }),
      write: () => undefined,
    });
    const { logger } = log;
    logger.info('told', { text: SECRETS.environment });
    const { authEndpoint, tokenInfoEndpoint } = services;
    const tokens: string[] = ['key-root'];
    const common = { port: 0, databaseURL: 'sqlite::memory:', logger, handleSignals: false, debug: true } as const;
    {
      await using server = await startServer(clerks(), { ...common, auth: 'tokens', drainMs: 100 });
      const { token } = await createToken(server.served.store.records, { role: 'admin', id: 'ops' });
      tokens.push(token);
      await spill(server.url, token);
    }
    {
      await using server = await startServer(clerks(), {
        ...common,
        auth: { authEndpoint, tokenInfoEndpoint },
        drainMs: 100,
      });
      await spill(server.url, 'key-root');
      services.info = () => ({ status: 500 });
      await spill(server.url, 'key-alice');
    }
    const files = readdirSync(join(folder, 'logs'));
    const text = files.map((name) => readFileSync(join(folder, 'logs', name), 'utf8')).join('');
    expect(text.split('\n').length).toBeGreaterThan(500);
    expect(leaksIn(text, [...tokens, 'key-alice', 'jwt-key'])).toEqual([]);
  });
});
