import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Script, startScriptedLLM } from '@posthouse/testkit';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const root = fileURLToPath(new URL('../', import.meta.url));
const readme = await readFile(`${root}README.md`, 'utf8');
const [setUp, curls, prompt] = [...readme.matchAll(/```sh\n([\s\S]*?)```/g)].map((match) => match[1]!);
const [clientProgram, serverProgram] = [...readme.matchAll(/```ts\n([\s\S]*?)```/g)].map((match) => match[1]!);

/** A folder in which the packages can be imported, as in that of a user. */
async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'posthouse-readme-'));
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'), 'dir');
  return folder;
}

type Finished = { output: string; code: number | null };

async function run(
  command: string,
  args: string[],
  { cwd, env = {}, input = '' }: { cwd: string; env?: Record<string, string>; input?: string },
): Promise<Finished> {
  const child = spawn(command, args, { cwd, env: { ...process.env, NO_COLOR: '1', ...env } });
  const output = gather(child);
  child.stdin!.end(input);
  const [code] = (await once(child, 'close')) as [number | null];
  return { output: output(), code };
}

function gather(child: ChildProcess): () => string {
  let output = '';
  child.stdout!.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.stderr!.on('data', (chunk: Buffer) => (output += chunk.toString()));
  return () => output;
}

async function until(isTrue: () => boolean | Promise<boolean>, what: () => string): Promise<void> {
  const end = performance.now() + 30_000;
  while (!(await isTrue())) {
    if (performance.now() > end) throw new Error(`it did not come to that: ${what()}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

type Development = { url: string; tokens: { user: string } };

/** What `npm start` starts once the studio is built, in a folder of its own. */
async function startServer(folder: string, ...args: string[]): Promise<{ server: ChildProcess } & Development> {
  const { scripts } = JSON.parse(await readFile(`${root}package.json`, 'utf8')) as { scripts: Record<string, string> };
  const [command, runner, program] = scripts.start!.split(' && ').at(-1)!.split(' ');
  expect(command).toBe('node');
  const { OPENAI_API_KEY: _openai, ANTHROPIC_API_KEY: _anthropic, DATABASE_URL: _database, ...env } = process.env;
  const server = spawn(process.execPath, [join(root, runner!), join(root, program!), ...args], { cwd: folder, env });
  const output = gather(server);
  await until(() => output().includes('Ask it: '), output);
  const note = await readFile(join(folder, '.posthouse', 'dev.json'), 'utf8');
  return { server, ...(JSON.parse(note) as Development) };
}

const posthouse = join(root, 'packages', 'server', 'src', 'bin', 'posthouse.ts');

describe('the README after npm start', () => {
  let folder: string;
  let server: ChildProcess;
  let development: Development;

  beforeAll(async () => {
    folder = await newFolder();
    ({ server, ...development } = await startServer(folder, '--port', '0', '--fast'));
  }, 40_000);

  afterAll(async () => {
    server.kill('SIGTERM');
    await once(server, 'close');
    await rm(folder, { recursive: true, force: true });
  });

  const here = (text: string) => text.replaceAll('http://127.0.0.1:8000', development.url);

  test('the curl commands get the answer, and then the conversation', async () => {
    const path = [join(root, 'node_modules', '.bin'), process.env.PATH].join(delimiter);
    const { output, code } = await run('bash', ['-euc', here(curls!)], { cwd: folder, env: { PATH: path } });
    expect(code).toBe(0);
    expect(output).toContain('"response":"17 / 100 * 2400 = 408"');
    const events = [...output.matchAll(/^event: (\w+)/gm)].map((match) => match[1]);
    expect(events).toEqual(expect.arrayContaining(['new_message', 'action_complete', 'task_complete']));
    expect(events.at(-1)).toBe('task_complete');
  });

  test('the prompt takes a message and shows the answer', async () => {
    expect(prompt).toBe('npx posthouse client\n');
    const input = "message 'What is 17 % of 2 400?'\nexit\n";
    const { output, code } = await run(process.execPath, [posthouse, 'client'], { cwd: folder, input });
    expect(output).toContain('17 / 100 * 2400 = 408');
    expect(code).toBe(0);
  });

  test('the client program prints the answer', async () => {
    const args = ['--input-type=module-typescript', '-e', here(clientProgram!)];
    const { output } = await run(process.execPath, args, {
      cwd: folder,
      env: { TOKEN: development.tokens.user },
    });
    expect(output).toBe('17 / 100 * 2400 = 408\n');
  });
});

test('a server that is killed continues after a restart, and so do its clients', async () => {
  const folder = await newFolder();
  const { server, url } = await startServer(folder, '--port', '0');
  const shown = spawn(process.execPath, [posthouse, 'run', 'What is (3 + 4) * 12?'], { cwd: folder });
  const output = gather(shown);
  const ended = once(shown, 'close') as Promise<[number | null]>;
  await until(() => output().includes('supervisor → math'), output);
  server.kill('SIGKILL');
  await once(server, 'close');
  const again = await startServer(folder, '--port', new URL(url).port, '--fast');
  try {
    expect([(await ended)[0], output()]).toEqual([0, expect.stringContaining('(3 + 4) * 12 = 84')]);
  } finally {
    again.server.kill('SIGTERM');
    await once(again.server, 'close');
    await rm(folder, { recursive: true, force: true });
  }
});

/** What a model would do with a question: the supervisor asks math, math answers, the supervisor answers. */
const script: Script = ({ tools, messages }) => {
  const isSupervisor = tools.some((tool) => tool.name === 'task_complete');
  if (!isSupervisor)
    return { toolCalls: [{ name: 'send_response', input: { target: 'supervisor', subject: 're', body: '408' } }] };
  return messages.length === 1
    ? { toolCalls: [{ name: 'send_request', input: { target: 'math', subject: 'sum', body: '0.17 * 2400' } }] }
    : { toolCalls: [{ name: 'task_complete', input: { finish_message: 'It is 408.' } }] };
};

test('the swarm in the README can be served as it is', async () => {
  await using llm = await startScriptedLLM({ script });
  const env = { OPENAI_BASE_URL: `${llm.url}/v1`, OPENAI_API_KEY: 'not needed', DATABASE_URL: 'sqlite::memory:' };
  const ask = `
    const { url, tokens, stop } = server;
    const headers = { Authorization: 'Bearer ' + tokens.user };
    const answer = await fetch(url + '/message', { method: 'POST', headers, body: '{"body":"What is 17 % of 2 400?"}' });
    console.log('ANSWER', (await answer.json()).response);
    await stop();`;
  const program = serverProgram!.replace(
    'await startServer(team, { port: 8001 });',
    `const server = await startServer(team, { port: 0 });${ask}`,
  );
  expect(program).toContain(ask);
  const folder = await newFolder();
  try {
    const { output } = await run(process.execPath, ['--input-type=module-typescript', '-e', program], {
      cwd: folder,
      env,
    });
    expect(output).toContain('ANSWER It is 408.');
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});

test('the commands at the top of the README are scripts of the project', async () => {
  const { scripts } = JSON.parse(await readFile(`${root}package.json`, 'utf8')) as { scripts: Record<string, string> };
  const commands = [...setUp!.matchAll(/^npm ci && npm (\w+)/gm)].map((match) => match[1]!);
  expect(commands).toEqual(['start', 'test']);
  expect(Object.keys(scripts)).toEqual(expect.arrayContaining(commands));
});

test('every link of the README has a target', () => {
  const links = [...readme.matchAll(/\]\(([^)#:]+)\)/g)].map((match) => match[1]!);
  expect(links.length).toBeGreaterThan(20);
  expect(links.filter((link) => !existsSync(root + link))).toEqual([]);
});
