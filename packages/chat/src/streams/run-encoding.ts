import type { Task } from '@posthouse/store';
import { type RunState, startRun } from '../adapters/mail/run-state.ts';
import { continueRun, finishPaused, translateRun } from '../adapters/mail/translate-run.ts';
import { DONE } from '../chunks/encode-chunk.ts';
import type { UIChunk } from '../chunks/ui-chunk.ts';
import type { Encoding, Wish } from '../feed/encoding.ts';
import { type Frame, joinFrames, sliceText } from '../feed/text-frames.ts';
import { encodeChunks } from './encode-chunks.ts';

/**
 * One run of a task as chunks of the AI SDK. The id of a frame says where a reader is who has it: `<entry>`,
 * `<entry>/<end>/<text>` or, in the middle of an entry, `/<end>/<text>`. The entry is the newest one that the reader has
 * whole, and `end` is how many characters of the text it has. Readers of the AI SDK pass over ids.
 */
export function toRunEncoding({ key, taskId, owner: { swarm } }: Task, run: number): Encoding<RunState> {
  return {
    id: `run ${key} ${run}`,
    tokens: true,
    start: startRun({ taskId, swarm, run }),
    encode: (before, event) => {
      const { chunks, state } = translateRun(before, event);
      const seq = event.type === 'token' ? before.seq : event.seq;
      return { state, ...joinFrames(toFrames(chunks, before, seq)) };
    },
  };
}

/** Only the last frame of an entry says that the reader has all of it. */
function toFrames(chunks: readonly UIChunk[], before: RunState, seq: number): Frame[] {
  const slices = chunks.flatMap((chunk) => toSlices(chunk, before));
  const last = slices.length - 1;
  return slices.map(({ chunk, text }, index) => {
    const data = `data: ${JSON.stringify(chunk)}\n\n`;
    const place = index === last ? `${seq}` : '';
    if (text !== undefined) return { sse: `id: ${place}/${text.end}/${text.id}\n${data}`, text };
    return { sse: place === '' ? data : `id: ${place}\n${data}` };
  });
}

function toSlices(chunk: UIChunk, { texts }: RunState): { chunk: UIChunk; text?: { id: string; end: number } }[] {
  if (chunk.type !== 'text-delta' && chunk.type !== 'reasoning-delta') return [{ chunk }];
  const { id } = chunk;
  // An event adds to a text once, so what was told before it is where the addition begins.
  const slices = sliceText(chunk.delta, texts.get(id)?.length ?? 0);
  return slices.map(({ delta, end }) => ({ chunk: { ...chunk, delta }, text: { id, end } }));
}

/** A run to its end or until it waits for somebody, behind what the reader has seen of it. */
export function toRunWish(seen: number): Wish<RunState> {
  const isNew = ({ event }: Parameters<Wish<RunState>['select']>[0][number]): boolean =>
    event.type === 'token' || event.seq > seen;
  return {
    select: (pieces) => (seen === 0 ? pieces : pieces.filter(isNew)),
    // A reader that goes on with a message is told so before anything else.
    first: (state) => (seen === 0 ? undefined : encodeChunks(continueRun(state))),
    isOver: ({ phase }, isEnd) => phase === 'ended' || (isEnd && phase === 'paused'),
    last: (state) => {
      const rest = state.phase === 'paused' ? encodeChunks(finishPaused(state)) : undefined;
      return rest === undefined ? DONE : Buffer.concat([rest, DONE]);
    },
  };
}
