import { type Encoding, type Frame, joinFrames, selectBehind, sliceText, type Wish } from '@posthouse/chat';
import {
  isEntry,
  type RunEvent,
  startTelling,
  type Telling,
  tellRun,
  type ToldRun,
  toWireTelling,
  type WireTelling,
} from '@posthouse/protocol';
import type { Task } from '@posthouse/store';
import type { RunSelection } from './run-selection.ts';

/** What is told of a run; undefined before the first one begins. */
type State = ToldRun | undefined;

/** A task as tellings. Whoever reads it begins where a run does. */
export function toTellingEncoding({ key, taskId, owner: { swarm } }: Task): Encoding<State> {
  return {
    id: `tellings ${key}`,
    tokens: true,
    start: undefined,
    encode: (before, event) => {
      const state = event.type === 'run-started' ? startTelling({ taskId, swarm, run: event.run }) : before;
      if (state === undefined) return { state, bytes: undefined };
      const step = tellRun(state, event);
      const { seq: id, at } = isEntry(event) ? event : { seq: undefined, at: undefined };
      return { state: step.state, ...joinFrames(toFrames(step.tellings, { id, at })) };
    },
  };
}

/** What a selection lets through and the reader has not seen, until the run rests. */
export function toTellingWish(
  selection: RunSelection,
  { begin, seen }: { begin: Uint8Array; seen: number },
): Wish<State> {
  const isNew = selectBehind<RunEvent>(seen);
  return {
    select: (pieces, isEnd) => isNew(selection.select(pieces, isEnd)),
    first: () => begin,
    isOver: (_, isEnd) => selection.isOver(undefined, isEnd),
  };
}

/**
 * The first frame of a stream: what to come back with after a cut. Its id is the entry behind which the stream begins: who
 * comes back with nothing but this frame must not be told what was there before.
 */
export function toBeginSSE(place: { taskId: string; run: number; messageId: string }, seen: number): Uint8Array {
  const { taskId, run, messageId } = place;
  const begin: WireTelling = { type: 'begin', task_id: taskId, run, message_id: messageId };
  return Buffer.from(`id: ${seen}\n${toEvent(begin)}`, 'utf8');
}

/** The last frame of a stream that ends before its run does. */
export function toFailureTelling(text: string, code: string): Uint8Array {
  return Buffer.from(toEvent(toWireTelling({ type: 'end', outcome: 'error', text, code })), 'utf8');
}

/** The frames of one event; the last one says where in the log the reader is with it. */
function toFrames(
  tellings: readonly Telling[],
  { id, at }: { id: number | undefined; at: string | undefined },
): Frame[] {
  const slices = tellings.flatMap(toSlices);
  const last = slices.length - 1;
  return slices.map(({ telling, text }, index) => {
    const event = toEvent(text === undefined ? { ...toWireTelling(telling), at } : toWireTelling(telling));
    const sse = id === undefined || index < last ? event : `id: ${id}\n${event}`;
    return text === undefined ? { sse } : { sse, text };
  });
}

function toSlices(telling: Telling): { telling: Telling; text?: Frame['text'] }[] {
  if (telling.type !== 'text') return [{ telling }];
  const { id } = telling.text;
  return sliceText(telling.delta, telling.offset).map(({ delta, end }) => ({
    telling: { ...telling, offset: end - delta.length, delta },
    text: { id, end },
  }));
}

function toEvent(data: object): string {
  return `event: telling\ndata: ${JSON.stringify(data)}\n\n`;
}
