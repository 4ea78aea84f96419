import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stdlibLibrary } from '@posthouse/runtime/stdlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { UsageError } from '../usage-error.ts';
import { referenceLibrary } from './__fixtures__/library.ts';
import oneSwarm, { soloSwarm } from './__fixtures__/one-swarm.ts';
import { importModule } from './import-module.ts';
import { loadLibrary } from './load-library.ts';
import { loadModule, toDefinitions } from './load-module.ts';
import { loadSource } from './load-source.ts';

const samples = join(import.meta.dirname, '__fixtures__');
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'posthouse-source-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

describe('loading a module with swarms', () => {
  test('other programs can import such a module as well', async () => {
    expect(oneSwarm.definition.name).toBe('one');
    expect((await import('./__fixtures__/two-swarms.ts')).default).toHaveLength(2);
    expect((await import('./__fixtures__/named-swarms.ts')).swarms).toHaveLength(1);
    expect((await import('./__fixtures__/no-swarm.ts')).something).toBe('else');
    await expect(import('./__fixtures__/broken-swarm.ts')).rejects.toMatchObject({ code: 'invalid_swarm' });
  });

  test.each([
    ['one-swarm.ts', ['one']],
    ['two-swarms.ts', ['first', 'second']],
    ['named-swarms.ts', ['named']],
  ])('%s provides the swarms %j', async (file, names) => {
    const swarms = await loadModule(join(samples, file), file);
    expect(swarms.map(({ name }) => name)).toEqual(names);
  });

  test('a module that exports no swarm is refused with a hint how to export one', async () => {
    await expect(loadModule(join(samples, 'no-swarm.ts'), 'no-swarm.ts')).rejects.toMatchObject({
      message: "'no-swarm.ts' exports no swarm.",
      hint: expect.stringContaining('export default swarm('),
    });
  });

  test('a module that throws is refused with the reason alone', async () => {
    await writeFile(join(folder, 'throws.mjs'), "throw new Error('out of order');");
    await expect(importModule(join(folder, 'throws.mjs'), 'throws.mjs')).rejects.toThrow(
      new UsageError("'throws.mjs' cannot be loaded: out of order"),
    );
    await writeFile(join(folder, 'lost.mjs'), "import './nowhere.mjs';");
    const lost = importModule(join(folder, 'lost.mjs'), 'lost.mjs');
    await expect(lost).rejects.toBeInstanceOf(UsageError);
    await expect(lost).rejects.toThrow(/^'lost\.mjs' cannot be loaded: /);
  });

  test('a module that defines an invalid swarm is refused with all its problems', async () => {
    const broken = loadModule(join(samples, 'broken-swarm.ts'), 'broken-swarm.ts');
    await expect(broken).rejects.toMatchObject({ cause: { code: 'invalid_swarm', details: expect.any(Array) } });
  });

  test('a module that does not exist is reported by the name that was typed', async () => {
    await expect(importModule(join(folder, 'none.ts'), './none.ts')).rejects.toThrow("There is no file './none.ts'.");
  });
});

describe('the export of a module', () => {
  const swarm = soloSwarm('x');

  test.each<[string, unknown, string[] | undefined]>([
    ['is accepted if it is a swarm', swarm, ['x']],
    ['is accepted if it is the definition of a swarm', swarm.definition, ['x']],
    ['is accepted if it is a list of swarms and definitions', [swarm, soloSwarm('y').definition], ['x', 'y']],
    ['is refused if it is undefined', undefined, undefined],
    ['is refused if it is null', null, undefined],
    ['is refused if it is an empty list', [], undefined],
    ['is refused if it is a list with something else in it', [swarm, 5], undefined],
    ['is refused if it is an object of another kind', { name: 'x' }, undefined],
    ['is refused if it is a string', 'swarm', undefined],
    ['is refused if it is a function', () => swarm, undefined],
  ])('the export of a module %s', (_, exported, names) => {
    expect(toDefinitions(exported)?.map(({ name }) => name)).toEqual(names);
  });
});

