import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { startScriptedLLM } from '@posthouse/testkit';
import { expect, onTestFinished, test } from 'vitest';
import { HAS_PYTHON } from '../../packages/runtime/src/python/__fixtures__/ferry.ts';
import { usePostgres } from '../../packages/store/src/postgres/__fixtures__/use-postgres.ts';
import { programsOf } from '../../scripts/docs/printed-programs.ts';
import { runCommand } from '../../scripts/process/run-command.ts';
import { fillDatabase, makeFolder, startAuth, TASK } from './__fixtures__/reference-deployment.ts';

const { server } = usePostgres();

/** The commands of the page, in order, with a port that is free. */
function commandsOf(port: number): string[] {
  const lines = programsOf('docs/moving-from-python.md', 'sh').flatMap((block) => block.trim().split('\n'));
  return lines.map((line) => line.replaceAll('127.0.0.1:8000', `127.0.0.1:${port}`));
}

async function findFreePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, 'close');
  return port;
}

/** Starts a server with a command, and resolves when it listens. */
async function startServer(command: string, directory: string, env: Record<string, string>): Promise<void> {
  const child = spawn('bash', ['-c', command], { cwd: directory, env: { ...process.env, ...env }, detached: true });
  onTestFinished(async () => {
    process.kill(-child.pid!, 'SIGTERM');
    await once(child, 'close');
  });
  let said = '';
  await new Promise<void>((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => {
        said += text;
        if (said.includes('listening')) resolve();
      });
    }
    child.on('close', () => reject(new Error(`The server did not start:\n${said}`)));
  });
}

test.skipIf(!HAS_PYTHON)(
  'the ten commands of docs/moving-from-python.md move a deployment, its data included',
  async () => {
    const port = await findFreePort();
    const directory = await makeFolder(port);
    const services = await startAuth();
    await using llm = await startScriptedLLM({
      script: ({ messages }) => {
        const text = messages.map((message) => message.text).join('\n');
        const isAsked = text.includes('What did I ask you before?');
        if (isAsked && messages.every(({ toolResults }) => toolResults.length === 0))
          return { toolCalls: [{ name: 'tide', input: { port: 'Oslo' } }] };
        const answer = isAsked ? `You asked: How many ships? And: high tide in Oslo.` : 'Done.';
        return { toolCalls: [{ name: 'task_complete', input: { finish_message: answer } }] };
      },
    });
    const env = {
      NO_COLOR: '1',
      DATABASE_URL: await fillDatabase(server()),
      AUTH_ENDPOINT: `${services}/login`,
      TOKEN_INFO_ENDPOINT: `${services}/info`,
      SWARM_AUTH_TOKEN_SEA: 'token-of-the-sea',
      LITELLM_PROXY_API_BASE: `${llm.url}/v1`,
      MAIL_API_KEY: 'key-of-ada',
      ADMIN_KEY: 'key-of-root',
      OLD_TASK: TASK,
    };
    const [install, validate, config, initialise, start, toServer, ping, list, tasks, run, check] = commandsOf(port);
    const toEnv = toServer!.replace('export MAIL_BASE_URL=', '');
    const outcomeOf = async (line: string) => {
      const { code, stdout, output } = await runCommand('bash', ['-c', line], {
        directory,
        env: { ...env, MAIL_BASE_URL: toEnv },
      });
      return { code, stdout, ...(code === 0 ? {} : { output }) };
    };
    const succeeds = (words: string) => ({ code: 0, stdout: expect.stringContaining(words) });

    // The packages are there: those of this repository.
    expect(install).toBe(
      'npm install @posthouse/server @posthouse/testkit @ai-sdk/openai-compatible @ai-sdk/openai @ai-sdk/anthropic',
    );
    expect(await outcomeOf(validate!)).toEqual(succeeds('✓ valid'));
    expect(await outcomeOf(config!)).toEqual(succeeds('server.swarm.name = "demo"'));
    expect(await outcomeOf(initialise!)).toEqual(succeeds('imported 1 tasks, 4 entries and 1 histories'));
    await startServer(start!, directory, env);

    expect(await outcomeOf(ping!)).toEqual(succeeds('demo is healthy'));
    const listed = await outcomeOf(list!);
    expect(listed).toEqual(succeeds('sea'));
    expect(listed.stdout).toMatch(/sea .* yes +http:/);
    expect(await outcomeOf(tasks!)).toEqual(succeeds(`{"${TASK}":{"task_id":"${TASK}","task_owner":"user:u-1@demo"`));
    expect(await outcomeOf(run!)).toEqual(succeeds('You asked: How many ships? And: high tide in Oslo.'));
    const asked = JSON.stringify(llm.requests.map(({ body }) => body));
    expect(asked).toContain('Seven.');
    expect(asked).toContain('You are the harbour master.');
    expect(asked).toContain('high tide in Oslo');
    expect(await outcomeOf(check!)).toEqual(succeeds('Conforms: no MUST fails'));
  },
  300_000,
);
