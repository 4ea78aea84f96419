import { readFile } from 'node:fs/promises';
import { MODEL_PACKAGES } from '@posthouse/runtime';
import { expect, test } from 'vitest';
import { checkSwarms } from './check-swarms.ts';

test('validate warns of each missing package', async () => {
  const clerk = { name: 'clerk', comm_targets: [], enable_entrypoint: true, can_complete_tasks: true };
  const agents = [{ ...clerk, agent_params: { llm: 'openai/gpt-5' } }];
  const report = await checkSwarms(
    { name: 'desk', version: '1.0.0', entrypoint: 'clerk', agents, actions: [] },
    {},
    () => false,
  );
  expect(report.problems).toEqual([]);
  expect(report.warnings).toEqual([
    { path: '(the whole file)', message: expect.stringMatching(/^the package @ai-sdk\/openai is not installed/) },
  ]);
});

test('the page about moving installs what every model of a deployment needs', async () => {
  const page = await readFile(new URL('../../../../../docs/moving-from-python.md', import.meta.url), 'utf8');
  const [, line] = /^npm install (.*)$/m.exec(page)!;
  const needed = new Set(Object.values(MODEL_PACKAGES).filter((name) => name !== undefined));
  expect(
    line!
      .split(' ')
      .filter((name) => name.startsWith('@ai-sdk/'))
      .toSorted(),
  ).toEqual([...needed].toSorted());
});
