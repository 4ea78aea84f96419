import { boundaryOf, isTextChunk, nameOf, type TextChunk, withWords, wordsOf } from '../chunks/text-chunk.ts';
import type { UIChunk } from '../chunks/ui-chunk.ts';
import { type Encoding, selectBehind, type Wish } from '../feed/encoding.ts';
import { encodeFrames, type ToldChunk } from '../streams/chunk-frames.ts';
import { encodeChunks, encodeEnd } from '../streams/encode-chunks.ts';
import type { AnswerEvent } from './answer-texts.ts';

/** How long an open text is in what was written, and in what was told. */
type ToldText = { readonly written: number; readonly told: number };

/** How much of an answer was told. */
export type ToldAnswer = {
  /** The newest write that was told. */
  readonly seq: number;
  readonly texts: ReadonlyMap<string, ToldText>;
  readonly hasEnded: boolean;
  /** What streams end with while nothing moves. */
  readonly rest: UIChunk | undefined;
};

const START: ToldAnswer = { seq: 0, texts: new Map(), hasEnded: false, rest: undefined };

/**
 * The answer of an agent as chunks of the AI SDK. Text is told as it is said; the write that has it tells what is left.
 * Without `hasPlaces` no frame says where a reader is: the writes cannot be read again.
 */
export function toAnswerEncoding(id: string, { hasPlaces }: { hasPlaces: boolean }): Encoding<ToldAnswer, AnswerEvent> {
  return {
    id: `answer ${id}`,
    tokens: true,
    start: START,
    encode: (before, event) => {
      const { told, state } = tellAnswer(before, event);
      if (hasPlaces && event.type !== 'passing') return { state, ...encodeFrames(told, state.seq) };
      return { state, bytes: encodeChunks(told.map(({ chunk }) => chunk)) };
    },
  };
}

/** An answer to its end or until it waits for somebody, behind what the reader has seen of it. */
export function toAnswerWish(messageId: string, seen: number): Wish<ToldAnswer, AnswerEvent> {
  return {
    select: selectBehind(seen),
    // A reader that continues a message is told so before anything else.
    first: () => (seen === 0 ? undefined : encodeChunks([{ type: 'start', messageId }])),
    isOver: ({ hasEnded, rest }) => hasEnded || rest !== undefined,
    last: ({ rest }) => encodeEnd(rest === undefined ? [] : [rest]),
  };
}

function tellAnswer(state: ToldAnswer, event: AnswerEvent): { told: ToldChunk[]; state: ToldAnswer } {
  switch (event.type) {
    case 'passing':
      return { told: [{ chunk: event.chunk }], state };
    case 'resting':
      return { told: [], state: { ...state, rest: event.finish } };
    case 'moving':
      return { told: [], state: { ...state, rest: undefined } };
    case 'token': {
      const open = state.texts.get(nameOf(event.chunk));
      // Of a text that has not begun here, or has a gap before this, the writes tell.
      if (open === undefined || event.offset > open.told) return { told: [], state };
      const step = tellWords(open, event.chunk, event.offset);
      return { told: step.told, state: withText(state, event.chunk, { ...open, told: step.end }) };
    }
    case 'written':
      return tellWrite(state, event.seq, event.chunks);
  }
}

function tellWrite(before: ToldAnswer, seq: number, chunks: readonly UIChunk[]) {
  let state = { ...before, seq, hasEnded: chunks.at(-1)?.type === 'finish' };
  const told = chunks.flatMap((chunk): ToldChunk[] => {
    if (isTextChunk(chunk)) {
      const open = state.texts.get(nameOf(chunk)) ?? { written: 0, told: 0 };
      const step = tellWords(open, chunk, open.written);
      state = withText(state, chunk, { written: open.written + wordsOf(chunk).length, told: step.end });
      return step.told;
    }
    const boundary = boundaryOf(chunk);
    if (boundary !== undefined) {
      const texts = new Map(state.texts);
      if (boundary.begins) texts.set(boundary.name, { written: 0, told: 0 });
      else texts.delete(boundary.name);
      state = { ...state, texts };
    }
    return [{ chunk }];
  });
  return { told, state };
}

/** What is new of words that begin at a place of their text. */
function tellWords({ told }: ToldText, chunk: TextChunk, offset: number): { told: ToldChunk[]; end: number } {
  const words = wordsOf(chunk);
  const end = offset + words.length;
  if (end <= told) return { told: [], end: told };
  return { told: [{ chunk: withWords(chunk, words.slice(told - offset)), end }], end };
}

function withText<State extends ToldAnswer>(state: State, chunk: TextChunk, text: ToldText): State {
  return { ...state, texts: new Map(state.texts).set(nameOf(chunk), text) };
}
