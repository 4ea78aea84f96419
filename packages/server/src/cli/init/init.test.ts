import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { testTerminal } from '../__fixtures__/test-terminal.ts';
import { main } from '../main.ts';
import { checkFile } from '../validate/check-file.ts';
import { toPackageFile } from './write-starter.ts';

const installed = fileURLToPath(new URL('../../../../../node_modules', import.meta.url));
let root: string;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'posthouse-init-'));
  await symlink(installed, join(root, 'node_modules'));
});
afterAll(() => rm(root, { recursive: true, force: true }));

async function init(folder: string, ...words: string[]) {
  const terminal = testTerminal({ folder });
  const code = await main(['init', ...words], terminal);
  return { code, output: terminal.said(), complaints: terminal.complained() };
}

const FILES = ['mail.toml', 'model.ts', 'package.json', 'roll-dice.ts', 'swarm.ts', 'swarms.json'];

describe('init', () => {
  test('writes a starter into a named folder, and prints the next steps', async () => {
    const { code, output } = await init(root, 'starter');
    expect(code).toBe(0);
    expect((await readdir(join(root, 'starter'))).toSorted()).toEqual(FILES);
    expect(output).toContain('wrote starter/swarms.json\n');
    expect(output).toMatch(/cd starter\n {2}npm install\n {2}npx posthouse server/);
  });

  test('writes into the current folder when none is named', async () => {
    const here = join(root, 'here');
    await mkdir(here);
    expect((await init(here)).output).toContain('wrote swarms.json\n');
    expect((await readdir(here)).toSorted()).toEqual(FILES);
  });

  test('writes nothing at all if a file would be overwritten', async () => {
    const taken = join(root, 'taken');
    await mkdir(taken);
    await writeFile(join(taken, 'swarm.ts'), 'mine');
    const { code, complaints } = await init(root, 'taken');
    expect(code).toBe(2);
    expect(complaints).toBe(
      'posthouse: Nothing was written: swarm.ts is already there.\nName another folder: posthouse init my-swarm\n',
    );
    expect(await readdir(taken)).toEqual(['swarm.ts']);
    expect(await readFile(join(taken, 'swarm.ts'), 'utf8')).toBe('mine');
  });

  test('leaves an existing package.json alone', async () => {
    const owned = join(root, 'owned');
    await mkdir(owned);
    await writeFile(join(owned, 'package.json'), '{"type":"module"}');
    expect((await init(root, 'owned')).code).toBe(0);
    expect(await readFile(join(owned, 'package.json'), 'utf8')).toBe('{"type":"module"}');
  });

  test('explains why a folder cannot be created', async () => {
    await writeFile(join(root, 'file'), '');
    expect(await init(root, 'file/inside')).toMatchObject({
      code: 2,
      complaints: expect.stringContaining("The folder 'file/inside' cannot be created"),
    });
  });

  test.each([
    ['my-swarm', 'my-swarm'],
    ['My Swarm!', 'my-swarm'],
    ['日本', 'starter'],
  ])('names the package of the folder %s: %s', (folder, name) => {
    expect(JSON.parse(toPackageFile(folder, '1.2.3').content)).toMatchObject({
      name,
      dependencies: { '@posthouse/server': '^1.2.3' },
    });
  });
});

describe('the starter', () => {
  const folder = () => join(root, 'works');
  beforeAll(async () => {
    vi.stubEnv('OPENAI_API_KEY', '');
    vi.stubEnv('ANTHROPIC_API_KEY', '');
    await init(root, 'works');
  });
  afterAll(() => vi.unstubAllEnvs());

  test('the starter is valid, without a single warning', async () => {
    const text = await readFile(join(folder(), 'swarms.json'), 'utf8');
    expect(await checkFile(text, { root: folder() })).toEqual({
      kind: 'swarms',
      content: '1 swarm: starter with 2 agents',
      problems: [],
      warnings: [],
    });
  });

  test('configures the server', async () => {
    const terminal = testTerminal({ folder: folder() });
    expect(await main(['server', '--print-config'], terminal)).toBe(0);
    expect(terminal.said()).toMatch(/^server\.swarm\.name = "starter" +# file mail\.toml$/m);
  });

  test.each(['swarms.json', 'swarm.ts'])('answers offline, from %s', async (source) => {
    const terminal = testTerminal({ folder: folder() });
    expect(await main(['run', '-q', '-s', source, 'Roll 3 dice, please.'], terminal)).toBe(0);
    expect(terminal.said()).toMatch(/^The dice show [1-6], [1-6], [1-6]: \d+ in all\.\n$/);
    expect(terminal.complained()).toBe('');
  });
});
