import { toFingerprint } from './to-fingerprint.ts';

/** The mark on an answer that comes back with a caller's history. */
export type AnswerMark = {
  taskId: string;
  /** Undefined where the server keeps no log. */
  run?: number | undefined;
  /** Stands for the user's messages that it answers and for those before; an answer without one is believed. */
  digest?: string | undefined;
};

/** The relevant part of a turn: what the user said, files included, or the mark of an answer. */
export type HistoryTurn<Mark extends AnswerMark> = { said: string } | { marks: readonly Mark[] } | undefined;

/**
 * What a history means: continue after an answer, in a fork if the task has changed since; fork before the run of an
 * answer; or begin a task. `from` is the first turn that the task must be told, `digest` goes onto the answer to it.
 */
export type HistoryMeaning<Mark extends AnswerMark> = { from: number; digest: string } & (
  | { type: 'after' | 'before'; mark: Mark }
  | { type: 'begin'; mark?: undefined }
);

/** Stands for the user's messages up to an answer: for each of those that it answers, and for all of them together. */
type Digest = { known: string; asked: readonly string[] };

const NOTHING: Digest = { known: '', asked: [] };
const NO_WORDS = '0';

/**
 * Decides what a caller's history means, from the user's messages in it and the marks on its answers. The
 * conversation continues after the last answer whose task was told the same messages, so no model sees what the
 * history no longer says. What is missing before the oldest message was trimmed: before the run that was told that
 * message there is nothing else. If the oldest message was edited, no answer names it, and nobody can tell trimmed
 * messages from replaced ones; then a new task begins that knows neither. `left` are answers after which their task
 * has continued within the same run, where nobody can fork: the messages of that run are told again too.
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
  // The answer whose run was told the oldest message, if what its task knows from before was trimmed.
  let oldest: { mark: Mark; known: string } | undefined;
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
      const { known, asked } = readDigest(mark);
      const isWhole = known === all.known;
      const isLed = known === since?.known;
      // What it was told before the oldest message that there is was trimmed.
      const isTrimmed = endsWith(asked, all.asked);
      if (!isLed && (isWhole || isTrimmed || tellsAnew(asked, all.asked))) {
        // It was told the oldest message once more, and the answers before it were left for that.
        since = place = undefined;
        oldest = isWhole ? undefined : { mark, known };
      }
      if (mark.digest !== undefined && !isWhole && !isTrimmed && !isLed) continue;
      since = { known, asked: [] };
      if (!isLeft(mark)) place = { mark, from: at + 1, news: since };
    }
  }
  if (place) return { type: 'after', mark: place.mark, from: place.from, digest: write(place.news) };
  if (oldest?.mark.run === undefined) return { type: 'begin', from: 0, digest: write(all) };
  const known = all.asked.reduce(fold, `?${oldest.known}`);
  return { type: 'before', mark: oldest.mark, from: 0, digest: write({ ...all, known }) };
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

/** Whether these messages began with the oldest one that there is now. Others may have been edited or deleted since. */
function tellsAnew(asked: readonly string[], [oldest = '', ...rest]: readonly string[]): boolean {
  const at = asked.lastIndexOf(oldest);
  return at >= 0 && asked.length > at + rest.length;
}

function write({ known, asked }: Digest): string {
  return [known, ...asked].join('.');
}

/** Comes from the client, which may have changed it: a malformed digest matches nothing. */
function readDigest({ taskId, digest }: AnswerMark): Digest {
  const [known = '', ...asked] = digest === undefined ? [`?${toFingerprint(taskId)}`] : String(digest).split('.');
  return { known, asked };
}
