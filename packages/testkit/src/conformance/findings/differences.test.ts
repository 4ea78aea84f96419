import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { DIFFERENCES } from './differences.ts';

const page = readFileSync(join(import.meta.dirname, '../../../../../docs/conformance.md'), 'utf8');

describe('the known differences from the reference', () => {
  it('the known differences say what the reference does and what is done instead, as parts of a sentence', () => {
    for (const { reference, here } of Object.values(DIFFERENCES)) {
      expect(reference).toMatch(/^[a-z].*[^.]$/);
      expect(here).toMatch(/^[a-z].*[^.]$/);
    }
  });

  it('the known differences are all on the page about conformance, and no others', () => {
    const rows = [...page.matchAll(/^\| `([a-z0-9-]+)` +\| (.*?) +\| (.*?) +\|$/gm)]
      .filter(([, name]) => !['pass', 'differs', 'fail', 'not-applicable'].includes(name!))
      .map(([, name, reference, here]) => [name, { reference, here }]);
    expect(Object.fromEntries(rows)).toEqual(DIFFERENCES);
  });
});
