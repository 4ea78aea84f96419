import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { SwarmDefinition } from '../definitions/swarm-definition.ts';
import { toSystemPrompt } from '../definitions/peer-descriptions.ts';
import { fullLibrary, root, soloJSON } from './__fixtures__/samples.ts';
import { franking } from './__fixtures__/tools.ts';
import { loadSwarmsFile } from './load-swarms-file.ts';

const sample = join(root, 'post-office.json');
const library = fullLibrary();
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'posthouse-swarms-'));
});

afterAll(() => rm(folder, { recursive: true }));

async function write(name: string, text: string): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, text);
  return path;
}

describe('a sample file', () => {
  let instance: SwarmDefinition;
  let annex: SwarmDefinition;

  beforeAll(async () => {
    [instance, annex] = (await loadSwarmsFile(sample, { library })) as [SwarmDefinition, SwarmDefinition];
  });

  test('the sample file has both swarms', () => {
    expect([instance.name, annex.name]).toEqual(['post-office', 'annex']);
    expect(instance).toMatchObject({
      description: 'Sorts letters.',
      keywords: ['mail'],
      public: true,
      enableInterswarm: true,
      breakpointTools: ['deliver_letter'],
      approvalTools: ['frank_letter'],
      excludeTools: ['await_message'],
      limits: { messages: 15, cost: 0.5 },
      prices: { 'openai/gpt-5-mini': { input: 0.25, output: 2, cacheRead: 0.025 } },
    });
  });

  test('the sample file has its agents', () => {
    const [postmaster, clerk, carrier] = instance.agents;
    expect(postmaster).toMatchObject({
      model: 'openai/gpt-5-mini',
      system: 'The prompt examples/supervisor:systemPrompt of {swarm}.',
      commTargets: ['clerk', 'carrier', 'postmaster@annex'],
      reasoningEffort: 'low',
      useProxy: true,
      canCompleteTasks: true,
    });
    expect(clerk).toMatchObject({ thinkingBudget: 2000, temperature: 0, useProxy: false, toolFormat: 'completions' });
    expect(clerk!.actions.map(({ name }) => name)).toEqual(['frank_letter', 'deliver_letter']);
    expect(clerk!.actions[0]).toBe(franking);
    expect(carrier).toMatchObject({ direct: true, run: expect.any(Function) as unknown });
  });

  test('tells its agents about each other', () => {
    expect(toSystemPrompt(instance, 'carrier')).toContain('- clerk: Stands behind the counter.');
    expect(toSystemPrompt(instance, 'carrier')).toContain('- deliver_letter: Brings a letter to its street.');
    expect(toSystemPrompt(annex, 'postmaster')).toBe('You lead annex.');
  });
});

describe('loadSwarmsFile', () => {
  test('looks for modules in the folder of the file', async () => {
    await cp(sample, join(folder, 'moved.json'));
    await expect(loadSwarmsFile(join(folder, 'moved.json'), { library })).rejects.toThrow(
      "there is no file './tools.ts' in the root folder",
    );
  });

  test('looks for modules in another root if given', async () => {
    await cp(sample, join(folder, 'rooted.json'));
    expect(await loadSwarmsFile(join(folder, 'rooted.json'), { library, root })).toHaveLength(2);
  });

  test('accepts a relative path', async () => {
    expect(await loadSwarmsFile(relative(process.cwd(), sample), { library })).toHaveLength(2);
  });

  test('loads only the swarms that are asked for', async () => {
    const swarms = await loadSwarmsFile(sample, { names: ['annex'] });
    expect(swarms.map(({ name }) => name)).toEqual(['annex']);
  });

  test('ignores a byte order mark', async () => {
    expect(await loadSwarmsFile(await write('marked.json', `\uFEFF${JSON.stringify(soloJSON())}`))).toHaveLength(1);
  });

  test('says that a file cannot be read', async () => {
    const path = join(folder, 'missing.json');
    await expect(loadSwarmsFile(path)).rejects.toMatchObject({
      code: 'invalid_configuration',
      message: expect.stringContaining(`the swarms file '${path}' cannot be read: ENOENT`) as string,
    });
  });

  test('names the file in every error', async () => {
    const broken = await write('broken.json', '[{]');
    await expect(loadSwarmsFile(broken)).rejects.toMatchObject({
      code: 'invalid_json',
      message: expect.stringContaining(`${broken}: `) as string,
    });
    const wrong = await write('wrong.json', '[{}]');
    await expect(loadSwarmsFile(wrong)).rejects.toMatchObject({
      code: 'invalid_swarm',
      message: expect.stringContaining(`${wrong}: 4 problems in the swarms:`) as string,
      details: expect.arrayContaining([expect.objectContaining({ path: '0.name' })]) as unknown,
    });
  });
});
