import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { READING_TOOLS, workspaceTools } from './workspace-tools.ts';

const root = mkdtempSync(join(tmpdir(), 'workspace-'));
const cwd = join(root, 'work');
mkdirSync(cwd);
writeFileSync(join(cwd, 'here.txt'), 'I am here.');
writeFileSync(join(root, 'secret.txt'), 'Not for you.');
symlinkSync(join(root, 'secret.txt'), join(cwd, 'link.txt'));
symlinkSync(root, join(cwd, 'up'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

const tools = workspaceTools({ cwd, env: { PATH: process.env.PATH!, GREETING: 'hello' } });

async function use(name: string, input: object, signal?: AbortSignal): Promise<{ text: string; updates: string[] }> {
  const updates: string[] = [];
  const tool = tools.find((each) => each.name === name)!;
  const { content } = await tool.execute('c1', input as never, signal, (partial) =>
    updates.push(JSON.stringify(partial)),
  );
  return { text: (content[0] as { text: string }).text, updates };
}

describe('the read tool', () => {
  test('returns a file of the folder', async () => {
    expect((await use('read', { path: 'here.txt' })).text).toBe('I am here.');
    expect((await use('read', { path: join(cwd, 'here.txt') })).text).toBe('I am here.');
  });

  test('the read tool cuts long files', async () => {
    writeFileSync(join(cwd, 'long.txt'), 'x'.repeat(300_000));
    const { text } = await use('read', { path: 'long.txt' });
    expect(text.length).toBeLessThan(263_000);
    expect(text).toMatch(/\[37856 more characters\]$/);
  });

  test.each(['../secret.txt', '/etc/passwd', 'link.txt', 'up/secret.txt', 'none/../../secret.txt'])(
    'refuses %s, which is outside',
    async (path) => {
      await expect(use('read', { path })).rejects.toThrow('outside the working folder');
    },
  );

  test('fails for a file that does not exist', async () => {
    await expect(use('read', { path: 'nothing.txt' })).rejects.toThrow('ENOENT');
  });

  test('the read tool is the only one that changes nothing', () => {
    expect(tools.map(({ name }) => [name, READING_TOOLS.has(name)])).toEqual([
      ['read', true],
      ['write', false],
      ['bash', false],
    ]);
  });
});

describe('the write tool', () => {
  test('creates files and their folders', async () => {
    await use('write', { path: 'new/deep/file.txt', content: 'Hi' });
    expect(readFileSync(join(cwd, 'new/deep/file.txt'), 'utf8')).toBe('Hi');
  });

  test.each(['../outside.txt', 'up/outside.txt', 'up/new/outside.txt'])('the write tool refuses %s', async (path) => {
    await expect(use('write', { path, content: 'Hi' })).rejects.toThrow('outside the working folder');
  });
});

describe('the bash tool', () => {
  test('runs in the folder with the given variables, and returns the output', async () => {
    const { text, updates } = await use('bash', { command: 'pwd; echo $GREETING' });
    expect(text).toBe(`${cwd}\nhello\n`);
    expect(updates.length).toBeGreaterThan(0);
  });

  test('fails with the output of a failed command', async () => {
    await expect(use('bash', { command: 'echo oops >&2; exit 3' })).rejects.toThrow(
      'oops\n\nThe command ended with code 3.',
    );
  });
});
