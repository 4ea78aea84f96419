import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { isStale } from './is-stale.ts';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'posthouse-stale-'));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

function write(name: string, time: number): void {
  const file = join(root, name);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, '');
  utimesSync(file, time, time);
}

const BUILT = 'packages/server/src/studio/dist/index.html';

test('a studio that was never built is', () => {
  write('apps/studio/src/main.tsx', 10);
  expect(isStale(root)).toBe(true);
});

test.each([
  'apps/studio/src/main.tsx',
  'apps/studio/src/chat/chat-view.tsx',
  'apps/studio/index.html',
  'apps/components/src/theme.css',
  'packages/client/src/index.ts',
  'packages/protocol/src/index.ts',
])('one that is older than %s is', (name) => {
  write('apps/studio/src/main.tsx', 10);
  write(BUILT, 20);
  expect(isStale(root)).toBe(false);
  write(name, 30);
  expect(isStale(root)).toBe(true);
});

test.each(['apps/studio/src/app/route.test.ts', 'packages/server/src/index.ts', 'apps/jobs/src/main.ts'])(
  'whether %s is newer makes no difference',
  (name) => {
    write('apps/studio/src/main.tsx', 10);
    write(BUILT, 20);
    write(name, 30);
    expect(isStale(root)).toBe(false);
  },
);
