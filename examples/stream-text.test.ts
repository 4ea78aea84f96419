import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { quiet, startServer } from '@posthouse/server';
import { expect, test } from 'vitest';
import { loadExample } from './runner/offline-swarm.ts';
import { SAMPLE_QUESTIONS } from './runner/sample-questions.ts';

const program = fileURLToPath(new URL('stream-text.ts', import.meta.url));

async function run(environment: Record<string, string>, ...words: string[]) {
  const folder = await mkdtemp(join(tmpdir(), 'posthouse-stream-text-'));
  const { MAIL_BASE_URL: _url, MAIL_API_KEY: _key, ...inherited } = process.env;
  const child = spawn(process.execPath, [program, ...words], {
    cwd: folder,
    env: { ...inherited, NO_COLOR: '1', ...environment },
  });
  const [output, complaint, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')]);
  const left = await readdir(folder);
  await rm(folder, { recursive: true });
  return { output, complaint, code: code as number, left };
}

test('streamText shows what the agents do, then the answer and its price, and leaves nothing behind', async () => {
  const { output, complaint, code, left } = await run({});
  expect({ code, complaint, left }).toEqual({ code: 0, complaint: '', left: [] });
  expect(output.startsWith(`${SAMPLE_QUESTIONS['example-no-proxy']}\n`)).toBe(true);
  expect(output).toMatch(/^supervisor calls send_request\(\{"target":"math"/m);
  expect(output).toMatch(/^math calls calculate_expression\(/m);
  expect(output).toContain('(3 + 4) * 12 = 84');
  expect(output).toMatch(/\n {2}supervisor: \d+ in, \d+ out\n {2}(math|weather): /);
});

test('streamText asks another server if one is given', async () => {
  await using server = await startServer(await loadExample('example-no-proxy'), {
    port: 0,
    databaseURL: 'sqlite::memory:',
    logger: quiet,
    handleSignals: false,
  });
  const environment = { MAIL_BASE_URL: server.url, MAIL_API_KEY: server.tokens!.user };
  const { output, code } = await run(environment, 'What is 2 + 3?');
  expect([code, output]).toEqual([0, expect.stringContaining('2 + 3 = 5')]);
});
