import { type ChildProcess, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import type { LogEntry } from '@posthouse/protocol';
import { openStore, type Store, type Task } from '@posthouse/store';
import type { Death } from '../../../packages/runtime/src/__fixtures__/deadline.ts';
import type { Loose } from '../../../packages/server/src/__fixtures__/loose.ts';
import { Gate } from './gate.ts';
import type { TownPlan } from './serve-town.ts';

const PROGRAM = fileURLToPath(new URL('town-program.ts', import.meta.url));

export type TownOptions = Pick<TownPlan, 'name' | 'others' | 'database' | 'effects' | 'timeoutMs'> & {
  /** Where the model of its boss is. */
  llm: string;
  /** What the process runs: a town with a boss alone, unless given. */
  program?: string;
  /** A module that the process loads before everything else. */
  preload?: string;
};

export type CallOptions = {
  as?: string;
  body?: unknown;
  method?: string;
  key?: string;
  headers?: Record<string, string>;
  signal?: AbortSignal;
};

/** A server in a process of its own, at an address and with a database that outlive the process. */
export class Town implements AsyncDisposable {
  readonly name: string;
  /** Where people come in. */
  readonly door: Gate;
  /** Where letters of other towns come in. */
  readonly road: Gate;
  /** Its database, which is there whether or not the process is. */
  readonly store: Store;
  readonly #options: TownOptions;
  #child: ChildProcess | undefined;
  #ended: Promise<void> = Promise.resolve();
  #log = '';
  #isGone = false;

  private constructor(options: TownOptions, { door, road, store }: { door: Gate; road: Gate; store: Store }) {
    this.name = options.name;
    this.#options = options;
    this.door = door;
    this.road = road;
    this.store = store;
  }

  static async open(options: TownOptions): Promise<Town> {
    const store = await openStore(options.database);
    return new Town(options, { door: await Gate.open(), road: await Gate.open(), store });
  }

  /** What it has complained about, a line each. */
  get complaints(): string[] {
    return this.#log.split('\n').filter((line) => line !== '');
  }

  /** Resolves when the process has ended, for whatever reason. */
  get ended(): Promise<void> {
    return this.#ended;
  }

  /** Starts the process; resolves when it listens, or has died before that. */
  async start(death?: Death): Promise<void> {
    if (this.#isGone) throw new Error(`there is no ${this.name} any more`);
    const { llm, program = PROGRAM, preload, ...rest } = this.#options;
    const plan: TownPlan = { ...rest, publicURL: this.road.url, ...(death === undefined ? {} : { death }) };
    const words = [...(preload === undefined ? [] : ['--import', preload]), program, JSON.stringify(plan)];
    const child = spawn(process.execPath, words, {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        PATH: process.env.PATH,
        NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
        OPENAI_COMPATIBLE_BASE_URL: `${llm}/v1`,
        // The same after every restart, as peers know it by its key.
        MAIL_SIGNING_KEY: createHash('sha256').update(this.name).digest('base64'),
        ...Object.fromEntries(
          this.#options.others.map((other) => [`SWARM_AUTH_TOKEN_${other.toUpperCase()}`, `agent:${this.name}`]),
        ),
      },
    });
    this.#child = child;
    child.stderr.setEncoding('utf8').on('data', (piece: string) => (this.#log += piece));
    this.#ended = new Promise((resolve) => {
      child.once('exit', () => this.#listens(undefined));
      child.once('close', () => resolve());
    });
    const said = await new Promise<string>((resolve) => {
      let text = '';
      child.stdout.setEncoding('utf8').on('data', (piece: string) => {
        text += piece;
        if (text.includes('\n')) resolve(text);
      });
      void this.#ended.then(() => resolve(''));
    });
    if (said === '' && child.signalCode !== 'SIGKILL') {
      throw new Error(`${this.name} ended with ${child.exitCode} before it listened: ${this.#log}`);
    }
    if (said !== '' && child.exitCode === null && child.signalCode === null) {
      this.#listens((JSON.parse(said) as { port: number }).port);
    }
  }

  /** Ends the process without a warning. */
  async kill(): Promise<void> {
    this.#child?.kill('SIGKILL');
    await this.#ended;
  }

  /** Asks the process to end, and waits until it has. */
  async stop(): Promise<void> {
    this.#child?.kill('SIGTERM');
    await this.#ended;
  }

  /** Makes another town known to this one for good, with the token that this one has there. */
  async register(name: string, url: string): Promise<void> {
    const body = { name, base_url: url, auth_token: `agent:${this.name}`, volatile: false };
    const { status, body: answer } = await this.call('/swarms', { as: 'admin:root', body });
    if (status !== 200) throw new Error(`${this.name} cannot register ${name}: ${JSON.stringify(answer)}`);
  }

  /** A request over HTTP. */
  async call(
    path: string,
    { as = 'user:ada', body, method, key, headers, signal }: CallOptions = {},
  ): Promise<{ status: number; body: Loose }> {
    const response = await fetch(`${this.door.url}${path}`, {
      method: method ?? (body === undefined ? 'GET' : 'POST'),
      headers: {
        authorization: `Bearer ${as}`,
        'content-type': 'application/json',
        ...(key === undefined ? {} : { 'idempotency-key': key }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      ...(signal === undefined ? {} : { signal }),
    });
    return { status: response.status, body: (await response.json()) as Loose };
  }

  /** Posts a message of ada and waits for the answer. Asking again with the same words is the same message. */
  async ask(taskId: string, body: string): Promise<Loose> {
    return (await this.call('/message', { body: { task_id: taskId, body }, key: `${taskId}/${body}` })).body;
  }

  /** What ada wrote here, or another town. */
  async task(taskId: string, caller?: string): Promise<Task | undefined> {
    const owner = caller === undefined ? { role: 'user' as const, id: 'ada' } : { role: 'swarm' as const, id: caller };
    return this.store.find({ swarm: this.name, ...owner }, taskId);
  }

  async entries(taskId: string, caller?: string): Promise<LogEntry[]> {
    const task = await this.task(taskId, caller);
    return task === undefined ? [] : (await this.store.read(task.key, 0, 100_000)).entries;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#isGone = true;
    await this.kill();
    await this.door[Symbol.asyncDispose]();
    await this.road[Symbol.asyncDispose]();
    await this.store[Symbol.asyncDispose]();
  }

  #listens(port: number | undefined): void {
    this.door.port = port;
    this.road.port = port;
  }
}
