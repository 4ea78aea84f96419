import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { checkModule } from './check-module.ts';

const samples = join(import.meta.dirname, '../swarm-source/__fixtures__');

describe('checking a module', () => {
  test('a module that exports swarms is accepted', async () => {
    expect(await checkModule(join(samples, 'two-swarms.ts'))).toEqual({
      kind: 'module',
      content: '2 swarms: first with 1 agent, second with 1 agent',
      problems: [],
      warnings: [],
    });
  });

  test('every problem of a swarm that contradicts itself is reported', async () => {
    const { kind, problems } = await checkModule(join(samples, 'broken-swarm.ts'));
    expect(kind).toBe('module');
    expect(problems.length).toBeGreaterThan(1);
    expect(problems.map(({ path }) => path)).toContain('entrypoint');
  });

  test.each(['no-swarm.ts', 'library.ts', 'missing.ts'])('a module without a swarm is refused: %s', async (file) => {
    const { problems } = await checkModule(join(samples, file));
    expect(problems).toEqual([{ path: '(the whole file)', message: expect.stringContaining(file) }]);
  });
});
