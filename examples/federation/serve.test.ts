import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createClient } from '@posthouse/client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const program = fileURLToPath(new URL('serve.ts', import.meta.url));
const environment = { ...process.env, OPENAI_API_KEY: '', ANTHROPIC_API_KEY: '', NO_COLOR: '1' };

/** A terminal with one of the two servers in it. */
class Terminal {
  readonly #child: ChildProcess;
  /** Resolves with the exit code. */
  readonly ended: Promise<number | null>;
  output = '';

  constructor(folder: string, words: string[]) {
    this.#child = spawn(process.execPath, [program, ...words], { cwd: folder, env: environment });
    for (const stream of [this.#child.stdout!, this.#child.stderr!]) {
      stream.setEncoding('utf8').on('data', (text: string) => {
        this.output += text;
        this.#child.emit('shown');
      });
    }
    this.ended = new Promise((resolve) => this.#child.once('close', resolve));
  }

  /** Waits for some text, behind a place in what was shown before; gives everything up to then. */
  async shows(text: string, after = 0): Promise<string> {
    let hasEnded = false;
    const ended = this.ended.then(() => (hasEnded = true));
    while (!this.output.includes(text, after)) {
      if (hasEnded) throw new Error(`it ended without a word of '${text}': ${this.output}`);
      await Promise.race([ended, once(this.#child, 'shown')]);
    }
    return this.output;
  }

  async end(signal: 'SIGKILL' | 'SIGTERM'): Promise<number | null> {
    this.#child.kill(signal);
    return this.ended;
  }
}

describe('two swarms in two terminals', () => {
  let folder: string;
  let lighthouse: Terminal;
  let harbour: Terminal;

  /** Asks over HTTP, with the token that the server has written down. */
  async function ask(name: string, body: string): Promise<string> {
    const note = await readFile(join(folder, '.posthouse', name, 'dev.json'), 'utf8');
    const { url, tokens } = JSON.parse(note) as { url: string; tokens: { user: string } };
    const { response } = await createClient({ baseURL: url, token: tokens.user }).postMessage({ body });
    return response;
  }

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'posthouse-towns-'));
    harbour = new Terminal(folder, ['harbour', '--port', '0', '--fast']);
    lighthouse = new Terminal(folder, ['lighthouse', '--port', '0', '--fast']);
  });
  afterAll(async () => {
    await Promise.all([harbour.end('SIGKILL'), lighthouse.end('SIGKILL')]);
    await rm(folder, { recursive: true, force: true });
  });

  test('two swarms answer a question that needs both of them, and show how', async () => {
    const output = await harbour.shows('Ctrl-C stops this server');
    const page = await readFile(new URL('../../docs/federation.md', import.meta.url), 'utf8');
    const lines = /```text\n(master →[\s\S]*?)\n```/.exec(page)?.[1]!.split('\n') ?? [];
    // What the documentation shows. Who is quicker differs, and whether an answer is seen while it is being written.
    expect(lines.filter((line) => !output.includes(line.replace(/^master answers: /, '')))).toEqual([]);
    expect(lines.at(-1)).toBe(
      'master answers: Yes. The Marigold needs 4.2 m of water, and at 12:00 there are 5.3 m over the bar.',
    );
    expect(lines).toContain('watch@lighthouse runs read_gauge({"hour":12})');
    expect(lines).toContain('clerk runs look_up_ship({"ship":"Marigold"})');
    await lighthouse.shows('The lighthouse and the harbour are connected.');
    expect(lighthouse.output).toContain('All agents are scripted, and nothing leaves this machine');
  });

  test('two swarms answer other questions', async () => {
    expect(await ask('harbour', 'And the Old Bess, at 18:00?')).toBe(
      'No. The Old Bess needs 5.6 m of water, and at 18:00 there are 2.4 m over the bar.',
    );
    expect(await ask('lighthouse', 'How deep is it at 6 pm?')).toBe('At 18:00 the water over the bar is 2.4 m deep.');
  });

  test('reconnect when one of them was killed and started again', async () => {
    await lighthouse.end('SIGKILL');
    const before = harbour.output.length;
    lighthouse = new Terminal(folder, ['lighthouse', '--port', '0', '--fast']);
    await harbour.shows('are connected', before);
    expect(await ask('harbour', 'Can the Heron sail at 5?')).toBe(
      'Yes. The Heron needs 2.1 m of water, and at 5:00 there are 2.3 m over the bar.',
    );
  });

  test('both servers stop at a signal', async () => {
    expect([await harbour.end('SIGTERM'), await lighthouse.end('SIGTERM')]).toEqual([0, 0]);
  });
});

test('an unknown town is refused with the names of the two', async () => {
  const terminal = new Terminal(tmpdir(), ['harbor']);
  expect(await terminal.shows('\n')).toBe('Which server? Choose one of harbour, lighthouse.\n');
  expect(await terminal.ended).toBe(2);
});

test('npm has a command for each town', async () => {
  const root = await readFile(new URL('../../package.json', import.meta.url), 'utf8');
  const { scripts } = JSON.parse(root) as { scripts: Record<string, string> };
  for (const name of ['harbour', 'lighthouse']) {
    expect(scripts[`start:${name}`]).toBe(`node scripts/run.cjs examples/federation/serve.ts ${name}`);
  }
});
