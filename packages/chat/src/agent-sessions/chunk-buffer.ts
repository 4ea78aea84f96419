import type { UIChunk } from '../chunks/ui-chunk.ts';

/**
 * Chunks in their order, as few as tell the same: pieces of a text become one, and what replaces something takes its place.
 * Data in passing is left out: it is for those who watch.
 */
export class ChunkBuffer {
  #chunks: UIChunk[] = [];
  /** Where the chunk is that a later one of the same kind joins, or replaces. */
  #places = new Map<string, number>();

  get isEmpty(): boolean {
    return this.#chunks.length === 0;
  }

  add(chunks: readonly UIChunk[]): void {
    for (const chunk of chunks) if (!isTransient(chunk)) this.#add(chunk);
  }

  /** Gives everything, and is empty. */
  take(): UIChunk[] {
    const taken = this.#chunks;
    this.#chunks = [];
    this.#places = new Map();
    return taken;
  }

  #add(chunk: UIChunk): void {
    const key = keyOf(chunk);
    const place = key === undefined ? undefined : this.#places.get(key);
    if (place !== undefined) return this.#join(place, chunk);
    if (key !== undefined) this.#places.set(key, this.#chunks.length);
    for (const ended of endedBy(chunk)) this.#places.delete(ended);
    // Ids of texts may come again in the next step.
    if (chunk.type === 'finish-step') this.#places = new Map();
    this.#chunks.push(chunk);
  }

  #join(place: number, chunk: UIChunk): void {
    const known = this.#chunks[place]!;
    if ('delta' in known && 'delta' in chunk) this.#chunks[place] = { ...known, delta: known.delta + chunk.delta };
    else if (known.type === 'tool-input-delta' && chunk.type === 'tool-input-delta') {
      this.#chunks[place] = { ...known, inputTextDelta: known.inputTextDelta + chunk.inputTextDelta };
    } else {
      this.#chunks[place] = chunk;
    }
  }
}

/** Whether a chunk is told as it is: it joins nothing, and nothing takes its place. */
export function standsAlone(chunk: UIChunk): boolean {
  return keyOf(chunk) === undefined && !isTransient(chunk);
}

function isTransient(chunk: UIChunk): boolean {
  return 'transient' in chunk && chunk.transient === true;
}

/** What a chunk may share a place with; undefined for one that stands by itself. */
function keyOf(chunk: UIChunk): string | undefined {
  switch (chunk.type) {
    case 'text-delta':
    case 'reasoning-delta':
      return chunk.providerMetadata === undefined ? `${chunk.type} ${chunk.id}` : undefined;
    case 'tool-input-delta':
      return `${chunk.type} ${chunk.toolCallId}`;
    case 'tool-output-available':
      return chunk.preliminary === true ? `preliminary ${chunk.toolCallId}` : undefined;
    default:
      return chunk.type.startsWith('data-') && 'id' in chunk && chunk.id !== undefined
        ? `${chunk.type} ${chunk.id}`
        : undefined;
  }
}

/** What nothing can be joined to any more. */
function endedBy(chunk: UIChunk): string[] {
  switch (chunk.type) {
    case 'text-start':
    case 'reasoning-start':
    case 'text-end':
    case 'reasoning-end':
      return [`${chunk.type.slice(0, chunk.type.indexOf('-'))}-delta ${chunk.id}`];
    case 'text-delta':
    case 'reasoning-delta':
      return chunk.providerMetadata === undefined ? [] : [`${chunk.type} ${chunk.id}`];
    case 'tool-input-start':
    case 'tool-input-available':
    case 'tool-input-error':
      return [`tool-input-delta ${chunk.toolCallId}`, `preliminary ${chunk.toolCallId}`];
    case 'tool-approval-request':
    case 'tool-output-error':
    case 'tool-output-denied':
      return [`preliminary ${chunk.toolCallId}`];
    case 'tool-output-available':
      return chunk.preliminary === true ? [] : [`preliminary ${chunk.toolCallId}`];
    default:
      return [];
  }
}
