import { isEntry } from '@posthouse/protocol';
import type { Task } from '@posthouse/store';
import { type MailRunState, startRun } from '../adapters/mail/mail-run-state.ts';
import { continueRun, finishPaused, translateRun } from '../adapters/mail/translate-run.ts';
import { isTextChunk, nameOf, wordsOf } from '../chunks/text-chunk.ts';
import type { UIChunk } from '../chunks/ui-chunk.ts';
import { type Encoding, selectBehind, type Wish } from '../feed/encoding.ts';
import { encodeFrames, type ToldChunk } from './chunk-frames.ts';
import { encodeChunks, encodeEnd } from './encode-chunks.ts';

/** One run of a task as chunks of the AI SDK. */
export function toRunEncoding({ key, taskId, owner: { swarm } }: Task, run: number): Encoding<MailRunState> {
  return {
    id: `run ${key} ${run}`,
    tokens: true,
    start: startRun({ taskId, swarm, run }),
    encode: (before, event) => {
      const { chunks, state } = translateRun(before, event);
      const seq = isEntry(event) ? event.seq : before.seq;
      return {
        state,
        ...encodeFrames(
          chunks.map((chunk) => toTold(chunk, before)),
          seq,
        ),
      };
    },
  };
}

/** An event adds to a text once, so what was told before it is where the addition begins. */
function toTold(chunk: UIChunk, { texts }: MailRunState): ToldChunk {
  if (!isTextChunk(chunk)) return { chunk };
  return { chunk, end: (texts.get(nameOf(chunk))?.length ?? 0) + wordsOf(chunk).length };
}

/** A run to its end or until it waits for somebody, behind what the reader has seen of it. */
export function toRunWish(seen: number): Wish<MailRunState> {
  return {
    select: selectBehind(seen),
    // A reader that continues a message is told so before anything else.
    first: (state) => (seen === 0 ? undefined : encodeChunks(continueRun(state))),
    isOver: ({ phase }, isEnd) => phase === 'ended' || (isEnd && phase === 'paused'),
    last: (state) => encodeEnd(state.phase === 'paused' ? finishPaused(state) : []),
  };
}
