import type { Task } from '@posthouse/store';
import { type RunState, startRun } from '../adapters/mail/run-state.ts';
import { continueRun, finishPaused, translateRun } from '../adapters/mail/translate-run.ts';
import { DONE } from '../chunks/encode-chunk.ts';
import type { Encoding, Wish } from '../feed/encoding.ts';
import { encodeChunks } from './encode-chunks.ts';

/** One run of a task as chunks of the AI SDK. */
export function toRunEncoding({ key, taskId, owner: { swarm } }: Task, run: number): Encoding<RunState> {
  return {
    id: `run ${key} ${run}`,
    tokens: true,
    start: startRun({ taskId, swarm, run }),
    encode: (before, event) => {
      const { chunks, state } = translateRun(before, event);
      return { state, bytes: encodeChunks(chunks) };
    },
  };
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
