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
 * or begin a task. `from` is the first turn that the task has to be told, `digest` goes onto the answer to it.
 */
export type HistoryMeaning<Mark extends AnswerMark> = { from: number; digest: string } & (
  | { type: 'after' | 'before'; mark: Mark }
  | { type: 'begin'; mark?: undefined }
);

/** The user's messages up to an answer, all of them and the last ones; equal messages have equal digests. */
type Digest = { known: string; count: number; asked: string };

const NONE = '';

/**
 * Decides what a caller's history means, from the user's words in it and what its answers say of themselves. It goes on
 * behind the last answer whose task was told the same words, so what a task was told and the history does not say reaches
 * no model. Older messages that are missing were trimmed. `left` are answers behind which their task has gone on within
 * the same run, where nobody can fork: that run's messages are told again.
 *
 * @example readHistory([{ said: 'Hi' }, { marks: [mark] }, { said: 'And?' }]) // { type: 'after', mark, from: 2, digest: … }
 */
export function readHistory<Mark extends AnswerMark>(
  turns: readonly HistoryTurn<Mark>[],
  left: readonly AnswerMark[] = [],
): HistoryMeaning<Mark> {
  const isLeft = ({ taskId, run }: AnswerMark) => left.some((each) => each.taskId === taskId && each.run === run);
  let all = NONE;
  // Behind the newest answer that stands.
  let news = toNews(NONE);
  let stands: { mark: Mark; digest: Digest | undefined } | undefined;
  let earliest: { mark: Mark; digest: Digest | undefined; isOfAll: boolean } | undefined;
  let place: { mark: Mark; from: number; news: Digest } | undefined;
  for (const [at, turn] of turns.entries()) {
    if (turn === undefined) continue;
    if ('said' in turn) {
      all = add(all, turn.said);
      news = grow(news, turn.said);
      if (place !== undefined) place.news = grow(place.news, turn.said);
      continue;
    }
    for (const mark of turn.marks) {
      const digest = readDigest(mark);
      const isWhole = digest?.known === all;
      // More words than it answers: what comes before it was changed, too.
      earliest ??= { mark, digest, isOfAll: isWhole || news.count > (digest?.count ?? 0) };
      const isKnown = digest === undefined || isWhole || digest.known === news.known;
      const isTrimmed = stands?.digest === undefined && (news.count === 0 || digest?.asked === news.asked);
      if (!isKnown && !isTrimmed) continue;
      if (stands === undefined) earliest = { mark, digest, isOfAll: isWhole };
      stands = { mark, digest };
      news = toNews(digest?.known ?? toUnknown(mark.taskId));
      if (!isLeft(mark)) place = { mark, from: at + 1, news };
    }
  }
  if (place !== undefined) {
    return { type: 'after', mark: place.mark, from: place.from, digest: writeDigest(place.news) };
  }
  const { mark, digest, isOfAll = true } = earliest ?? {};
  const isFirst = digest !== undefined && digest.known === digest.asked;
  const type = mark?.run === undefined || isFirst || isOfAll ? 'begin' : 'before';
  const words = turns.flatMap((turn) => (turn !== undefined && 'said' in turn ? [turn.said] : []));
  const told = words.reduce(grow, toNews(type === 'begin' ? NONE : toUnknown(String(digest?.known))));
  return type === 'begin'
    ? { type, from: 0, digest: writeDigest(told) }
    : { type, mark: mark!, from: 0, digest: writeDigest(told) };
}

function toNews(known: string): Digest {
  return { known, count: 0, asked: NONE };
}

function grow({ known, count, asked }: Digest, words: string): Digest {
  return { known: add(known, words), count: count + 1, asked: add(asked, words) };
}

function add(known: string, words: string): string {
  return toFingerprint(`${known}\n${words}`)!;
}

/** Stands for messages that nobody here has seen. */
function toUnknown(name: string): string {
  return add('?', name);
}

function writeDigest({ known, count, asked }: Digest): string {
  return `${known}.${count}.${asked}`;
}

/** It went through other hands: one that is none stands for nothing that anybody said. */
function readDigest({ digest }: AnswerMark): Digest | undefined {
  if (digest === undefined) return undefined;
  const [known = '', count, asked = ''] = String(digest).split('.');
  return { known, count: Number(count), asked };
}
