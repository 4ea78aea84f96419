import type { Encoding } from '@posthouse/chat';
import type { RunEvent } from '@posthouse/protocol';
import type { Task } from '@posthouse/store';
import { type SSEContext, toEntrySSE, toShutdownSSE, toTokenSSE } from './to-sse.ts';

/** A task as MAIL frames. Each stands for itself, so there is nothing to remember. */
export class MAILEncoding implements Encoding<undefined> {
  readonly id: string;
  readonly tokens: boolean;
  readonly start = undefined;
  readonly #context: SSEContext;

  constructor({ key, taskId, owner: { swarm } }: Task, tokens: boolean) {
    this.id = `mail ${tokens ? 'text' : 'log'} ${key}`;
    this.tokens = tokens;
    this.#context = { taskId, swarm };
  }

  encode(_: undefined, event: RunEvent): { state: undefined; bytes: Uint8Array | undefined } {
    const bytes = event.type === 'token' ? toTokenSSE(event, this.#context) : toEntrySSE(event, this.#context);
    return { state: undefined, bytes };
  }

  toShutdown(): Uint8Array {
    return toShutdownSSE(this.#context.taskId);
  }
}
