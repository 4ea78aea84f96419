import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import type { Loose } from '../../../packages/server/src/__fixtures__/loose.ts';

export type VersionServerOptions = {
  /** Where the source is. */
  folder: string;
  /** Store URL. */
  database: string;
  /** The file that says what was stamped. */
  stamps: string;
};

/** A server process of some version. */
export class VersionServer implements AsyncDisposable {
  readonly url: string;
  readonly ended: Promise<number | string>;
  readonly #child: ChildProcess;
  #log = '';

  private constructor(child: ChildProcess, url: string, ended: Promise<number | string>) {
    this.#child = child;
    this.url = url;
    this.ended = ended;
    child.stderr!.setEncoding('utf8').on('data', (text: string) => (this.#log += text));
  }

  static async start({ folder, database, stamps }: VersionServerOptions): Promise<VersionServer> {
    const program = join(folder, 'e2e/upgrades/__fixtures__/desk-program.ts');
    const child = spawn(process.execPath, [program, JSON.stringify({ database, stamps })], {
      cwd: folder,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        PATH: process.env.PATH,
        NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
        MAIL_SIGNING_KEY: Buffer.alloc(32, 7).toString('base64'),
      },
    });
    let said = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => (said += text));
    const ended = new Promise<number | string>((resolve) => {
      child.on('close', (code, signal) => resolve(code ?? signal ?? 'unknown'));
    });
    const line = await new Promise<string>((resolve, reject) => {
      child.stdout.setEncoding('utf8').once('data', resolve);
      void ended.then((how) => reject(new Error(`the server in ${folder} ended with ${how}:\n${said}`)));
    });
    return new VersionServer(child, (JSON.parse(line) as { url: string }).url, ended);
  }

  /** What it has complained about. */
  get log(): string {
    return this.#log;
  }

  async call(path: string, { method, body }: { method?: string; body?: object } = {}): Promise<Loose> {
    const response = await fetch(`${this.url}${path}`, {
      method: method ?? (body === undefined ? 'GET' : 'POST'),
      headers: { authorization: 'Bearer user:ada', 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return { status: response.status, body: (await response.json()) as Loose };
  }

  /** Posts a message and waits for the answer. */
  async post(taskId: string, body: string, more: object = {}): Promise<Loose> {
    return (await this.call('/message', { body: { body, task_id: taskId, ...more } })).body as Loose;
  }

  kill(): Promise<number | string> {
    this.#child.kill('SIGKILL');
    return this.ended;
  }

  stop(): Promise<number | string> {
    this.#child.kill('SIGTERM');
    return this.ended;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.kill();
  }
}
