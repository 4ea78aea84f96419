import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { packageLimits } from '../bundles/limits.ts';
import { hasCommonJS } from '../build/to-published-manifest.ts';
import { moduleSpecifiers } from '../modules/module-specifiers.ts';
import { runCommand } from '../process/run-command.ts';
import { compileProfileOf } from '../workspace/compile-profile.ts';
import { publicPackages, readWorkspace } from '../workspace/read-workspace.ts';
import { checkConsumerTypes, nodeConsumer, portableConsumer } from './check-consumer-types.ts';
import { installTarballs } from './install-tarballs.ts';
import { newerLibraryUse } from './newer-library-use.ts';
import { newerSyntax } from './newer-syntax.ts';
import { packWorkspace, type PackedPackage } from './pack-workspace.ts';
import { toEntrySpecifiers } from './to-entry-specifiers.ts';

const workspace = readWorkspace();
const packages = publicPackages(workspace).map((each) => ({
  name: each.manifest.name,
  manifest: each.manifest,
  portable: compileProfileOf(each).portable,
}));
const portablePackages = packages.filter((each) => each.portable);

const directory = mkdtempSync(join(tmpdir(), 'posthouse-pack-'));
const consumer = join(directory, 'consumer');
let packed: PackedPackage[] = [];

beforeAll(async () => {
  mkdirSync(consumer);
  packed = await packWorkspace(workspace, directory);
  await installTarballs(packed, consumer);
}, 600_000);

afterAll(() => rmSync(directory, { recursive: true, force: true }));

function packedPackage(name: string): PackedPackage {
  const found = packed.find((each) => each.manifest.name === name);
  if (!found) throw new Error(`${name} was not packed.`);
  return found;
}

function readInstalled(name: string, file: string): string {
  return readFileSync(join(consumer, 'node_modules', name, file), 'utf8');
}

function importableModules(name: string): string[] {
  const { manifest, files } = packedPackage(name);
  const entries = toEntrySpecifiers(manifest, files).filter((each) => each.format === 'module');
  return entries.map((each) => each.specifier);
}

it('the runtime contains the programs that run in Python', () => {
  const { files } = packedPackage('@posthouse/runtime');
  expect(files).toEqual(expect.arrayContaining(['python/runner.py', 'python/posthouse.py']));
});

describe.each(packages)('the package $name', ({ name, manifest }) => {
  it('contains what a consumer needs and nothing else', () => {
    const { files } = packedPackage(name);
    expect(files).toEqual(expect.arrayContaining(['package.json', 'LICENSE', 'NOTICE', 'index.js', 'index.d.ts']));
    expect(files.filter((file) => /\.test\.|__fixtures__|tsconfig|node_modules/.test(file))).toEqual([]);
    const installed: unknown = JSON.parse(readInstalled(name, 'package.json'));
    expect(installed).not.toHaveProperty('scripts');
    expect(installed).not.toHaveProperty('devDependencies');
    expect(installed).toMatchObject({ name, license: 'Apache-2.0', engines: manifest.engines });
  });

  it('brings along no more than it may', () => {
    const { files, size } = packedPackage(name);
    expect(packageLimits[name], 'scripts/bundles/limits.ts has no limit for it').toBeDefined();
    expect(files.length).toBeLessThanOrEqual(packageLimits[name]!.files);
    expect(size / 1024).toBeLessThanOrEqual(packageLimits[name]!.packed);
  });

  it('ships the source that its maps point at', () => {
    const { files } = packedPackage(name);
    const maps = files.filter((file) => file.endsWith('.map'));
    expect(maps.length).toBeGreaterThan(0);
    for (const file of maps) {
      const { sources } = JSON.parse(readInstalled(name, file)) as { sources: string[] };
      const paths = sources.map((source) => join(file, '..', source));
      expect(files).toEqual(expect.arrayContaining(paths));
    }
  });

  it('imports no TypeScript file and nothing it does not declare', () => {
    const declared = Object.keys({
      ...manifest.dependencies,
      ...manifest.optionalDependencies,
      ...manifest.peerDependencies,
    });
    const { files } = packedPackage(name);
    for (const file of files.filter((each) => /\.(?:js|d\.ts)$/.test(each))) {
      for (const { value } of moduleSpecifiers(file, readInstalled(name, file))) {
        const known = declared.some((each) => value === each || value.startsWith(`${each}/`));
        const allowed = value.startsWith('.') ? !/(?<!\.d)\.tsx?$/.test(value) : known || isBuiltin(value);
        expect(allowed, `${file} imports ${value}`).toBe(true);
      }
    }
  });

  it('satisfies publint', async () => {
    const { buffer } = new Uint8Array(readFileSync(packedPackage(name).tarball));
    const { messages, pkg } = await publint({ pack: { tarball: buffer }, level: 'suggestion', strict: true });
    expect(messages.map((each) => formatMessage(each, pkg, { color: false }))).toEqual([]);
  });

  it('the entries of a package load', async () => {
    const { files, manifest: published } = packedPackage(name);
    const entries = toEntrySpecifiers(published, files);
    const lines = entries.map(
      ({ specifier, format }) =>
        `await import('${specifier}'${format === 'json' ? `, { with: { type: 'json' } }` : ''});`,
    );
    writeFileSync(join(consumer, 'load.js'), [...lines, `console.log('loaded ${entries.length}');`].join('\n'));
    const { output } = await runCommand(process.execPath, ['load.js'], { directory: consumer });
    expect(output).toBe(`loaded ${entries.length}\n`);
  });

  it('the commands of a package print their usage', async () => {
    for (const command of Object.keys(manifest.bin ?? {})) {
      const { code, output } = await runCommand(join(consumer, 'node_modules/.bin', command), ['--help'], {
        directory: consumer,
      });
      expect({ command, code, output }).toEqual({ command, code: 0, output: expect.stringContaining(command) });
    }
  });
});

