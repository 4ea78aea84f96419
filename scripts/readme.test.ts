import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { type Script, startScriptedLLM } from '@posthouse/testkit';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('../', import.meta.url));
const readme = await readFile(`${root}README.md`, 'utf8');

/** What a model would do with the program's question: the supervisor asks math, math answers, the supervisor answers. */
const script: Script = ({ tools, messages }) => {
  const isSupervisor = tools.some((tool) => tool.name === 'task_complete');
  if (!isSupervisor)
    return { toolCalls: [{ name: 'send_response', input: { target: 'supervisor', subject: 're', body: '408' } }] };
  return messages.length === 1
    ? { toolCalls: [{ name: 'send_request', input: { target: 'math', subject: 'sum', body: '0.17 * 2400' } }] }
    : { toolCalls: [{ name: 'task_complete', input: { finish_message: 'It is 408.' } }] };
};

test('the program in the README runs as it stands', async () => {
  const [, program] = /```ts\n([\s\S]*?)```/.exec(readme)!;
  await using llm = await startScriptedLLM({ script });
  const environment = { ...process.env, OPENAI_BASE_URL: `${llm.url}/v1`, OPENAI_API_KEY: 'not needed' };
  const code = program!.replace('sqlite:demo.db', 'sqlite::memory:');
  const child = spawn(process.execPath, ['--input-type=module-typescript', '-e', code], {
    cwd: root,
    env: environment,
  });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
  await once(child, 'close');
  expect(output).toBe('It is 408.\n');
});

test('the commands at its top are scripts of the project', async () => {
  const { scripts } = JSON.parse(await readFile(`${root}package.json`, 'utf8')) as { scripts: Record<string, string> };
  const commands = [...readme.matchAll(/^npm ci && npm (\w+)/gm)].map((match) => match[1]!);
  expect(commands).toEqual(['start', 'test']);
  expect(Object.keys(scripts)).toEqual(expect.arrayContaining(commands));
});

test('whatever it links to is there', () => {
  const links = [...readme.matchAll(/\]\(([^)#:]+)\)/g)].map((match) => match[1]!);
  expect(links.length).toBeGreaterThan(10);
  expect(links.filter((link) => !existsSync(root + link))).toEqual([]);
});
