import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createClient } from '@posthouse/client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { SAMPLE_QUESTIONS } from './runner/sample-questions.ts';

const program = fileURLToPath(new URL('serve.ts', import.meta.url));
let folder: string;
let server: ChildProcess;
let output = '';

const environment = { ...process.env, OPENAI_API_KEY: '', ANTHROPIC_API_KEY: '', DATABASE_URL: '' };

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'posthouse-serve-'));
  server = spawn(process.execPath, [program, '--port', '0', '--fast'], { cwd: folder, env: environment });
  server.stdout!.on('data', (chunk: Buffer) => (output += chunk.toString()));
  await waitForText('Ask it: ');
});
afterAll(async () => {
  server.kill('SIGKILL');
  await rm(folder, { recursive: true, force: true });
});

/** Reads what the server says, until it has that in it. */
async function waitForText(text: string): Promise<void> {
  while (!output.includes(text)) await once(server.stdout!, 'data');
}

test('serve prints one URL, tokens, commands to paste, and the model', async () => {
  expect(output).toMatch(/http:\/\/127\.0\.0\.1:\d+ serves the swarm 'example-no-proxy'/);
  expect(output).toMatch(/user +ph_user_/);
  expect(output).toMatch(/admin +ph_admin_/);
  expect(output).toMatch(/curl -N http.*"stream": true/);
  expect(output).toContain('All agents are scripted, and nothing leaves this machine');
  expect(new Set(output.match(/http:\/\/[\d.:]+/g)).size).toBe(1);
});

test('serve answers its sample question, with what it printed and wrote to its file', async () => {
  const { url, tokens } = JSON.parse(await readFile(join(folder, '.posthouse/dev.json'), 'utf8')) as {
    url: string;
    tokens: { user: string };
  };
  const client = createClient({ baseURL: url, token: tokens.user });
  const { response, status } = await client.postMessage({ body: SAMPLE_QUESTIONS['example-no-proxy'] });
  expect(status).toBe('complete');
  expect(response).toContain('(3 + 4) * 12 = 84');
  expect((await client.postMessage({ body: SAMPLE_QUESTIONS.research, swarm: 'research' })).status).toBe('complete');
});

test('serve stops at a signal, and deletes its tokens', async () => {
  server.kill('SIGTERM');
  const [code] = (await once(server, 'close')) as [number | null];
  expect(code).toBe(0);
  await expect(readFile(join(folder, '.posthouse/dev.json'), 'utf8')).rejects.toThrow('ENOENT');
});

test('serve knows its examples by name', async () => {
  const child = spawn(process.execPath, [program, 'wether'], { cwd: folder, env: environment });
  let complaint = '';
  child.stderr.on('data', (chunk: Buffer) => (complaint += chunk.toString()));
  const [code] = (await once(child, 'close')) as [number | null];
  expect([code, complaint]).toEqual([
    2,
    expect.stringMatching(/^There is no example 'wether'\. Choose one of example, /),
  ]);
});
