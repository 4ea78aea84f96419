import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { testTerminal } from '../__fixtures__/test-terminal.ts';
import { main } from '../main.ts';

const library = join(import.meta.dirname, '../swarm-source/__fixtures__/library.ts');
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'posthouse-validate-'));
  const agent = {
    name: 'solo',
    comm_targets: [],
    enable_entrypoint: true,
    can_complete_tasks: true,
    agent_params: { llm: 'openai/gpt-5-mini' },
  };
  const swarm = { name: 'demo', version: '1.0.0', entrypoint: 'solo', agents: [agent] };
  const imported = { ...swarm, action_imports: ['library::desk:stamp', 'library::examples/math:calculateExpression'] };
  await writeFile(join(folder, 'good.json'), JSON.stringify(swarm, null, 2));
  await writeFile(join(folder, 'bad.json'), JSON.stringify({ ...swarm, entrypoint: 'sole' }, null, 2));
  await writeFile(join(folder, 'imports.json'), JSON.stringify(imported, null, 2));
  await writeFile(join(folder, 'code.json'), JSON.stringify({ ...swarm, action_imports: ['module::./code.mjs:act'] }));
  await writeFile(
    join(folder, 'code.mjs'),
    "export const act = { name: 'act', description: 'acts', parameters: { type: 'object' }, idempotent: false, execute: () => 'ok' };",
  );
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Answers everything with one text. */
async function localServer(text: string): Promise<AsyncDisposable & { origin: string; asked: string[] }> {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(request.url!);
    response.end(text);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { origin, asked, [Symbol.asyncDispose]: async () => void server.close() };
}

async function validate(words: string[], input?: string) {
  const terminal = testTerminal({ folder });
  terminal.input.end(input ?? '');
  const code = await main(['validate', ...words], terminal);
  return { code, output: terminal.said(), complaints: terminal.complained() };
}

describe('validate', () => {
  test('describes a valid file', async () => {
    expect(await validate(['good.json'])).toEqual({
      code: 0,
      output: 'good.json: a swarm (1 swarm: demo with 1 agent) ✓ valid\n',
      complaints: '',
    });
  });

  test('reports every problem of an invalid file with its place, and exits with 1', async () => {
    const { code, output } = await validate(['bad.json']);
    expect(code).toBe(1);
    expect(output).toMatch(
      /^bad\.json: a swarm \(1 swarm\) ✗ 1 problem\n {2}problem bad\.json:4:3 entrypoint: .*'solo'/,
    );
  });

  test('checks several files, and exits with 1 if one of them is invalid', async () => {
    const { code, output } = await validate(['good.json', 'bad.json', 'good.json']);
    expect(code).toBe(1);
    expect(output.match(/^good\.json: /gm)).toHaveLength(2);
  });

  test('validate reads standard input', async () => {
    const { code, output } = await validate(['-'], '{"msg_type": "request"}');
    expect(code).toBe(1);
    expect(output).toMatch(/^-: a MAIL message \(a request\) ✗ \d problems\n {2}problem -:1:1 /);
  });

  test('resolves references of swarms in the folder of the file and in a library', async () => {
    expect((await validate(['code.json'])).code).toBe(0);
    expect((await validate(['imports.json'])).output).toContain("'library::desk:stamp' is not in the library.");
    expect((await validate(['imports.json', '--library', library])).code).toBe(0);
  });

  test('reads prompts from the network only from hosts that were named', async () => {
    await using server = await localServer('You lead.');
    const params = { llm: 'openai/gpt-5-mini', system: `url::${server.origin}/prompt` };
    const agent = { name: 'solo', comm_targets: [], enable_entrypoint: true, can_complete_tasks: true };
    const swarm = { name: 'demo', version: '1.0.0', entrypoint: 'solo', agents: [{ ...agent, agent_params: params }] };
    await writeFile(join(folder, 'prompt.json'), JSON.stringify(swarm));
    expect((await validate(['prompt.json'])).output).toContain('Name the host with --fetch-from');
    expect((await validate(['prompt.json', '--fetch-from', 'prompts.example.com'])).code).toBe(1);
    expect(server.asked).toEqual([]);
    expect(await validate(['prompt.json', '--fetch-from', server.origin])).toMatchObject({ code: 0 });
    expect(server.asked).toEqual(['/prompt']);
  });

  test('prints a JSON object per file', async () => {
    const { code, output } = await validate(['--json', 'good.json', 'bad.json']);
    const [good, bad] = output
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(code).toBe(1);
    expect(good).toEqual({
      file: 'good.json',
      valid: true,
      kind: 'swarm',
      content: '1 swarm: demo with 1 agent',
      problems: [],
      warnings: [],
    });
    expect(bad).toMatchObject({ valid: false, problems: [{ path: 'entrypoint', line: 4, column: 3 }] });
  });
});
