import { existsSync, readFileSync } from 'node:fs';
import { matchesGlob, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { readConfig } from '../../packages/server/src/config/read-config.ts';
import { SETTINGS } from '../../packages/server/src/config/settings.ts';
import { STUDIO_FOLDER } from '../../packages/server/src/studio/studio-files.ts';
import { PAGES } from '../pages/page.ts';
import { parseCopy, parseDockerfile, type Stage } from './__fixtures__/parse-dockerfile.ts';

const root = new URL('../../', import.meta.url);
const read = (path: string): string => readFileSync(new URL(path, root), 'utf8');
const stages = parseDockerfile(read('Dockerfile'));
const last = stages.at(-1)!;
const manifest = JSON.parse(read('package.json')) as { workspaces: string[] };
const ignored = read('.dockerignore')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'));

const of = (stage: Stage, name: string): string[] =>
  stage.instructions.filter((instruction) => instruction.name === name).map(({ text }) => text);
const variables = Object.fromEntries(
  of(last, 'ENV').map((text) => text.split(/=(.*)/s).slice(0, 2) as [string, string]),
);
const knownVariables = Object.values(SETTINGS).map((setting) => ('environment' in setting ? setting.environment : ''));
const copies = stages.flatMap((stage, index) =>
  stage.instructions.filter(({ name }) => name === 'COPY').map((copy) => ({ index, ...parseCopy(copy) })),
);
const isIgnored = (path: string): boolean =>
  ignored.some((pattern) => matchesGlob(path, pattern) || matchesGlob(path, `${pattern}/**`));

describe('the Dockerfile', () => {
  test('begins every stage from the slim image of Node 24', () => {
    expect(stages.length).toBeGreaterThan(1);
    expect(stages.filter(({ base }) => !/^node:24(\.\d+)*-[a-z]+-slim$/.test(base))).toEqual([]);
  });

  test('copies from the folder only what is there and not ignored', () => {
    const sources = copies.filter(({ from }) => from === undefined).flatMap((copy) => copy.sources);
    expect(sources.length).toBeGreaterThan(3);
    expect(sources.filter((source) => !existsSync(new URL(source, root)))).toEqual([]);
    expect(sources.filter(isIgnored)).toEqual([]);
  });

  test('copies from stages that come before', () => {
    const wrong = copies.filter(
      ({ from, index }) => from !== undefined && !stages.slice(0, index).some(({ name }) => name === from),
    );
    expect(wrong).toEqual([]);
  });

  test('knows every workspace, as npm ci wants them all', () => {
    const copied = copies.filter(({ index }) => index === 0).flatMap(({ sources }) => sources);
    const folders = manifest.workspaces.map((pattern) => pattern.split('/')[0]!);
    expect(folders.filter((folder) => !copied.includes(folder))).toEqual([]);
    const finds = of(stages[0]!, 'RUN').join(' ');
    expect(folders.filter((folder) => !finds.includes(` ${folder} `))).toEqual([]);
  });

  test('installs what the lock file says, and nothing that only development needs', () => {
    const commands = stages.flatMap((stage) => of(stage, 'RUN')).filter((command) => command.includes('npm'));
    expect(commands.filter((command) => !command.startsWith('npm ci '))).toEqual([]);
    // Whatever stages need to make something, only what one of them has installed for the server is in the image.
    const installed = copies.filter(({ index, target }) => index === stages.length - 1 && target === './');
    const [from] = installed.map((copy) => stages.find(({ name }) => name === copy.from)!);
    expect(installed).toHaveLength(1);
    expect(of(from!, 'RUN').join(' ')).toMatch(/^npm ci .*--omit=dev/);
  });

  test('has the studio where the server looks for it, built by a stage of its own', () => {
    const folder = relative(fileURLToPath(root), STUDIO_FOLDER).replaceAll('\\', '/').replace(/\/$/, '');
    const copy = copies.find(({ index, target }) => index === stages.length - 1 && target === folder)!;
    const stage = stages.find(({ name }) => name === copy.from)!;
    expect(copy.sources).toEqual([`${of(stage, 'WORKDIR')[0]}/${folder}`]);
    expect(of(stage, 'RUN').at(-1)).toContain(`vite.js build ${PAGES.studio.folder} `);
    // What it is made of is there: its own folder, and those of its parts.
    const sources = copies.filter(({ index }) => index === stages.indexOf(stage)).flatMap((each) => each.sources);
    const needed = [PAGES.studio.folder, ...PAGES.studio.parts].map((part) => part.split('/')[0]!);
    expect(needed.filter((part) => !sources.includes(part))).toEqual([]);
    // Whatever is copied over it afterwards would not have it.
    const order = of(last, 'COPY').map((text) => text.split(' ').at(-1)!);
    expect(order.indexOf(folder)).toBeGreaterThan(order.indexOf('packages'));
    expect(isIgnored(folder)).toBe(true);
  });

  test('brings the driver of PostgreSQL that the store is tested with', () => {
    const store = JSON.parse(read('packages/store/package.json')) as { devDependencies: { pg: string } };
    const server = JSON.parse(read('packages/server/package.json')) as { dependencies: { pg?: string } };
    expect(server.dependencies.pg).toBe(store.devDependencies.pg);
  });

  test('sets variables that the server knows, to values that it takes', () => {
    for (const name of Object.keys(variables)) expect(['NODE_ENV', ...knownVariables]).toContain(name);
    const { values } = readConfig({ environment: variables, flags: {} });
    expect(values).toMatchObject({ host: '0.0.0.0', port: 8000, authMode: 'tokens' });
  });

  test('serves swarms that are in the image', () => {
    for (const name of ['SWARM_SOURCE', 'MAIL_SWARM_LIBRARY']) {
      expect(existsSync(new URL(variables[name]!.replace('/app/', ''), root))).toBe(true);
    }
  });

  test('does not run as root', () => {
    expect(of(last, 'USER')).toEqual(['node']);
    const user = last.instructions.findIndex(({ name }) => name === 'USER');
    expect(last.instructions.slice(user).filter(({ name }) => name === 'RUN')).toEqual([]);
  });

  test('keeps the database on a volume that the user may write to', () => {
    const [volume] = of(last, 'VOLUME');
    expect(variables.DATABASE_URL).toMatch(new RegExp(`^sqlite:${volume}/`));
    expect(of(last, 'RUN').some((command) => command.includes('--owner=node') && command.endsWith(` ${volume}`))).toBe(
      true,
    );
  });

  test('asks on the port it exposes whether the server is ready', () => {
    const [port] = of(last, 'EXPOSE');
    expect(of(last, 'HEALTHCHECK')[0]).toContain(`http://127.0.0.1:${port}/health/ready`);
    expect(variables.MAIL_PORT).toBe(port);
    expect(JSON.parse(of(last, 'CMD')[0]!)).toEqual(['server']);
  });

  test('checks with a program that is valid', () => {
    const [check] = of(last, 'HEALTHCHECK');
    const command = JSON.parse(check!.slice(check!.indexOf('['))) as string[];
    expect(command.slice(0, 2)).toEqual(['node', '--eval']);
    expect(() => new Function(command[2]!)).not.toThrow();
  });

  test('starts a program that is there, directly and not through a shell that would keep signals to itself', () => {
    const [node, program] = JSON.parse(of(last, 'ENTRYPOINT')[0]!) as [string, string];
    expect(node).toBe('node');
    expect(of(last, 'WORKDIR')).toEqual(['/app']);
    expect(existsSync(new URL(program.replace('/app/', ''), root))).toBe(true);
  });
});

describe('what a build does not send', () => {
  test.each(['node_modules', 'packages/server/node_modules', '.git', 'posthouse.db', '.env', 'examples/.posthouse'])(
    '%s stays here',
    (path) => {
      expect(isIgnored(path)).toBe(true);
    },
  );
});

describe('reading Dockerfiles', () => {
  test('joins continued lines, and passes over comments in between', () => {
    const [stage] = parseDockerfile('FROM a AS b\nRUN one \\\n  # no\n  two\n\nUSER me\n');
    expect(stage).toEqual({
      base: 'a',
      name: 'b',
      instructions: [
        { name: 'RUN', text: 'one two', line: 2 },
        { name: 'USER', text: 'me', line: 6 },
      ],
    });
  });

  test.each([
    ['an unknown instruction', 'FROM a\nCOPPY b c\n', 'line 2: unknown COPPY'],
    ['an instruction before the first stage', 'RUN x\n', 'line 1: RUN before FROM'],
    ['a line that never ends', 'FROM a\nRUN x \\', 'line 2: never ends'],
    ['a stage without a readable base', 'FROM a b\n', 'line 1: cannot read FROM a b'],
  ])('refuses %s', (_, text, message) => {
    expect(() => parseDockerfile(text)).toThrow(message);
  });
});
