import type { Pace } from '@posthouse/chat';
import type { Context } from 'hono';
import type { AppEnv } from '../edge/app-env.ts';
import type { AppParts } from '../app/app-parts.ts';
import { answerEventStream } from '../routes/event-stream.ts';
import { type SliceTelling, toSliceEncoding } from './slice-encoding.ts';

/** Answers with a slice as it happens. A reader that leaves stops nothing. */
export function answerSlice<State>(c: Context<AppEnv>, { streams }: AppParts, telling: SliceTelling<State>): Response {
  const { task, slice } = telling;
  return answerEventStream(c, task.taskId, (outgoing) =>
    streams.read({ task, after: slice.after, outgoing }, toSliceEncoding(telling)),
  );
}

export type SliceWait = {
  signal: AbortSignal;
  /** Whether to take it as it stands instead of waiting for its end. */
  asItStands?: boolean;
  /** Is given what the dialect says on the way. */
  onText?: (text: string) => void;
  /** How fast that is taken; at once unless given. */
  pace?: Pace | undefined;
};

/** What a dialect has written of a slice once that is over. Throws when the caller hangs up; the run continues. */
export async function awaitSlice<State>(
  { streams }: Pick<AppParts, 'streams'>,
  telling: SliceTelling<State>,
  { signal, asItStands = false, onText, pace }: SliceWait,
): Promise<State> {
  const { task, slice } = telling;
  const { encoding, wish, finish } = toSliceEncoding(telling);
  const state = await streams.wait({
    task,
    after: slice.after,
    signal,
    pace,
    encoding,
    wish: { ...wish, isOver: (now, isEnd) => (asItStands && isEnd) || wish.isOver(now, isEnd) },
    ...(onText === undefined ? {} : { onBytes: (bytes: Uint8Array) => onText(Buffer.from(bytes).toString('utf8')) }),
  });
  return finish(state).state.written;
}
