import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';

/** Programs are started here, which takes its time on a busy machine. */
const TIMEOUT = 120_000;

const root = fileURLToPath(new URL('../../', import.meta.url));
const program = join(root, 'examples/any-agent/serve.ts');
const env = { ...process.env, AGENT: '', DATABASE_URL: '' };
let folder: string;
let server: ChildProcess;
let output = '';

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'posthouse-any-agent-'));
  server = spawn(process.execPath, [program, folder, '--port', '0', '--offline'], { cwd: folder, env });
  server.stdout!.on('data', (chunk: Buffer) => (output += chunk.toString()));
  while (!output.includes('The agents work in')) await once(server.stdout!, 'data');
}, TIMEOUT);
afterAll(async () => {
  server.kill('SIGKILL');
  await rm(folder, { recursive: true, force: true });
});

const url = (): string => /http:\/\/127\.0\.0\.1:\d+/.exec(output)![0];
const token = (): { Authorization: string } => ({ Authorization: `Bearer ${/ph_user_\S+/.exec(output)![0]}` });

test('npm run any-agent builds the page, and serves it with the agents', async () => {
  const { scripts } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as {
    scripts: Record<string, string>;
  };
  expect(scripts['any-agent']).toBe(
    'vite build examples/chat-page --logLevel warn && node scripts/run.cjs examples/any-agent/serve.ts --page examples/chat-page/dist/ai-sdk-7',
  );
});

test('npm run any-agent works in the given folder, and lists all agents', async () => {
  expect(output).toContain(`The agents work in ${folder}`);
  const listed = (await (await fetch(`${url()}/api/agents`, { headers: token() })).json()) as { name: string }[];
  for (const name of ['claude', 'codex', 'opencode', 'pi']) {
    expect(listed).toContainEqual(expect.objectContaining({ name, kind: 'agent' }));
  }
  expect(listed).toContainEqual({ name: 'scripted', kind: 'agent', available: true, default: true });
  expect(listed).toContainEqual(expect.objectContaining({ name: 'example-no-proxy', kind: 'swarm' }));
});

test('npm run any-agent answers with the agent that needs nothing', { timeout: TIMEOUT }, async () => {
  const body = JSON.stringify({ sessionId: 's', message: 'Please delegate.' });
  const stream = await (await fetch(`${url()}/chat`, { method: 'POST', headers: token(), body })).text();
  expect(stream).toContain('data-agent-part');
  expect(stream).toMatch(/"type":"finish".*\n\ndata: \[DONE\]\n\n$/s);
});

test('npm run any-agent stops at a signal, together with its model', { timeout: TIMEOUT }, async () => {
  server.kill('SIGTERM');
  const [code] = (await once(server, 'close')) as [number | null];
  expect(code).toBe(0);
});

test('npm run any-agent lists the agents when it is given an unknown one', { timeout: TIMEOUT }, async () => {
  const child = spawn(process.execPath, [program, folder, '--agent', 'cladue', '--port', '0'], { cwd: folder, env });
  let complaint = '';
  child.stderr.on('data', (chunk: Buffer) => (complaint += chunk.toString()));
  const [code] = (await once(child, 'close')) as [number | null];
  expect([code, complaint]).toEqual([1, expect.stringContaining('Did you mean "claude"?')]);
});
