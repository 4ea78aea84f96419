import { randomUUID } from 'node:crypto';
import { appendFile, copyFile, mkdir, readFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { PosthouseError } from '@posthouse/protocol';
import type { PiMessage } from './pi-event.ts';

/**
 * The messages of one conversation in a file, one line each. pi itself keeps none, so this is what a conversation is
 * resumed from after a restart.
 */
export class PiTranscript {
  readonly id: string;
  readonly #file: string;
  /** Lines are written one after the other, in the order of the messages. */
  #written: Promise<void> = Promise.resolve();

  private constructor(folder: string, id: string) {
    this.id = id;
    this.#file = join(folder, `${id}.jsonl`);
  }

  static async create(folder: string): Promise<PiTranscript> {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const transcript = new PiTranscript(folder, randomUUID());
    await appendFile(transcript.#file, '', { mode: 0o600 });
    return transcript;
  }

  /** Rejects with `agent_failed` when there is no such conversation. */
  static async open(folder: string, id: string): Promise<{ transcript: PiTranscript; messages: PiMessage[] }> {
    // Ids come from outside; one with a path in it would lead to another file.
    const text = /^[\w-]{1,100}$/.test(id)
      ? await readFile(join(folder, `${id}.jsonl`), 'utf8').catch(missing)
      : undefined;
    if (text === undefined) {
      throw new PosthouseError({
        code: 'agent_failed',
        message: `pi has no conversation ${JSON.stringify(id)} here.`,
        details: { reason: 'unknown-session', agentSessionId: id },
      });
    }
    const transcript = new PiTranscript(folder, id);
    // A line that was cut off when the process died must not swallow the next one.
    if (text !== '' && !text.endsWith('\n')) await appendFile(transcript.#file, '\n');
    return { transcript, messages: text.split('\n').flatMap(toMessage) };
  }

  /** Messages of the system are made anew for each run. */
  add(message: PiMessage): Promise<void> {
    if (!['user', 'assistant', 'toolResult'].includes(message.role ?? '')) return this.#written;
    const line = `${JSON.stringify(message)}\n`;
    this.#written = this.#written.then(() => appendFile(this.#file, line));
    return this.#written;
  }

  /** A copy under an id of its own. */
  async fork(folder: string): Promise<string> {
    await this.#written;
    const id = randomUUID();
    await copyFile(this.#file, join(folder, `${id}.jsonl`));
    return id;
  }
}

/** Where conversations are kept unless configured otherwise. */
export function defaultStateFolder(env: Readonly<Record<string, string | undefined>> = process.env): string {
  return join(env.XDG_STATE_HOME ?? join(env.HOME ?? homedir(), '.local', 'state'), 'posthouse', 'pi');
}

function toMessage(line: string): PiMessage[] {
  if (line === '') return [];
  try {
    return [JSON.parse(line) as PiMessage];
  } catch {
    return [];
  }
}

function missing(error: NodeJS.ErrnoException): undefined {
  if (error.code === 'ENOENT') return undefined;
  throw error;
}
