import type { Encoding, Wish } from '@posthouse/chat';
import type { Task } from '@posthouse/store';
import type { Slice } from './read-slice.ts';
import { type DoorTelling, isSliceOver, startSlice, tellRest, tellSlice, type ToldSlice } from './tell-slice.ts';

/** How a door tells a slice: a fold over what there is to tell. Pure. */
export interface Dialect<State> {
  /** Names it, with everything that one request may want otherwise than another. */
  readonly id: string;
  readonly start: State;
  take(state: State, telling: DoorTelling): { state: State; text: string };
  /** The last frame of a complete stream. */
  toEnd?(state: State): string;
  /** The last frame of a stream whose process stops. */
  toFailure?(state: State, failure: { code: string; message: string }): string;
}

/** How much of a slice was told, and what a dialect has made of it. */
export type SliceState<State> = { readonly told: ToldSlice; readonly written: State };

export type SliceTelling<State> = {
  task: Task;
  slice: Slice;
  /** Whether the answer comes whole. */
  held?: boolean;
  dialect: Dialect<State>;
};

const STOPPING = { code: 'unavailable', message: 'the server is shutting down; the run continues' };

/** A slice of a log in a dialect, from its beginning until it is over. `finish` adds what is held back at the end of a log. */
export function toSliceEncoding<State>({ task, slice, held = false, dialect }: SliceTelling<State>): {
  encoding: Encoding<SliceState<State>>;
  wish: Wish<SliceState<State>>;
  finish: (state: SliceState<State>) => { state: SliceState<State>; text: string };
} {
  const { run, posted, messageId, after } = slice;
  const write = ({ written }: SliceState<State>, { tellings, state: told }: ReturnType<typeof tellSlice>) => {
    let text = '';
    for (const telling of tellings) {
      const step = dialect.take(written, telling);
      written = step.state;
      text += step.text;
    }
    return { state: { told, written }, text };
  };
  const finish = (state: SliceState<State>) => write(state, tellRest(state.told));
  const encoding: Encoding<SliceState<State>> = {
    id: JSON.stringify([dialect.id, held, task.key, after, run, posted, messageId]),
    tokens: true,
    start: { told: startSlice(task, slice, { held }), written: dialect.start },
    encode: (before, event) => {
      const { state, text } = write(before, tellSlice(before.told, event));
      return { state, bytes: toBytes(text) };
    },
    toShutdown: ({ written }) => toBytes(dialect.toFailure?.(written, STOPPING) ?? ''),
  };
  const wish: Wish<SliceState<State>> = {
    select: (pieces) => pieces,
    isOver: ({ told }, isEnd) => isSliceOver(told, isEnd),
    last: (before) => {
      const { state, text } = finish(before);
      return toBytes(text + (dialect.toEnd?.(state.written) ?? ''));
    },
  };
  return { encoding, wish, finish };
}

function toBytes(text: string): Uint8Array | undefined {
  return text === '' ? undefined : Buffer.from(text, 'utf8');
}
