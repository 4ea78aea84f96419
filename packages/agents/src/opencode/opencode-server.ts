import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import type { JSONObject } from '@posthouse/protocol';
import { PosthouseError } from '@posthouse/protocol';
import { endProcess } from '../driving/end-process.ts';
import { guardedEnvironment } from '../driving/orphan-guard.ts';

export interface ServerSettings {
  readonly executable: string;
  readonly env: Readonly<Record<string, string>>;
  readonly config: JSONObject;
  /** How long it may take to listen; 60 seconds unless given. */
  readonly startMs?: number | undefined;
}

/** What it printed last; the rest is let go. */
const KEPT_OUTPUT = 4_096;
const ATTEMPTS = 3;

/** A running `opencode serve` on loopback, which only we can speak to. */
export class OpencodeServer implements AsyncDisposable {
  readonly url: string;
  /** What every request must carry. The server can run commands, so it does not listen to other users of the machine. */
  readonly authorization: string;
  /** Resolves with a sentence when the process is gone, whatever the cause. */
  readonly gone: Promise<string>;
  readonly #child: ChildProcess;

  private constructor(child: ChildProcess, options: { url: string; authorization: string; gone: Promise<string> }) {
    this.#child = child;
    this.url = options.url;
    this.authorization = options.authorization;
    this.gone = options.gone;
  }

  /** Rejects with `agent_failed` and what the program printed, when it does not start. */
  static async start(settings: ServerSettings): Promise<OpencodeServer> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await OpencodeServer.#startOn(await findFreePort(), settings);
      } catch (error) {
        // Between our looking for a free port and its taking it, another program may have been faster.
        if (attempt === ATTEMPTS || !/EADDRINUSE|address already in use|port .* in use/i.test(String(error)))
          throw error;
      }
    }
  }

  static async #startOn(port: number, settings: ServerSettings): Promise<OpencodeServer> {
    const { executable, env, config, startMs = 60_000 } = settings;
    const password = randomBytes(24).toString('base64url');
    const child = spawn(executable, ['serve', '--hostname=127.0.0.1', `--port=${port}`], {
      // It serves the folders of many sessions and must not depend on one of them.
      cwd: tmpdir(),
      stdio: ['ignore', 'pipe', 'pipe'],
      env: guardedEnvironment({
        OPENCODE_DISABLE_AUTOUPDATE: '1',
        ...env,
        OPENCODE_SERVER_USERNAME: 'opencode',
        OPENCODE_SERVER_PASSWORD: password,
        OPENCODE_CONFIG_CONTENT: JSON.stringify(config),
      }),
    });
    let output = '';
    const listening = Promise.withResolvers<string>();
    const read = (text: string): void => {
      output = (output + text).slice(-KEPT_OUTPUT);
      const url = /listening on (https?:\/\/\S+)/.exec(output)?.[1];
      if (url !== undefined) listening.resolve(url);
    };
    child.stdout.setEncoding('utf8').on('data', read);
    child.stderr.setEncoding('utf8').on('data', read);
    const gone = new Promise<string>((resolve) => {
      child.once('error', (error) => resolve(`OpenCode could not be started: ${error.message}`));
      child.once('exit', (code, signal) => resolve(toFarewell(code, signal, output)));
    });
    const timer = new AbortController();
    const late = sleep(startMs, undefined, { signal: timer.signal }).then(
      () => `OpenCode did not start within ${startMs} ms.${quote(output)}`,
    );
    try {
      const first = await Promise.race([listening.promise.then((url) => ({ url })), gone, late]);
      if (typeof first === 'string') throw new PosthouseError({ code: 'agent_failed', message: first });
      const authorization = `Basic ${Buffer.from(`opencode:${password}`).toString('base64')}`;
      return new OpencodeServer(child, { url: first.url, authorization, gone });
    } catch (error) {
      await endProcess(child);
      throw error;
    } finally {
      timer.abort();
      late.catch(() => undefined);
    }
  }

  get pid(): number | undefined {
    return this.#child.pid;
  }

  /** Ends the process and everything it has started. */
  async [Symbol.asyncDispose](): Promise<void> {
    await endProcess(this.#child);
  }
}

function toFarewell(code: number | null, signal: NodeJS.Signals | null, output: string): string {
  const how = signal === null ? `with code ${code}` : `on ${signal}`;
  return `OpenCode ended ${how}.${quote(output)}`;
}

/** The last lines are where programs say why they give up. */
function quote(output: string): string {
  const lines = output.trim().split('\n').slice(-5).join('\n');
  return lines === '' ? '' : ` It said: ${lines}`;
}

/** OpenCode takes port 0 for its usual one, so the free one is found here. */
async function findFreePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, 'close');
  return port;
}
