import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import OpenAI from 'openai';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const command = join(import.meta.dirname, 'posthouse-llm.ts');
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'posthouse-llm-'));
  const files = {
    'hello.ts': `const text: string = 'Hello from a file.'; export default [{ text }];`,
    'echo.mjs': `export default ({ messages }) => ({ text: messages[0].text });`,
    'stall.ts': `export default () => {
      console.log('asked');
      return { fault: { kind: 'stall', afterChunks: 0 } };
    };`,
    'empty.ts': `export const script = [];`,
    'number.ts': `export default 3;`,
    'misspelt.ts': `export default [{ text: 'Hello.' }, { txt: 'Oh.' }];`,
    'broken.ts': `export default [;`,
    'throwing.ts': `throw new Error('I refuse to load.');`,
  };
  for (const [name, content] of Object.entries(files)) await writeFile(join(folder, name), content);
});

afterAll(async () => {
  await rm(folder, { recursive: true });
});

function launch(...words: string[]): ChildProcess {
  return spawn(process.execPath, [command, ...words], { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] });
}

/** Runs the command until it ends by itself. */
async function run(...words: string[]) {
  const child = launch(...words);
  const [output, complaint, [code]] = await Promise.all([
    text(child.stdout!),
    text(child.stderr!),
    once(child, 'exit'),
  ]);
  return { code: code as number, output, complaint };
}

/** A running command: its address as soon as it says it, and everything it says until it ends. */
async function serve(script: string) {
  const child = launch('--script', script, '--port', '0');
  const ended = once(child, 'exit');
  const complaint = text(child.stderr!);
  let output = '';
  child.stdout!.setEncoding('utf8').on('data', (piece: string) => (output += piece));
  const says = async (words: RegExp): Promise<RegExpExecArray> => {
    for (;;) {
      const match = words.exec(output);
      if (match !== null) return match;
      await once(child.stdout!, 'data');
    }
  };
  const [, url = ''] = await says(/ANTHROPIC_BASE_URL=(\S+) .*\n/);
  const stop = async (signal: 'SIGINT' | 'SIGTERM') => {
    child.kill(signal);
    const [code] = (await ended) as [number | null];
    return { code, output, complaint: await complaint };
  };
  return { url, says, client: new OpenAI({ baseURL: `${url}/v1`, apiKey: 'x', maxRetries: 0 }), stop };
}

const ask = async (client: OpenAI) => (await client.responses.create({ model: 'gpt-5', input: 'Well?' })).output_text;

describe('posthouse-llm', () => {
  it('prints its usage', async () => {
    const { code, output } = await run('--help');
    expect(code).toBe(0);
    expect(output).toContain('Usage: posthouse-llm --script file.ts --port N');
  });

  it('plays a TypeScript script, and prints its address and what came', async () => {
    const { url, client, stop } = await serve('hello.ts');
    expect(await ask(client)).toBe('Hello from a file.');
    const { code, output, complaint } = await stop('SIGINT');
    expect({ code, complaint }).toEqual({ code: 0, complaint: '' });
    expect(output).toBe(`Playing hello.ts at ${url}. Point your clients here:
  export OPENAI_BASE_URL=${url}/v1 OPENAI_API_KEY=scripted
  export ANTHROPIC_BASE_URL=${url} ANTHROPIC_API_KEY=scripted
0 POST /v1/responses openai-responses gpt-5 200 finished
`);
  });

  it('plays a function, and ends on the other signal too', async () => {
    const { client, stop } = await serve('echo.mjs');
    expect(await ask(client)).toBe('Well?');
    expect(await ask(client)).toBe('Well?');
    expect(await stop('SIGTERM')).toMatchObject({ code: 0, complaint: '' });
  });

  it('ends although a request stalls for ever', async () => {
    const { client, says, stop } = await serve('stall.ts');
    const asked = ask(client).catch((error: unknown) => error);
    await says(/asked/);
    const { code, output } = await stop('SIGINT');
    expect(code).toBe(0);
    expect(output).toContain('0 POST /v1/responses openai-responses gpt-5 - server-dropped');
    expect(await asked).toBeInstanceOf(OpenAI.APIConnectionError);
  });

  it('exits with an error if a request came that the script did not expect', async () => {
    const { client, stop } = await serve('hello.ts');
    await ask(client);
    await expect(ask(client)).rejects.toThrow('the script has 1 turn, all played');
    const { code, output, complaint } = await stop('SIGINT');
    expect(code).toBe(1);
    expect(output).toContain('1 POST /v1/responses openai-responses gpt-5 400 finished');
    expect(complaint).toContain('posthouse-llm: The scripted model got an unexpected request.');
  });

  it.each<[string[], string]>([
    [['--port', '1'], 'Name the script to play: --script file.ts'],
    [['--script', 'hello.ts', '--port', 'x'], "--port must be a number from 0 to 65535, not 'x'."],
    [['--script', 'missing.ts', '--port', '0'], 'The script missing.ts cannot be loaded: Cannot find module'],
    [['--script', 'empty.ts', '--port', '0'], 'The script empty.ts has no default export; write: export default'],
    [
      ['--script', 'number.ts', '--port', '0'],
      'The default export of number.ts is not a script: A script must be a list of turns or a function, but it is 3.',
    ],
    [
      ['--script', 'misspelt.ts', '--port', '0'],
      "The default export of misspelt.ts is not a script: Turn 1 of the script: A turn has no 'txt'",
    ],
    [['--script', 'broken.ts', '--port', '0'], 'The script broken.ts cannot be loaded:'],
    [['--script', 'throwing.ts', '--port', '0'], 'The script throwing.ts cannot be loaded: I refuse to load.'],
    [['--script', 'hello.ts', '--port', '0', '--host', '192.0.2.1'], 'Cannot listen on 192.0.2.1, port 0:'],
  ])('refuses %j with one sentence and code 2', async (words, sentence) => {
    const { code, output, complaint } = await run(...words);
    expect({ code, output }).toEqual({ code: 2, output: '' });
    expect(complaint).toContain(`posthouse-llm: ${sentence}`);
    expect(complaint.trimEnd().split('\n')).toHaveLength(1);
  });
});
