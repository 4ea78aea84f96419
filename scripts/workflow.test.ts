import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { repositoryRoot } from './workspace/read-workspace.ts';

const workflow = readFileSync(join(repositoryRoot, '.github/workflows/ci.yml'), 'utf8');
const jobs = workflow.slice(workflow.indexOf('\n  tests:'), workflow.indexOf('\n  agents:'));
const folders = [...jobs.matchAll(/folders: ([^}]+) \}/g)].flatMap((match) => match[1]!.split(' '));

test('the jobs of CI run every test file, each once', () => {
  const files = globSync('{packages,apps,examples,scripts,e2e}/**/*.test.{ts,tsx}', {
    cwd: repositoryRoot,
    exclude: (path) => /(?:^|\/)(?:node_modules|dist)(?:\/|$)/.test(path),
  });
  // Commands of their own: `npm run e2e:agents` and `npm run e2e:containers`.
  const tests = files.filter((file) => !/^e2e\/(?:agents|containers)\//.test(file));
  const runs = tests.map((file) => ({ file, jobs: folders.filter((folder) => file.startsWith(`${folder}/`)).length }));
  expect(tests.length).toBeGreaterThan(500);
  expect(runs.filter(({ jobs: count }) => count !== 1)).toEqual([]);
});

test('actions are pinned to a commit, so that nobody can change them', () => {
  for (const file of globSync('.github/workflows/*.yml', { cwd: repositoryRoot })) {
    const uses = [...readFileSync(join(repositoryRoot, file), 'utf8').matchAll(/uses: (\S+)/g)].map(
      (match) => match[1],
    );
    for (const action of uses) expect(action).toMatch(/@[\da-f]{40}$/);
  }
});
