import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { minifiedSize } from './minified-size.ts';

const directory = mkdtempSync(join(tmpdir(), 'posthouse-size-'));
afterAll(() => rmSync(directory, { recursive: true, force: true }));

function write(name: string, code: string): string {
  const file = join(directory, name);
  writeFileSync(file, code);
  return file;
}

describe('minifiedSize', () => {
  const text = 'x'.repeat(1000);
  write('used.js', `export const used = '${text}'; export const unused = '${text}';`);

  it('counts what is imported and used', async () => {
    const size = await minifiedSize(write('a.js', `import { used } from './used.js'; export const longName = [used];`));
    expect(size).toBeGreaterThan(1000);
    expect(size).toBeLessThan(1100);
  });

  it('does not count comments, white space and external packages', async () => {
    const comment = `/* ${text} */\n\n`;
    const entry = write('b.js', `${comment}import { a } from 'elsewhere';${comment}export const b = a;${comment}`);
    expect(await minifiedSize(entry, ['elsewhere'])).toBeLessThan(100);
  });
});
