import { expect, test } from 'vitest';
import { toFileName } from './to-file-name.ts';

test.each([
  ['Robin Example', 'Robin Example.md'],
  ['简历 / 2026: "final"?', '简历 2026 final.md'],
  ['../..\\etc', 'etc.md'],
  ['...', 'resume.md'],
  ['a\nb', 'a b.md'],
  ['x'.repeat(300), `${'x'.repeat(100)}.md`],
])('%j is saved as %s', (name, file) => {
  expect(toFileName(name, 'markdown')).toBe(file);
});

test('every format has its own extension', () => {
  expect((['markdown', 'text', 'json-resume'] as const).map((format) => toFileName('a', format))).toEqual([
    'a.md',
    'a.txt',
    'a.json',
  ]);
});
