import type { Encoding, Wish } from '@posthouse/chat';
import {
  startTelling,
  type Telling,
  tellRun,
  type ToldRun,
  toWireTelling,
  type WireTelling,
} from '@posthouse/protocol';
import type { Task } from '@posthouse/store';
import type { RunWatch } from './run-watch.ts';

/** So much of a text is told in one frame: small enough to get through wherever anything does. */
const MAX_FRAME_CHARACTERS = 1024;

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
      const { seq: id, at } = event.type === 'token' ? { seq: undefined, at: undefined } : event;
      const frames = step.tellings.flatMap((telling) => toFrames(telling, at));
      return { state: step.state, bytes: frames.length === 0 ? undefined : toSSE(frames, id) };
    },
  };
}

/** What a watch lets through and the reader has not seen, until the run rests. */
export function toTellingWish(watch: RunWatch, { begin, seen }: { begin: Uint8Array; seen: number }): Wish<State> {
  return {
    select: (pieces, isEnd) =>
      watch.select(pieces, isEnd).filter(({ event }) => event.type === 'token' || event.seq > seen),
    first: () => begin,
    isOver: (_, isEnd) => watch.isOver(undefined, isEnd),
  };
}

/** The first frame of a stream: what to come back with after a cut. */
export function toBeginSSE(place: { taskId: string; run: number; messageId: string }): Uint8Array {
  const { taskId, run, messageId } = place;
  const begin: WireTelling = { type: 'begin', task_id: taskId, run, message_id: messageId };
  return toSSE([JSON.stringify(begin)], undefined);
}

/** The last frame of a stream that ends before its run does. */
export function toFailureTelling(text: string, code: string): Uint8Array {
  return toSSE([JSON.stringify(toWireTelling({ type: 'end', outcome: 'error', text, code }))], undefined);
}

function toFrames(telling: Telling, at: string | undefined): string[] {
  if (telling.type !== 'text') return [JSON.stringify({ ...toWireTelling(telling), at })];
  if (telling.delta.length <= MAX_FRAME_CHARACTERS) return [JSON.stringify(toWireTelling(telling))];
  const frames: string[] = [];
  for (let from = 0; from < telling.delta.length;) {
    const to = toCut(telling.delta, from + MAX_FRAME_CHARACTERS);
    const piece = { ...telling, offset: telling.offset + from, delta: telling.delta.slice(from, to) };
    frames.push(JSON.stringify(toWireTelling(piece)));
    from = to;
  }
  return frames;
}

/** Half a character cannot be sent. */
function toCut(text: string, at: number): number {
  const code = text.charCodeAt(at - 1);
  return code >= 0xd800 && code <= 0xdbff ? at + 1 : at;
}

/** The frames of one event; the last one says where in the log the reader is with it. */
function toSSE(frames: readonly string[], id: number | undefined): Uint8Array {
  const last = frames.length - 1;
  const events = frames.map(
    (data, index) => `${id === undefined || index < last ? '' : `id: ${id}\n`}event: telling\ndata: ${data}\n\n`,
  );
  return Buffer.from(events.join(''), 'utf8');
}
