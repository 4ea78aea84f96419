import fc from 'fast-check';

/** What the user said, and what stood in its place before. */
type Said = { said: string; before: readonly string[] };
type LineTurn<Answer> = Said | { answer: Answer };

/** A history as a client has it, and what was trimmed from its beginning: that may be known to a model or not. */
export type Line<Answer> = {
  turns: readonly LineTurn<Answer>[];
  /** What was deleted from in front of a turn, or from the end. */
  gaps: ReadonlyMap<LineTurn<Answer> | undefined, readonly string[]>;
  trimmed: ReadonlySet<string>;
};

export function lineOf<Answer>(): Line<Answer> {
  return { turns: [], gaps: new Map(), trimmed: new Set() };
}

/** What people and programs do to a history before they ask. Numbers choose where, whatever there is. */
export const historyChanges = fc.record({
  /** The history of which asking so long ago; mostly the newest. */
  back: fc.oneof({ weight: 4, arbitrary: fc.constant(0) }, { weight: 1, arbitrary: fc.nat(5) }),
  kind: fc.constantFrom('say', 'say two', 'regenerate', 'edit', 'edit and cut', 'delete', 'trim', 'drop answer'),
  at: fc.nat(20),
});
export type HistoryChange = typeof historyChanges extends fc.Arbitrary<infer Change> ? Change : never;

/** The history after a change, with the user's words last. */
export function changeHistory<Answer>(
  lines: readonly Line<Answer>[],
  change: HistoryChange,
  nextText: () => string,
): Line<Answer> {
  return misplace(changed(lines, change, nextText));
}

function changed<Answer>(
  lines: readonly Line<Answer>[],
  { back, kind, at }: HistoryChange,
  nextText: () => string,
): Line<Answer> {
  const line = lines[Math.max(0, lines.length - 1 - back)]!;
  const { turns } = line;
  const say = (from: Line<Answer>): Line<Answer> => ({
    ...from,
    turns: [...from.turns, { said: nextText(), before: [] }],
  });
  const questions = turns.flatMap((turn, index) => ('said' in turn ? [index] : []));
  const chosen = questions[at % Math.max(1, questions.length)];
  if (chosen === undefined || turns.length === 0) return say(line);
  const edited = (index: number): Line<Answer> => {
    const turn = turns[index] as Said;
    const next = { said: nextText(), before: [...turn.before, turn.said] };
    return { ...line, turns: turns.with(index, next), gaps: moved(line, turn, next) };
  };
  switch (kind) {
    case 'say':
      return say(line);
    case 'say two':
      return say(say(line));
    case 'regenerate':
      return { ...line, turns: turns.slice(0, questions.at(-1)! + 1) };
    case 'edit':
      return say(edited(chosen));
    case 'edit and cut': {
      const { turns: all, ...rest } = edited(chosen);
      return { ...rest, turns: all.slice(0, chosen + 1) };
    }
    case 'delete':
      return say(settle(without(line, at % turns.length)));
    case 'drop answer': {
      const answers = turns.flatMap((turn, index) => ('said' in turn ? [] : [index]));
      return answers.length === 0 ? say(line) : say(settle(without(line, answers[at % answers.length]!)));
    }
    case 'trim': {
      let rest = line;
      for (let left = at % turns.length; left > 0; left -= 1) rest = trimOne(rest);
      return say(settle(rest));
    }
  }
}

/** A history without a turn in its middle; what it said, and what stood there before, is remembered as a gap. */
function without<Answer>(line: Line<Answer>, at: number): Line<Answer> {
  const turn = line.turns[at]!;
  const next = line.turns[at + 1];
  const gap = [...(line.gaps.get(turn) ?? []), ...wordsOf(turn), ...(line.gaps.get(next) ?? [])];
  return { ...line, turns: line.turns.toSpliced(at, 1), gaps: new Map([...line.gaps, [next, gap]]) };
}

function trimOne<Answer>(line: Line<Answer>): Line<Answer> {
  const [first] = line.turns;
  return settle({
    ...line,
    turns: line.turns.slice(1),
    trimmed: new Set([...line.trimmed, ...(line.gaps.get(first) ?? []), ...(first ? wordsOf(first) : [])]),
  });
}

/** What is missing before the oldest message that is left was trimmed, however it came to be missing. */
function settle<Answer>(line: Line<Answer>): Line<Answer> {
  const oldest = line.turns.findIndex((turn) => 'said' in turn);
  const front = oldest < 0 ? [...line.turns, undefined] : line.turns.slice(0, oldest + 1);
  return { ...line, trimmed: new Set([...line.trimmed, ...front.flatMap((turn) => line.gaps.get(turn) ?? [])]) };
}

/**
 * What stands before an answer is taken for what it was asked. Where that was deleted, nobody can tell an edit of an older
 * message from an edit of the deleted one: what the older one said before, and what was deleted behind it, may be known.
 */
function misplace<Answer>(line: Line<Answer>): Line<Answer> {
  const { turns, gaps, trimmed } = line;
  const oldest = turns.findIndex((turn) => 'said' in turn);
  const gap = turns.findIndex((turn, index) => index > oldest && (gaps.get(turn) ?? []).length > 0);
  const front = turns.slice(0, turns.findLastIndex((turn) => !('said' in turn)) + 1);
  const isEdited = front.some((turn) => 'said' in turn && turn.before.length > 0);
  if (oldest < 0 || gap < 0 || gap >= front.length || !isEdited) return line;
  const former = front.flatMap((turn) => [...('said' in turn ? turn.before : []), ...(gaps.get(turn) ?? [])]);
  return { ...line, trimmed: new Set([...trimmed, ...former]) };
}

function moved<Answer>(line: Line<Answer>, from: LineTurn<Answer>, to: LineTurn<Answer>): Line<Answer>['gaps'] {
  return new Map([...line.gaps, [to, line.gaps.get(from) ?? []]]);
}

function wordsOf<Answer>(turn: LineTurn<Answer>): readonly string[] {
  return 'said' in turn ? [turn.said, ...turn.before] : [];
}
