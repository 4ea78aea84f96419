import { type Encoding, sliceText } from '@posthouse/chat';
import { type LiveText, type RunEvent, toTextName } from '@posthouse/protocol';
import type { Task } from '@posthouse/store';
import { type SSEContext, toEntrySSE, toQueuedSSE, toShutdownSSE, toTokenSSE } from './to-sse.ts';

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
  readonly #context: SSEContext;

  constructor({ key, taskId, owner: { swarm } }: Task, tokens: boolean) {
    this.id = `mail ${tokens ? 'text' : 'log'} ${key}`;
    this.tokens = tokens;
    this.start = tokens ? new Map() : undefined;
    this.#context = { taskId, swarm };
  }

  encode(told: Told, event: RunEvent): { state: Told; bytes: Uint8Array | undefined } {
    if (event.type === 'token') {
      const end = event.offset + event.delta.length;
      return { state: new Map(told).set(toTextName(event), end), bytes: toTokenSSE(event, this.#context) };
    }
    if (event.type === 'queued') {
      return { state: told, bytes: this.tokens ? toQueuedSSE(event.place, this.#context) : undefined };
    }
    const bytes = toEntrySSE(event, this.#context);
    const fact = event.type === 'remote' ? event.fact : event;
    if (told === undefined || (fact.type !== 'text-written' && fact.type !== 'text-abandoned'))
      return { state: told, bytes };
    const rest = fact.parts.flatMap((part) => this.#restOf(part, told.get(toTextName(part)) ?? 0));
    const state = new Map(told);
    for (const part of fact.parts) state.delete(toTextName(part));
    const all = bytes === undefined ? rest : [...rest, bytes];
    return { state, bytes: all.length === 0 ? undefined : Buffer.concat(all) };
  }

  toShutdown(): Uint8Array {
    return toShutdownSSE(this.#context.taskId);
  }

  #restOf({ text, ...place }: LiveText, from: number): Uint8Array[] {
    if (text.length <= from) return [];
    return sliceText(text.slice(from), from).map(({ delta, end }) =>
      toTokenSSE({ type: 'token', ...place, offset: end - delta.length, delta }, this.#context),
    );
  }
}
