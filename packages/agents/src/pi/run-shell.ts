import { spawn } from 'node:child_process';
import { endProcess } from '../driving/end-process.ts';
import { guardedEnvironment } from '../driving/orphan-guard.ts';

export interface ShellOptions {
  readonly command: string;
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal | undefined;
  /** Called with what was printed so far, as it grows. */
  readonly onOutput?: ((output: string) => void) | undefined;
}

/** Of a longer output the beginning and the end are kept. */
const KEPT = 128 * 1024;

/** Runs a command to its end; when the signal aborts, ends it with everything it has started, and rejects. */
export async function runShell(options: ShellOptions): Promise<{ code: number | null; output: string }> {
  const { command, cwd, env, signal, onOutput } = options;
  signal?.throwIfAborted();
  const child = spawn('/bin/sh', ['-c', command], {
    cwd,
    env: guardedEnvironment(env),
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  let head = '';
  let tail = '';
  let dropped = 0;
  const toText = (): string => (dropped === 0 ? head + tail : `${head}\n[${dropped} characters left out]\n${tail}`);
  const read = (text: string): void => {
    const room = KEPT - head.length;
    head += text.slice(0, room);
    tail += text.slice(room);
    if (tail.length > KEPT) {
      dropped += tail.length - KEPT;
      tail = tail.slice(-KEPT);
    }
    onOutput?.(toText());
  };
  child.stdout.setEncoding('utf8').on('data', read);
  child.stderr.setEncoding('utf8').on('data', read);
  const ended = Promise.withResolvers<number | null>();
  child.once('error', ended.reject);
  child.once('close', ended.resolve);
  // What has got away into a session of its own may keep the pipes open; nobody waits for it after a stop.
  const stop = (): void => void endProcess(child, { leadsGroup: true }).then(() => ended.resolve(null));
  signal?.addEventListener('abort', stop);
  try {
    const code = await ended.promise;
    signal?.throwIfAborted();
    return { code, output: toText() };
  } finally {
    signal?.removeEventListener('abort', stop);
  }
}
