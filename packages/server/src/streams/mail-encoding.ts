import type { Encoding } from '@posthouse/chat';
import { type FrameContext, type LiveText, type RunEvent, toTextName } from '@posthouse/protocol';
import type { TokenEvent } from '@posthouse/runtime';
import type { Task } from '@posthouse/store';
import { toTokens } from './to-tokens.ts';
import { toEntrySSE, toQueuedSSE, toShutdownSSE, toTokenSSE } from './to-sse.ts';

/** How much of each text that is being written was told; undefined when no text is told at all. */
type Told = ReadonlyMap<string, number> | undefined;

/**
 * A task as MAIL frames. Frames stand for themselves, except for text: what was not told while it was written is told when
 * the log has all of it, so that a reader who comes late gets the same text as one who watched.
 */
export class MAILEncoding implements Encoding<Told> {
  readonly id: string;
  readonly tokens: boolean;
  readonly start: Told;
  readonly #context: FrameContext;

  constructor({ key, taskId, owner: { swarm } }: Task, tokens: boolean) {
    this.id = `mail ${tokens ? 'text' : 'log'} ${key}`;
    this.tokens = tokens;
    this.start = tokens ? new Map() : undefined;
    this.#context = { taskId, swarm };
  }

  encode(told: Told, event: RunEvent): { state: Told; bytes: Uint8Array | undefined } {
    if (event.type === 'token') {
      const end = event.offset + event.delta.length;
      return { state: new Map(told).set(toTextName(event), end), bytes: this.#toBytes(toTokens(event)) };
    }
    if (event.type === 'queued') {
      return { state: told, bytes: this.tokens ? toQueuedSSE(event.place, this.#context) : undefined };
    }
    const bytes = toEntrySSE(event, this.#context);
    const fact = event.type === 'remote' ? event.fact : event;
    if (told === undefined || (fact.type !== 'text-written' && fact.type !== 'text-abandoned'))
      return { state: told, bytes };
    const rest = fact.parts.flatMap((part) => toRest(part, told.get(toTextName(part)) ?? 0));
    const state = new Map(told);
    for (const part of fact.parts) state.delete(toTextName(part));
    const missed = this.#toBytes(rest);
    return { state, bytes: missed && bytes ? Buffer.concat([missed, bytes]) : (missed ?? bytes) };
  }

  toShutdown(): Uint8Array {
    return toShutdownSSE(this.#context.taskId);
  }

  #toBytes(tokens: readonly TokenEvent[]): Uint8Array | undefined {
    const frames = tokens.map((token) => toTokenSSE(token, this.#context));
    return frames.length <= 1 ? frames[0] : Buffer.concat(frames);
  }
}

/** What of a text in the log has not been told while it was written. */
function toRest({ text, ...place }: LiveText, from: number): TokenEvent[] {
  if (text.length <= from) return [];
  return toTokens({ type: 'token', ...place, offset: from, delta: text.slice(from) });
}