describe('the action library', () => {
  test('the action library contains the standard actions', async () => {
    const { actions, prompts } = await loadLibrary(undefined, folder);
    expect(Object.keys(actions).toSorted()).toEqual(Object.keys(stdlibLibrary()).toSorted());
    expect(prompts).toEqual({});
  });

  test("includes the actions of the user's module", async () => {
    const { actions, prompts } = await loadLibrary('library.ts', samples);
    expect(Object.keys(actions)).toEqual(
      expect.arrayContaining(['examples/math:calculateExpression', 'stdlib/http:httpGet']),
    );
    expect(prompts).toEqual(referenceLibrary.prompts);
  });

  test.each(['no-swarm.ts', 'one-swarm.ts'])(
    'the action library cannot be loaded from %s, which exports none',
    async (file) => {
      await expect(loadLibrary(file, samples)).rejects.toMatchObject({
        message: `'${file}' exports no library.`,
        hint: expect.stringContaining('referenceLibrary'),
      });
    },
  );
});

describe('a swarm source', () => {
  const reference = {
    name: 'sums',
    version: '1.0.0',
    entrypoint: 'math',
    colour: 'red',
    agents: [
      {
        name: 'math',
        factory: 'python::mail.factories.supervisor:LiteLLMSupervisorFunction',
        comm_targets: [],
        enable_entrypoint: true,
        can_complete_tasks: true,
        actions: ['calculate_expression'],
        agent_params: { llm: 'openai/gpt-5-mini', system: 'python::mail.examples.math_dummy.prompts:SYSPROMPT' },
      },
    ],
    actions: [],
    action_imports: ['python::mail.examples.math_dummy.actions:calculate_expression'],
  };

  test('a swarm source may be a swarms file of the reference that names its own prompts and actions, without a library', async () => {
    await writeFile(join(folder, 'reference.json'), JSON.stringify([reference]));
    const swarms = await loadSource('reference.json', { folder, library: await loadLibrary(undefined, folder) });
    expect(swarms[0]!.agents[0]).toMatchObject({
      system: expect.stringContaining('calculate_expression'),
      actions: [{ name: 'calculate_expression' }],
    });
  });

  test("a swarm source may name Python code that the user's library stands in for", async () => {
    const swarm = { ...reference, action_imports: [...reference.action_imports, 'desk.actions:stamp'] };
    await writeFile(join(folder, 'stamping.json'), JSON.stringify(swarm));
    const swarms = await loadSource('stamping.json', { folder, library: await loadLibrary('library.ts', samples) });
    expect(swarms[0]!.actions.map(({ name }) => name)).toContain('stamp');
  });

  test('a swarm source prefers what the library has for a name of the reference', async () => {
    await writeFile(join(folder, 'reference.json'), JSON.stringify([reference]));
    const warnings: string[] = [];
    const swarms = await loadSource('reference.json', {
      folder,
      library: await loadLibrary('library.ts', samples),
      onWarning: ({ path }) => warnings.push(path),
    });
    expect(swarms[0]).toMatchObject({ name: 'sums', agents: [{ system: 'You calculate.' }] });
    expect(warnings).toContain('0.colour');
  });

  test('a swarm source is refused with the names that the library does not have', async () => {
    await writeFile(
      join(folder, 'lost.json'),
      JSON.stringify({ ...reference, action_imports: ['library::desk:stamp'] }),
    );
    const library = await loadLibrary(undefined, folder);
    await expect(loadSource('lost.json', { folder, library })).rejects.toMatchObject({
      code: 'invalid_swarm',
      message: expect.stringContaining("'library::desk:stamp' is not in the library."),
    });
  });

  test('a swarm source may be a module', async () => {
    const library = await loadLibrary(undefined, folder);
    expect((await loadSource('two-swarms.ts', { folder: samples, library })).map(({ name }) => name)).toEqual([
      'first',
      'second',
    ]);
  });

  test.each([
    ['none.json', '', "There is no swarms file 'none.json' here."],
    ['empty.json', '[]', "There is no swarm in 'empty.json'."],
  ])('a swarm source is refused when it is missing or empty: %s', async (file, text, message) => {
    if (text !== '') await writeFile(join(folder, file), text);
    const library = await loadLibrary(undefined, folder);
    const refused = loadSource(file, { folder, library });
    await expect(refused).rejects.toBeInstanceOf(UsageError);
    await expect(refused).rejects.toThrow(message);
  });
});
