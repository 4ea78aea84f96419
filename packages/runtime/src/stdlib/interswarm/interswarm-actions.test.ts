import { describe, expect, test } from 'vitest';
import { localServer } from '../../outbound/__fixtures__/local-server.ts';
import { runAction } from '../__fixtures__/run-action.ts';
import { interswarmActions } from './interswarm-actions.ts';

const actions = interswarmActions({ policy: { allowPrivateNetworks: true } });
const names = ['ping_swarm', 'get_swarm_health', 'get_swarm_registry'];

const root = {
  name: 'mail',
  protocol_version: '1.3',
  status: 'running',
  swarm: { name: 'alpha', version: '1.3.0', entrypoint: 'supervisor', keywords: [] },
  uptime: 3.2,
};
const health = { status: 'healthy', swarm_name: 'alpha', timestamp: '2026-01-01T00:00:00Z' };
const swarms = [
  { swarm_name: 'alpha', base_url: 'http://localhost:8000', version: '1.3.0', last_seen: null },
  { swarm_name: 'beta', base_url: 'http://beta.example', version: '1.3.0', last_seen: null },
];

async function swarmServer(answers: Record<string, unknown> = { '/': root, '/health': health, '/swarms': { swarms } }) {
  return await localServer((request, response) => {
    const answer = answers[request.url ?? ''];
    if (answer === undefined) return void response.writeHead(404).end('{"detail":"Not Found"}');
    return void response.end(typeof answer === 'string' ? answer : JSON.stringify(answer));
  });
}

test('all actions have the names of the reference and are idempotent', () => {
  expect(actions.map(({ name }) => name)).toEqual(names);
  expect(actions.every(({ idempotent }) => idempotent)).toBe(true);
});

test('the actions answer for a running swarm', async () => {
  await using server = await swarmServer();
  for (const url of [server.origin, `${server.origin}/`, `${server.origin}?x#y`]) {
    expect(await runAction(actions, 'ping_swarm', { url })).toBe('pong');
    expect(await runAction(actions, 'get_swarm_health', { url })).toBe('healthy');
    expect(await runAction(actions, 'get_swarm_registry', { url })).toBe(
      'alpha@http://localhost:8000\nbeta@http://beta.example',
    );
  }
});

test('the actions answer for a swarm below a path', async () => {
  await using server = await swarmServer({ '/mail/': root, '/mail/health': health });
  expect(await runAction(actions, 'ping_swarm', { url: `${server.origin}/mail` })).toBe('pong');
  expect(await runAction(actions, 'get_swarm_health', { url: `${server.origin}/mail/` })).toBe('healthy');
});

describe('errors of the actions', () => {
  test.each([
    ['ping_swarm', { ...root, name: 'web' }],
    ['ping_swarm', { ...root, status: 'starting' }],
    ['ping_swarm', { ...root, swarm: { name: 'alpha' } }],
    ['ping_swarm', { ...root, swarm: { name: 1, entrypoint: 'x' } }],
    ['ping_swarm', []],
    ['ping_swarm', null],
    ['ping_swarm', '<html>hello</html>'],
    ['ping_swarm', ''],
    ['get_swarm_health', { health: 'ok' }],
    ['get_swarm_health', '"healthy"'],
    ['get_swarm_registry', { swarms: [] }],
    ['get_swarm_registry', { swarms: [{ name: 'alpha' }] }],
    ['get_swarm_registry', swarms],
  ])('an error is returned by %s for %j, which is no swarm', async (name, answer) => {
    await using server = await swarmServer({ '/': answer, '/health': answer, '/swarms': answer });
    expect(await runAction(actions, name, { url: server.origin })).toBe('Error: remote URL is not a valid MAIL swarm');
  });

  test('another status returns an error', async () => {
    await using server = await swarmServer({});
    for (const name of names) {
      expect(await runAction(actions, name, { url: server.origin })).toBe('Error: remote URL returned status code 404');
    }
  });

  test('a URL that is not allowed, invalid or unreachable returns an error', async () => {
    await using server = await swarmServer();
    for (const name of names) {
      expect(await runAction(interswarmActions(), name, { url: server.origin })).toMatch(/^Error: .*loopback address/);
      expect(await runAction(actions, name, { url: 'nonsense' })).toMatch(/^Error: .*not an absolute URL/);
    }
    expect(server.requests).toEqual([]);
    await server[Symbol.asyncDispose]();
    expect(await runAction(actions, 'ping_swarm', { url: server.origin })).toMatch(/^Error: .*could not be reached/);
  });

  test('an endless answer returns an error', async () => {
    await using server = await swarmServer({ '/': 'x'.repeat(1_000_001) });
    expect(await runAction(actions, 'ping_swarm', { url: server.origin })).toMatch(/^Error: .*larger than/);
  });
});
