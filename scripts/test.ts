import { runTests } from './tests/run-tests.ts';
import { repositoryRoot } from './workspace/read-workspace.ts';

// `npm test` and `npm run test:full`. What follows the command is passed on to vitest.
const wanted = process.argv.slice(2);
const isFull = wanted[0] === '--full';
process.exitCode = await runTests({
  options: isFull ? ['--mode', 'full'] : [],
  wanted: isFull ? wanted.slice(1) : wanted,
  directory: repositoryRoot,
});
