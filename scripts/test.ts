import { join } from 'node:path';
import { installFolder } from './tests/install-folder.ts';
import { readPassed, writePassed } from './tests/passed-record.ts';
import { readSourceTexts } from './workspace/read-source-texts.ts';
import { runTests } from './tests/run-tests.ts';
import { toSizedFiles } from './tests/sized-files.ts';
import { repositoryRoot } from './workspace/read-workspace.ts';

// `npm test` and `npm run test:full`. What follows the command is passed on to vitest, except for two options of CI, which runs one after the
// other: `--record FILE` runs what does not depend on the size of the run and writes down what passed, `--after FILE` leaves that out.
const wanted = process.argv.slice(2);
const isFull = wanted[0] === '--full';
if (isFull) wanted.shift();
const record = takeOption('--record');
const after = takeOption('--after');
// A PostgreSQL and what draws PDFs are too large to be installed for everybody.
const places = wanted.filter((each) => !each.startsWith('-'));
if (isFull && (places.length === 0 || places.some((place) => place.includes('e2e'))))
  await installFolder(join(repositoryRoot, 'e2e'));
// What depends on the size is run once, in the large run.
const sized = record === undefined ? [] : [...toSizedFiles(readSourceTexts(repositoryRoot))];
process.exitCode = await runTests({
  options: [
    ...(isFull ? ['--mode', 'full'] : []),
    ...sized.filter((file) => file.includes('.test.')).map((file) => `--exclude=${file}`),
  ],
  wanted,
  directory: repositoryRoot,
  ...(record === undefined ? {} : { onPassed: (files) => writePassed(record, files, repositoryRoot) }),
  ...(after === undefined ? {} : { leaveOut: readPassed(after) }),
});

/** The value that follows an option, which is taken out with it. */
function takeOption(name: string): string | undefined {
  const index = wanted.indexOf(name);
  return index === -1 ? undefined : wanted.splice(index, 2)[1];
}
