import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startPosthouse } from '../__fixtures__/run-posthouse.ts';

/** Code of a swarm that prints what it finds when it is loaded, and once more when everything is there. */
const PROBE = `
const NAMES = ['SWARM_NAME', 'SWARM_SOURCE', 'SWARM_REGISTRY_FILE', 'BASE_URL'];
const tell = (when) => console.log(when + ': ' + NAMES.map((name) => process.env[name]).join(' '));
tell('at import');
const timer = setInterval(() => {
  if (process.env.BASE_URL === undefined) return;
  clearInterval(timer);
  tell('in the end');
}, 10);
export const probe = () => 'ok';
`;
const clerk = { name: 'clerk', comm_targets: [], enable_entrypoint: true, can_complete_tasks: true };
const SWARM = {
  name: 'desk',
  version: '1.0.0',
  entrypoint: 'clerk',
  agents: [{ ...clerk, actions: ['probe'], agent_params: { llm: 'scripted/clerk', system: '' } }],
  actions: [{ name: 'probe', description: 'Probes.', parameters: {}, function: 'module::./probe.mjs:probe' }],
};

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'posthouse-environment-'));
  await writeFile(join(folder, 'probe.mjs'), PROBE);
  await writeFile(join(folder, 'desk.json'), JSON.stringify(SWARM));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function printed(environment: Record<string, string> = {}): Promise<string> {
  const server = startPosthouse(['server', '-s', 'desk.json', '-p', '0'], { folder, environment });
  await server.says(/in the end: .*\n/);
  await server.says(/curl -N/);
  server.process.kill('SIGTERM');
  await server.ended;
  return server.output();
}

test('code in TypeScript finds in its environment what the reference leaves there, the port included', async () => {
  const output = await printed();
  expect(output).toContain('at import: desk desk.json  \n');
  const [url] = /http:\/\/127\.0\.0\.1:\d+/.exec(output)!;
  expect(output).toContain(`in the end: desk desk.json  ${url}\n`);
});

test('what the user has set stays', async () => {
  const output = await printed({ BASE_URL: 'https://mail.example', SWARM_REGISTRY_FILE: 'peers.json' });
  expect(output).toContain('at import: desk desk.json peers.json https://mail.example\n');
});
