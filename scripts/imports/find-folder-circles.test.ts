import { describe, expect, test } from 'vitest';
import { moduleSpecifiers } from '../modules/module-specifiers.ts';
import { findFolderCircles } from './find-folder-circles.ts';
import type { RoomRules } from './to-import-violations.ts';

const rules: RoomRules = {
  'packages/post': { mayImport: [] },
  bench: { mayImport: 'anything' },
};

function circlesOf(files: Record<string, string[]>): string[] {
  const sources = Object.entries(files).map(([path, values]) => ({
    path,
    specifiers: moduleSpecifiers(path, values.map((value) => `import '${value}';`).join('\n')),
  }));
  return findFolderCircles(sources, rules);
}

describe('folders of one room', () => {
  test('folders may import each other in one direction', () => {
    expect(
      circlesOf({
        'packages/post/src/index.ts': ['./instance/open.ts'],
        'packages/post/src/instance/open.ts': ['../mail/mail.ts', './close.ts'],
        'packages/post/src/instance/close.ts': ['./open.ts', '../mail/mail.ts'],
        'packages/post/src/mail/mail.ts': [],
      }),
    ).toEqual([]);
  });

  test('folders that import each other are reported with one import for each step', () => {
    expect(
      circlesOf({
        'packages/post/src/a/one.ts': ['../b/two.ts'],
        'packages/post/src/b/two.ts': [],
        'packages/post/src/b/three.ts': ['../c/four.ts'],
        'packages/post/src/c/four.ts': ['../a/one.ts'],
      }),
    ).toEqual([
      'packages/post: folders import each other in a circle: packages/post/src/a/one.ts imports packages/post/src/b/two.ts; packages/post/src/b/three.ts imports packages/post/src/c/four.ts; packages/post/src/c/four.ts imports packages/post/src/a/one.ts.',
    ]);
  });

  test('folders are reported by the shortest circle', () => {
    const [told] = circlesOf({
      'bench/a/a.ts': ['../b/b.ts'],
      'bench/b/b.ts': ['../c/c.ts', '../d/d.ts'],
      'bench/c/c.ts': ['../a/a.ts'],
      'bench/d/d.ts': ['../b/b.ts'],
    });
    expect(told).toBe(
      'bench: folders import each other in a circle: bench/b/b.ts imports bench/d/d.ts; bench/d/d.ts imports bench/b/b.ts.',
    );
  });

  test('a file beside folders counts as a folder of its own', () => {
    const shared = { 'packages/post/src/a/one.ts': ['../shared.ts'] };
    expect(circlesOf({ ...shared, 'packages/post/src/index.ts': ['./a/one.ts'] })).toEqual([]);
    expect(circlesOf({ ...shared, 'packages/post/src/shared.ts': ['./a/one.ts'] })).toHaveLength(1);
  });

  test('folders further down are told of as well, without the files beside them', () => {
    const files = {
      'packages/post/src/a/in/one.ts': ['../out/two.ts', '../beside.ts'],
      'packages/post/src/a/beside.ts': ['./in/one.ts'],
      'packages/post/src/a/out/two.ts': [],
    };
    expect(circlesOf(files)).toEqual([]);
    expect(circlesOf({ ...files, 'packages/post/src/a/out/two.ts': ['../in/one.ts'] })).toEqual([
      'packages/post/src/a: folders import each other in a circle: packages/post/src/a/in/one.ts imports packages/post/src/a/out/two.ts; packages/post/src/a/out/two.ts imports packages/post/src/a/in/one.ts.',
    ]);
  });

  test('imports of tests and fixtures do not count', () => {
    expect(
      circlesOf({
        'packages/post/src/a/one.ts': ['../b/two.ts'],
        'packages/post/src/b/two.test.ts': ['../a/one.ts'],
        'packages/post/src/b/__fixtures__/three.ts': ['../../a/one.ts'],
      }),
    ).toEqual([]);
  });
});
