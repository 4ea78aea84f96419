/** A piece of a UI message stream, as far as a transport looks at it. */
export type Chunk = { type: string } & Record<string, unknown>;

export function isChunk(value: unknown): value is Chunk {
  return typeof value === 'object' && value !== null && typeof (value as Chunk).type === 'string';
}
