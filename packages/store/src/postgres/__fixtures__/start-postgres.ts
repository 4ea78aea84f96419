import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { chmodSync, chownSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { newId } from '@posthouse/protocol';
import pg from 'pg';
import { copyBinaries, findBinaries } from './postgres-binaries.ts';

export type PostgresServerOptions = {
  /** Whether a commit waits for the disk. Only tests of durability and measurements need it. */
  fsync?: boolean;
  settings?: Record<string, string | number>;
};

/** The one database user who needs a password, once a test has made that user. */
export const GUARDED_USER = 'guarded';

/** The user nobody: PostgreSQL refuses to run as root. */
const NOBODY = 65_534;
const STARTING_MILLISECONDS = 30_000;

/** A PostgreSQL of our own in a temporary folder, reached through a socket there, and gone afterwards. */
export class PostgresServer implements AsyncDisposable {
  readonly #folder: string;
  readonly #binaries: string;
  readonly #settings: string[];
  #process: ChildProcess | undefined;
  #output = '';

  private constructor(folder: string, binaries: string, settings: string[]) {
    this.#folder = folder;
    this.#binaries = binaries;
    this.#settings = settings;
  }

  static async start({ fsync = false, settings = {} }: PostgresServerOptions = {}): Promise<PostgresServer> {
    const folder = mkdtempSync(join(tmpdir(), 'posthouse-pg-'));
    const place = { listen_addresses: '', unix_socket_directories: folder, max_connections: 200 };
    const durable = fsync ? {} : { fsync: 'off', full_page_writes: 'off', synchronous_commit: 'off' };
    const values = Object.entries({ ...place, ...durable, ...settings }).flatMap(([name, value]) => [
      '-c',
      `${name}=${value}`,
    ]);
    const server = new PostgresServer(folder, reachableBinaries(folder), values);
    try {
      server.#makeCluster();
      await server.start();
      return server;
    } catch (error) {
      await server[Symbol.asyncDispose]();
      throw error;
    }
  }

  /** The socket, for whoever connects without a URL. */
  get socket(): string {
    return join(this.#folder, '.s.PGSQL.5432');
  }

  url(database: string, user = 'postgres'): string {
    return `postgres://${user}@localhost/${database}?host=${encodeURIComponent(this.#folder)}`;
  }

  /** A new, empty database, or a copy of another one, which nobody may be using. */
  async newDatabase(template = 'template0'): Promise<string> {
    const name = `test_${newId().replaceAll('-', '')}`;
    await this.run('postgres', `CREATE DATABASE ${name} TEMPLATE ${template}`);
    return name;
  }

  /** Runs plain SQL in a database. */
  async run(database: string, sql: string): Promise<pg.QueryResult> {
    const client = new pg.Client({ connectionString: this.url(database) });
    // Whoever waits for an answer is told.
    client.on('error', () => undefined);
    await client.connect();
    try {
      return await client.query(sql);
    } finally {
      await client.end();
    }
  }

  async start(): Promise<void> {
    const { promise: ended, resolve } = Promise.withResolvers<void>();
    this.#output = '';
    this.#process = spawn(join(this.#binaries, 'postgres'), ['-D', join(this.#folder, 'data'), ...this.#settings], {
      ...unprivileged(),
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    this.#process.stderr?.setEncoding('utf8').on('data', (text: string) => (this.#output += text));
    this.#process.on('close', () => resolve());
    await Promise.race([this.#answers(), ended.then(() => this.#fail('did not start'))]);
  }

  /**
   * Stops the server. `fast` ends all connections in an orderly way; `immediate` is what a crash looks like, and leaves
   * the server to recover at the next start.
   */
  async stop(manner: 'fast' | 'immediate' = 'fast'): Promise<void> {
    const running = this.#process;
    this.#process = undefined;
    if (running === undefined || running.exitCode !== null || running.signalCode !== null) return;
    const ended = new Promise((resolve) => running.on('close', resolve));
    running.kill(manner === 'fast' ? 'SIGINT' : 'SIGQUIT');
    await ended;
  }

  async restart(manner: 'fast' | 'immediate' = 'fast'): Promise<void> {
    await this.stop(manner);
    await this.start();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.stop('immediate');
    rmSync(this.#folder, { recursive: true, force: true });
  }

  #makeCluster(): void {
    const values = ['-D', join(this.#folder, 'data'), '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C'];
    const { status, stderr } = spawnSync(join(this.#binaries, 'initdb'), [...values, '--no-sync'], {
      ...unprivileged(),
      encoding: 'utf8',
    });
    if (status !== 0) throw new Error(`initdb failed: ${stderr}`);
    const rules = join(this.#folder, 'data', 'pg_hba.conf');
    writeFileSync(rules, `local all ${GUARDED_USER} scram-sha-256\n${readFileSync(rules, 'utf8')}`);
  }

  async #answers(): Promise<void> {
    const end = performance.now() + STARTING_MILLISECONDS;
    for (;;) {
      try {
        await this.run('postgres', 'SELECT 1');
        return;
      } catch (error) {
        if (performance.now() > end) throw new Error(`PostgreSQL does not answer: ${this.#output}`, { cause: error });
        await new Promise((resolve) => setTimeout(resolve, 10));
      }
    }
  }

  #fail(what: string): never {
    throw new Error(`PostgreSQL ${what}: ${this.#output}`);
  }
}

function isRoot(): boolean {
  return process.getuid?.() === 0;
}

/** How to start a program so that it does not run as root. */
function unprivileged(): { uid?: number; gid?: number; cwd: string } {
  return { cwd: tmpdir(), ...(isRoot() ? { uid: NOBODY, gid: NOBODY } : {}) };
}

/** The folder of programs that whoever runs the server can reach; makes the server's folder his. */
function reachableBinaries(folder: string): string {
  if (isRoot()) chownSync(folder, NOBODY, NOBODY);
  const found = findBinaries();
  const { status } = spawnSync(join(found.folder, 'postgres'), ['--version'], unprivileged());
  if (status === 0) return found.folder;
  const target = join(folder, 'programs');
  mkdirSync(target);
  chmodSync(target, 0o755);
  return copyBinaries(found, target);
}
