import { toFingerprint } from './to-fingerprint.ts';

/** What an answer says of itself when it comes back with a caller's history. */
export type AnswerMark = {
  taskId: string;
  /** Undefined where the server keeps no log. */
  run?: number | undefined;
  /** Stands for the user's messages that it answers and for those before; an answer without one is believed. */
  digest?: string | undefined;
};

/** As much of a turn as counts: what the user said, files included, or what an answer says of itself. */
export type HistoryTurn<Mark extends AnswerMark> = { said: string } | { marks: readonly Mark[] } | undefined;

/**
 * What a history means: go on behind an answer, in a fork if the task has gone on since; fork before the run of an answer;
 * or begin a task. `from` is the first turn that the task has to be told, `digest` goes onto the message and onto the answer
 * to it. A task of which a message with one of the prints `unlessTold` is known from before that run must not be forked,
 * or it would be told that twice: a task begins instead.
 */
export type HistoryMeaning<Mark extends AnswerMark> = { from: number; digest: string } & (
  | { type: 'after'; mark: Mark; unlessTold?: undefined }
  | { type: 'before'; mark: Mark; unlessTold: string[] }
  | { type: 'begin'; mark?: undefined; unlessTold?: undefined }
);

/** Stands for the user's messages up to an answer: for each of those that it answers, and for all of them together. */
type Digest = { known: string; asked: readonly string[] };

/** An answer before whose run there is something to go on from. */
type Base<Mark> = { mark: Mark; known: string; unlessTold: string[] };

const NOTHING: Digest = { known: '', asked: [] };
const NO_WORDS = '0';

/**
 * Decides what a caller's history means, from the user's words in it and what its answers say of themselves. It goes on
 * behind the last answer whose task was told the same words, so what a task was told and the history does not say reaches
 * no model. Older messages that are missing were trimmed. What stands before the oldest answer is what that answered, or
 * an edit of it: then it goes on before that run, and the rest is told again. `left` are answers behind which their task
 * has gone on within the same run, where nobody can fork: that run's messages are told again too.
 *
 * @example readHistory([{ said: 'Hi' }, { marks: [mark] }, { said: 'And?' }]) // { type: 'after', mark, from: 2, digest: … }
 */
export function readHistory<Mark extends AnswerMark>(
  turns: readonly HistoryTurn<Mark>[],
  left: readonly AnswerMark[] = [],
): HistoryMeaning<Mark> {
  const isLeft = ({ taskId, run }: AnswerMark) => left.some((each) => each.taskId === taskId && each.run === run);
  let all = NOTHING;
  // What was said behind the newest answer that stands, and behind the newest that can be gone on from.
  let since: Digest | undefined;
  let place: { mark: Mark; from: number; news: Digest } | undefined;
  // The oldest answer that stands, if what its task knows from before was trimmed.
  let oldest: Base<Mark> | undefined;
  // As long as none stands: the oldest of those that led to the newest one, and what that knew.
  let changed: (Base<Mark> & Digest) | undefined;
  let last: string | undefined;
  for (const [at, turn] of turns.entries()) {
    if (!turn) continue;
    if ('said' in turn) {
      const print = toFingerprint(turn.said) ?? NO_WORDS;
      all = add(all, print);
      since &&= add(since, print);
      if (place) place.news = add(place.news, print);
      continue;
    }
    for (const mark of turn.marks) {
      const digest = readDigest(mark);
      const isWhole = digest.known === all.known;
      // What it was told before the oldest message that there is was trimmed.
      const isTrimmed = endsWith(digest.asked, all.asked);
      const stands = mark.digest === undefined || isWhole || isTrimmed || digest.known === since?.known;
      if (!stands) {
        const isLed = last !== undefined && (digest.known === last || isBehind(digest, last));
        if (!isLed) changed = { ...digest, mark, unlessTold: [...all.asked] };
        last = digest.known;
        continue;
      }
      if (!since && !isWhole && isTrimmed) oldest = { mark, known: digest.known, unlessTold: [] };
      since = { known: digest.known, asked: [] };
      if (!isLeft(mark)) place = { mark, from: at + 1, news: since };
    }
  }
  if (place) return { type: 'after', mark: place.mark, from: place.from, digest: write(place.news) };
  // More messages than it was asked are none of those, and before what began a task there is nothing.
  const isInPlace = changed && changed.unlessTold.length <= changed.asked.length && !isBehind(changed, NOTHING.known);
  const base = isInPlace && !since ? changed : oldest;
  if (base?.mark.run === undefined) return { type: 'begin', from: 0, digest: write(all) };
  const { mark, known, unlessTold } = base;
  const digest = write({ ...all, known: all.asked.reduce(fold, `?${known}`) });
  return { type: 'before', mark, from: 0, unlessTold, digest };
}

/** Whether this is what was known with what was asked then. */
function isBehind({ known, asked }: Digest, before: string): boolean {
  return asked.reduce(fold, before) === known;
}

function add({ known, asked }: Digest, print: string): Digest {
  return { known: fold(known, print), asked: [...asked, print] };
}

function fold(known: string, print: string): string {
  return toFingerprint(`${known} ${print}`)!;
}

function endsWith(list: readonly string[], end: readonly string[]): boolean {
  const start = list.length - end.length;
  return start >= 0 && end.every((each, index) => list[start + index] === each);
}

function write({ known, asked }: Digest): string {
  return [known, ...asked].join('.');
}

/** Whether a message with this digest tells the user's message with one of these prints. */
export function tellsOneOf(digest: string, prints: ReadonlySet<string>): boolean {
  const [, ...asked] = digest.split('.');
  return asked.some((each) => prints.has(each));
}

/** It went through other hands: what is none of ours stands for words that nobody said. */
function readDigest({ taskId, digest }: AnswerMark): Digest {
  const [known = '', ...asked] = digest === undefined ? [`?${toFingerprint(taskId)}`] : String(digest).split('.');
  return { known, asked };
}
