import { describe, expect, it } from 'vitest';
import { moduleSpecifiers } from '../modules/module-specifiers.ts';
import type { PackageManifest } from '../workspace/package-manifest.ts';
import type { Workspace } from '../workspace/read-workspace.ts';
import { roomRules } from './room-rules.ts';
import { toImportViolations } from './to-import-violations.ts';

function makePackage(room: string, fields: Partial<PackageManifest> = {}) {
  const name = `@posthouse/${room.split('/').at(-1)}`;
  return { folder: room, manifest: { name, version: '1.0.0', engines: { node: '>=24' }, ...fields } };
}

/** Every room declares every other, so that only the table can object. */
const everyRoom = Object.fromEntries(
  ['protocol', 'store', 'runtime', 'agents', 'chat', 'server', 'client', 'ai-sdk-provider', 'testkit', 'examples'].map(
    (room) => [`@posthouse/${room}`, '1.0.0'],
  ),
);

const workspace: Workspace = {
  root: '.',
  manifest: { name: 'posthouse', version: '1.0.0', devDependencies: { vitest: '5.0.0', vite: '8.0.0' } },
  packages: [
    makePackage('packages/protocol', {
      engines: { node: '>=18' },
      dependencies: { zod: '4.0.0', hono: '4.0.0', ...everyRoom },
      devDependencies: { ajv: '8.0.0' },
    }),
    makePackage('packages/store', { dependencies: everyRoom, peerDependencies: { pg: '8.0.0' } }),
    makePackage('packages/runtime', { dependencies: { ai: '7.0.0', ...everyRoom } }),
    makePackage('packages/agents', { dependencies: everyRoom }),
    makePackage('packages/chat', { dependencies: everyRoom, optionalDependencies: { hono: '4.0.0' } }),
    makePackage('packages/server', { dependencies: everyRoom }),
    makePackage('packages/client', { dependencies: everyRoom, engines: { node: '>=18' } }),
    makePackage('packages/ai-sdk-provider', { dependencies: everyRoom, engines: { node: '>=18' } }),
    makePackage('packages/testkit', { dependencies: everyRoom }),
    makePackage('examples/chat-page', { private: true, dependencies: { react: '19.0.0' } }),
    makePackage('examples', { private: true, dependencies: everyRoom, devDependencies: { openai: '7.0.0' } }),
  ],
};

function violations(path: string, code: string): string[] {
  return toImportViolations({ path, specifiers: moduleSpecifiers(path, code) }, roomRules, workspace);
}

describe('imports between rooms', () => {
  it.each([
    ['store', 'protocol'],
    ['runtime', 'protocol'],
    ['runtime', 'store'],
    ['chat', 'store'],
    ['server', 'chat'],
    ['server', 'client'],
    ['client', 'protocol'],
    ['ai-sdk-provider', 'client'],
    ['testkit', 'client'],
    ['testkit', 'runtime/scripted'],
    ['testkit', 'runtime/scripted/playing'],
    ['store', 'protocol/schemas/entry.json'],
    ['store', 'store'],
  ])('%s may import %s', (room, other) => {
    expect(violations(`packages/${room}/src/a.ts`, `import { a } from '@posthouse/${other}'`)).toEqual([]);
  });

  it.each([
    ['protocol', 'store', 'may import no other room'],
    ['store', 'runtime', 'may import protocol only'],
    ['runtime', 'chat', 'may import protocol, store only'],
    ['agents', 'server', 'may import protocol, store, runtime only'],
    ['agents', 'chat', 'may import protocol, store, runtime only'],
    ['chat', 'server', 'may import protocol, store, agents, runtime only'],
    ['client', 'runtime', 'may import protocol only'],
    ['ai-sdk-provider', 'runtime', 'may import protocol, client only'],
    ['testkit', 'runtime', 'may import protocol, client, runtime/scripted only'],
    ['testkit', 'runtime/scripted-more', 'may import protocol, client, runtime/scripted only'],
    ['runtime', 'testkit', 'may import protocol, store only'],
    ['server', 'examples', 'may import protocol, store, runtime, agents, chat, client only'],
  ])('%s may not import %s', (room, other, reason) => {
    const path = `packages/${room}/src/deep/a.ts`;
    for (const code of [
      `import { a } from '@posthouse/${other}'`,
      `export type { A } from '@posthouse/${other}'`,
      `const a = await import('@posthouse/${other}')`,
    ]) {
      expect(violations(path, code)).toEqual([
        `${path}:1: imports "@posthouse/${other}", but packages/${room} ${reason}.`,
      ]);
    }
  });

  it('tests of agents may read with the chat, which is above them', () => {
    const code = `import { a } from '@posthouse/chat'`;
    expect(violations('packages/agents/src/a.test.ts', code)).toEqual([]);
    expect(violations('packages/runtime/src/a.test.ts', code)).toEqual([
      expect.stringContaining('may import protocol, store only'),
    ]);
  });

  it('chat may load the runtime only when it is needed', () => {
    const path = 'packages/chat/src/a.ts';
    expect(violations(path, `const a = await import('@posthouse/runtime')`)).toEqual([]);
    expect(violations(path, `import type { A } from '@posthouse/runtime'`)).toEqual([]);
    expect(violations(path, `import { a } from '@posthouse/runtime'`)).toEqual([
      expect.stringContaining('only when needed, with import()'),
    ]);
  });

  it('tests may import the testkit, but not a later room', () => {
    const path = 'packages/protocol/src/a.test.ts';
    expect(violations(path, `import { a } from '@posthouse/testkit'`)).toEqual([]);
    expect(violations(path, `import { a } from '@posthouse/server'`)).toHaveLength(1);
  });

  it('examples may import anything that is declared', () => {
    expect(violations('examples/mafia/a.ts', `import { a } from '@posthouse/server'`)).toEqual([]);
  });
});

