import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { podman, runWithPodman } from '../../scripts/containers/podman.ts';
import { repositoryRoot } from '../../scripts/workspace/read-workspace.ts';
import { ask, isReady } from './__fixtures__/server-container.ts';

/** Named, because Debian's podman-compose does not know profiles and would start what is behind one. */
const OURS = ['database', 'server'];

let folder: string;

/** The compose file of the repository, with a swarm of one's own as docs/docker.md says. */
const compose = (...words: string[]): Promise<string> =>
  runWithPodman('podman-compose', [
    '--project-name=posthouse-e2e',
    `--file=${join(repositoryRoot, 'compose.yaml')}`,
    `--file=${join(folder, 'own.yaml')}`,
    ...words,
  ]);

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'posthouse-compose-'));
  vi.stubEnv('POSTGRES_PASSWORD', 'chosen-for-the-test');
  await writeFile(
    join(folder, 'own.yaml'),
    `services:
  server:
    image: posthouse
    environment:
      SWARM_SOURCE: /app/my-swarm/swarm.ts
      SWARM_NAME: ''
    volumes:
      - ${join(import.meta.dirname, '__fixtures__/my-swarm')}:/app/my-swarm:ro
`,
  );
  await compose('down', '--volumes').catch(() => undefined);
});
afterAll(async () => {
  await compose('down', '--volumes');
  await rm(folder, { recursive: true });
});

test('the compose file starts the server on PostgreSQL, and its data outlives both containers', async () => {
  await compose('up', '--detach', '--no-build', ...OURS);
  await expect.poll(isReady).toBe(true);
  // podman-compose prints what it does as well.
  const printed = await compose('run', '--rm', '-T', 'server', 'token', 'create', '--role', 'user', '--id', 'alice');
  const [token] = /^ph_user_\S+$/m.exec(printed)!;
  const answer = await ask('/message', token, { body: 'hello', task_id: 'first' });
  expect(answer.response).toBe('You said: hello');
  const server = 'posthouse-e2e_server_1';
  expect(await podman(['exec', server, 'id', '--user'])).toBe('1000');
  await expect(podman(['exec', server, 'touch', '/app/new'])).rejects.toThrow('Read-only file system');

  await compose('down');
  await compose('up', '--detach', '--no-build', ...OURS);
  await expect.poll(isReady).toBe(true);
  expect(JSON.stringify(await ask('/tasks/first', token))).toContain('You said: hello');
});
