import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { PACKAGES, podman, runWithPodman } from './containers/podman.ts';
import { runCommand } from './process/run-command.ts';
import { runTests } from './tests/run-tests.ts';
import { repositoryRoot } from './workspace/read-workspace.ts';

// `npm run e2e:containers`: builds the image, starts it and the compose file with podman, and tries them. On a machine of
// Debian's kind it brings podman along. What follows the command is passed on to vitest.
const require = createRequire(import.meta.url);
await bringPodman();
await bringBaseImages();
await podman(['build', '--network', 'host', '--format', 'docker', '--tag', 'posthouse', '.']);
process.exitCode = await runTests({
  options: ['--config', join(repositoryRoot, 'e2e/containers/vitest.config.ts')],
  wanted: process.argv.slice(2),
  directory: repositoryRoot,
});

async function bringPodman(): Promise<void> {
  const found = await Promise.allSettled([podman(['--version']), runWithPodman('podman-compose', ['--version'])]);
  if (found.every(({ status }) => status === 'fulfilled')) return;
  await runWithPodman('apt-get', ['-qq', 'update']);
  await runWithPodman('apt-get', ['-qq', 'install', '--yes', '--no-install-recommends', ...PACKAGES]);
}

/** From a registry of images, or made here if none answers. */
async function bringBaseImages(): Promise<void> {
  const names = ['debian:bookworm-slim', 'node:24-bookworm-slim', 'postgres:17-alpine'];
  for (const name of names) {
    const image = `docker.io/library/${name}`;
    if ((await runCommand('podman', ['image', 'exists', image], { directory: repositoryRoot })).code === 0) continue;
    const pulled = await podman(['pull', '--quiet', image]).catch(() => undefined);
    if (pulled !== undefined) continue;
    console.log('No registry of images answers: making the images to begin from.');
    const folders = [dirname(require.resolve('node/package.json')), join(process.env.npm_execpath ?? '', '../..')];
    await runWithPodman('bash', [join(repositoryRoot, 'scripts/containers/stand-in-images.sh'), ...folders]);
    return;
  }
}
