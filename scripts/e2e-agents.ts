import { join } from 'node:path';
import { installFolder } from './tests/install-folder.ts';
import { runTests } from './tests/run-tests.ts';
import { repositoryRoot } from './workspace/read-workspace.ts';

// `npm run e2e:agents`: installs the agent programs into a folder of their own, which takes more than a gigabyte, and
// drives each of them against a scripted model server. What follows the command is passed on to vitest.
const folder = join(repositoryRoot, 'e2e/agents');
// No script of a runtime has to run for it to work, and none of them is ours.
await installFolder(folder, ['--ignore-scripts']);
process.exitCode = await runTests({
  options: ['--config', join(folder, 'vitest.config.ts')],
  wanted: process.argv.slice(2),
  directory: repositoryRoot,
});
