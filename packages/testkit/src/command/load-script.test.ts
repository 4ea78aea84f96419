import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadScript } from './load-script.ts';
import { CommandLineError } from './command-line.ts';

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'load-script-'));
});

afterAll(async () => {
  await rm(folder, { recursive: true });
});

let count = 0;

/** A module with this content, under a name that no import has cached. */
async function fileOf(content: string): Promise<string> {
  const file = join(folder, `script ${(count += 1)}.mjs`);
  await writeFile(file, content);
  return file;
}

describe('loadScript', () => {
  it('gives the list that a module exports', async () => {
    expect(await loadScript(await fileOf(`export default [{ text: 'Hello.' }];`))).toEqual([{ text: 'Hello.' }]);
  });

  it('gives the function that a module exports', async () => {
    expect(await loadScript(await fileOf(`export default () => ({ text: 'Hello.' });`))).toBeTypeOf('function');
  });

  it('resolves a path from where the command was called', async () => {
    const file = relative(process.cwd(), await fileOf(`export default [];`));
    expect(await loadScript(file)).toEqual([]);
  });

  it.each([
    ['no default export', `export const script = [];`, 'has no default export'],
    [
      'something else',
      `export default { text: 'Hello.' };`,
      'is not a script: A script must be a list of turns or a function, but it is an object.',
    ],
    ['a wrong turn', `export default [{}];`, 'is not a script: Turn 0 of the script: A turn needs content'],
    ['an error', `throw new Error('First line.\\nSecond line.');`, 'cannot be loaded: First line.'],
  ])('explains what is wrong with %s', async (_name, content, sentence) => {
    const file = await fileOf(content);
    const loaded = loadScript(file);
    await expect(loaded).rejects.toThrow(CommandLineError);
    await expect(loaded).rejects.toThrow(sentence);
    await expect(loaded).rejects.not.toThrow('Second line.');
  });

  it('hides the file that imported the script from its errors', async () => {
    await expect(loadScript('missing.ts')).rejects.toThrow(
      /^The script missing\.ts cannot be loaded: Cannot find module '[^']*'$/,
    );
  });
});