describe.each(portablePackages)('the portable package $name', ({ name }) => {
  function compiledFiles(): string[] {
    return packedPackage(name).files.filter((file) => file.endsWith('.js'));
  }

  it('names no built-in module of Node, neither in code nor in types', () => {
    const files = packedPackage(name).files.filter((file) => /\.(?:js|ts)$/.test(file));
    const builtins = files.flatMap((file) =>
      moduleSpecifiers(file, readInstalled(name, file))
        .filter(({ value }) => isBuiltin(value))
        .map(({ value }) => `${file} imports ${value}`),
    );
    expect(builtins).toEqual([]);
  });

  it('a portable package is written in ES2022', () => {
    expect(compiledFiles().flatMap((file) => newerSyntax(file, readInstalled(name, file)))).toEqual([]);
  });

  it('uses only what ES2022 itself provides', async () => {
    const files = compiledFiles().map((file) => `./node_modules/${name}/${file}`);
    expect(await newerLibraryUse(consumer, files)).toEqual([]);
  });
});

describe.each(packages.filter(({ manifest }) => hasCommonJS(manifest)))('the package $name as CommonJS', ({ name }) => {
  it('gives the same to require as to import', async () => {
    const lines = [
      `const required = require('${name}');`,
      `import('${name}').then((imported) => {`,
      `  console.log(JSON.stringify([Object.keys(required), Object.keys(imported)]));`,
      `});`,
    ];
    writeFileSync(join(consumer, 'load.cjs'), lines.join('\n'));
    const { output } = await runCommand(process.execPath, ['load.cjs'], { directory: consumer });
    const [required, imported] = JSON.parse(output) as [string[], string[]];
    expect(required.toSorted()).toEqual(imported.toSorted());
    expect(required.length).toBeGreaterThan(0);
  });

  it('a CommonJS program type-checks against the package', async () => {
    expect(await checkConsumerTypes(consumer, [name], { ...nodeConsumer, name: 'commonjs', type: 'commonjs' })).toEqual(
      [],
    );
  });
});

describe('@posthouse/ai-sdk-provider', () => {
  it('installs one other package', () => {
    const { dependencies, peerDependencies } = packedPackage('@posthouse/ai-sdk-provider').manifest;
    expect(Object.keys(dependencies ?? {})).toEqual(['@ai-sdk/provider']);
    expect(peerDependencies).toBeUndefined();
  });
});

describe('a TypeScript project', () => {
  it('type-checks with the portable packages and no types but ES2022', async () => {
    const specifiers = portablePackages.flatMap((each) => importableModules(each.name));
    expect(await checkConsumerTypes(consumer, specifiers, portableConsumer)).toEqual([]);
  });

  it('type-checks with all packages on Node', async () => {
    const specifiers = packages.flatMap((each) => importableModules(each.name));
    expect(await checkConsumerTypes(consumer, specifiers, nodeConsumer)).toEqual([]);
  });
});