describe('relative imports', () => {
  it.each(['./b.ts', '../b.ts', '../package.json'])('a relative import may stay in its package: %s', (value) => {
    expect(violations('packages/store/src/a.ts', `import { b } from '${value}'`)).toEqual([]);
  });

  it.each([
    ['packages/store/src/a.ts', '../../protocol/src/index.ts'],
    ['packages/store/src/a.test.ts', '../../testkit/src/index.ts'],
    ['packages/store/src/a.ts', '../../../scripts/build.ts'],
    ['packages/store/src/a.ts', '../../../package.json'],
    ['packages/store/src/a.ts', '../../../../elsewhere.ts'],
    ['packages/store/src/a.ts', '../../store-of-others/index.ts'],
    ['examples/a.ts', '../packages/protocol/src/index.ts'],
    ['docs/a.ts', '../packages/protocol/src/index.ts'],
  ])('%s may not reach %s', (path, value) => {
    expect(violations(path, `import { b } from '${value}'`)).toEqual([expect.stringContaining('must stay inside')]);
  });

  it('a tool may reach into packages, but not out of the repository', () => {
    expect(violations('scripts/a.ts', `import { b } from '../packages/protocol/src/b.ts'`)).toEqual([]);
    expect(violations('bench/a.ts', `import { b } from '../packages/protocol/src/b.ts'`)).toEqual([]);
    expect(violations('scripts/a.ts', `import { b } from '../../elsewhere.ts'`)).toHaveLength(1);
  });

  it('an import may not name a place on one machine', () => {
    expect(violations('packages/store/src/a.ts', `import '/srv/b.ts'`)).toEqual([expect.stringContaining('absolute')]);
  });
});

describe('third-party imports', () => {
  it.each([
    ['packages/protocol/src/a.ts', 'zod'],
    ['packages/store/src/a.ts', 'pg'],
    ['packages/chat/src/a.ts', 'hono/streaming'],
    ['packages/store/src/a.ts', 'node:sqlite'],
    ['packages/protocol/src/a.test.ts', 'ajv'],
    ['packages/protocol/src/a.test.ts', 'vitest'],
    ['packages/protocol/src/a.test.ts', 'node:fs'],
    ['packages/protocol/src/__fixtures__/a.ts', 'ajv'],
    ['packages/protocol/bench/a.ts', 'vitest'],
    ['examples/a.test.ts', 'openai'],
    ['examples/vite.config.ts', 'vite'],
    ['examples/chat-page/src/app.tsx', 'react'],
    ['examples/chat-page/src/app.test.tsx', 'vitest'],
    ['scripts/a.ts', 'vite'],
    ['vitest.config.ts', 'vitest/config'],
    ['packages/store/src/a.ts', '#inside'],
  ])('%s may import %s', (path, value) => {
    expect(violations(path, `import { a } from '${value}'`)).toEqual([]);
  });

  it.each([
    ['packages/store/src/a.ts', 'zod', 'packages/store/package.json does not declare zod'],
    ['packages/store/src/a.ts', '@ai-sdk/openai/internal', 'does not declare @ai-sdk/openai as something'],
    ['packages/store/src/a.ts', 'vitest', 'as something that is installed with the package'],
    ['packages/protocol/src/a.ts', 'ajv', 'may use zod and no other package'],
    ['packages/protocol/src/a.ts', 'hono', 'may use zod and no other package'],
    ['packages/protocol/src/a.ts', 'node:fs', 'also runs in browsers'],
    ['packages/protocol/src/a.ts', 'fs/promises', 'also runs in browsers'],
    ['packages/store/src/a.test.ts', 'ajv', 'packages/store/package.json does not declare ajv'],
    ['examples/a.ts', 'openai', 'examples/package.json does not declare openai'],
    ['examples/a.tsx', 'react', 'examples/package.json does not declare react'],
    ['examples/chat-page/src/a.tsx', 'vite', 'examples/chat-page/package.json does not declare vite'],
    ['scripts/a.ts', 'left-pad', 'package.json does not declare left-pad'],
  ])('%s may not import %s', (path, value, reason) => {
    expect(violations(path, `import { a } from '${value}'`)).toEqual([expect.stringContaining(reason)]);
  });

  it('imports must be declared for rooms too, where there is a package.json', () => {
    const undeclared = workspace.packages.filter(({ folder }) => folder !== 'packages/store');
    const packages = [...undeclared, makePackage('packages/store')];
    const path = 'packages/store/src/a.ts';
    const specifiers = moduleSpecifiers(path, `import '@posthouse/protocol'`);
    expect(toImportViolations({ path, specifiers }, roomRules, { ...workspace, packages })).toEqual([
      expect.stringContaining('packages/store/package.json does not declare @posthouse/protocol'),
    ]);
    expect(violations('bench/a.ts', `import '@posthouse/store'`)).toEqual([]);
  });
});

it('a new folder must say what it may import', () => {
  expect(violations('packages/new-room/src/a.ts', '')).toEqual([expect.stringContaining('room-rules.ts')]);
});
