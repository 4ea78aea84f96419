import type { TextFrame } from './encoding.ts';

/** So much of a text stands in one frame, which is at most 3 KB: small enough to get through wherever anything does. */
const MAX_FRAME_CHARACTERS = 1024;
/** As much of a text that JSON writes with six bytes for a character. */
const MAX_ESCAPED_CHARACTERS = 512;
const ESCAPED = /[^\P{Cc}\n\r\t]|\p{Cs}/u;

/** Some of a text, and how long the text is with it. */
export type TextSlice = { delta: string; end: number };

/** A frame of an event stream; a frame of text names the text and how much of it a reader has after this frame. */
export type Frame = { sse: string; text?: { id: string; end: number } };

/** A text in slices that fit into frames. `offset` is where it begins in the whole text. */
export function sliceText(delta: string, offset: number): TextSlice[] {
  if (delta.length <= MAX_ESCAPED_CHARACTERS) return [{ delta, end: offset + delta.length }];
  const slices: TextSlice[] = [];
  for (let from = 0; from < delta.length;) {
    const most = ESCAPED.test(delta.slice(from, from + MAX_FRAME_CHARACTERS))
      ? MAX_ESCAPED_CHARACTERS
      : MAX_FRAME_CHARACTERS;
    const to = Math.min(toCut(delta, from + most), delta.length);
    slices.push({ delta: delta.slice(from, to), end: offset + to });
    from = to;
  }
  return slices;
}

/** Half a character cannot be sent. */
function toCut(text: string, at: number): number {
  const code = text.charCodeAt(at - 1);
  return code >= 0xd800 && code <= 0xdbff ? at - 1 : at;
}

/** The frames of one event as one piece of bytes, in which the frames of text can be found again. */
export function joinFrames(frames: readonly Frame[]): { bytes: Uint8Array | undefined; texts?: TextFrame[] } {
  if (frames.length === 0) return { bytes: undefined };
  const parts = frames.map(({ sse }) => Buffer.from(sse, 'utf8'));
  const texts: TextFrame[] = [];
  let from = 0;
  for (const [index, { text }] of frames.entries()) {
    const to = from + parts[index]!.byteLength;
    if (text !== undefined) texts.push({ ...text, from, to });
    from = to;
  }
  const bytes = parts.length === 1 ? parts[0]! : Buffer.concat(parts);
  return texts.length === 0 ? { bytes } : { bytes, texts };
}

/**
 * The bytes of a piece for a reader who has some texts up to a length. A frame of which the reader lacks anything stays
 * whole: it says where it ends, so the reader can tell what is new in it.
 */
export function leaveOutTexts(
  { bytes, texts = [] }: { bytes: Uint8Array | undefined; texts?: readonly TextFrame[] },
  has: ReadonlyMap<string, number>,
): Uint8Array | undefined {
  if (bytes === undefined) return undefined;
  const known = texts.filter(({ id, end }) => end <= (has.get(id) ?? 0));
  if (known.length === 0) return bytes;
  const rest: Uint8Array[] = [];
  let at = 0;
  for (const { from, to } of known) {
    if (from > at) rest.push(bytes.subarray(at, from));
    at = to;
  }
  if (at < bytes.byteLength) rest.push(bytes.subarray(at));
  return rest.length <= 1 ? rest[0] : Buffer.concat(rest);
}
