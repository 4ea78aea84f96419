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

const historyChange = fc.record({
  /** The history of which asking so long ago; mostly the newest. */
  back: fc.oneof({ weight: 4, arbitrary: fc.constant(0) }, { weight: 1, arbitrary: fc.nat(5) }),
  kind: fc.constantFrom(
    'say',
    'say two',
    'regenerate',
    'edit',
    'edit and cut',
    'delete',
    'trim',
    'window',
    'drop answer',
  ),
  at: fc.nat(20),
});
type HistoryChange = typeof historyChange extends fc.Arbitrary<infer Change> ? Change : never;

/** What people and programs do to a history before they ask, mostly one thing. Numbers choose where, whatever there is. */
export const historyChanges = fc.oneof(
  { weight: 3, arbitrary: historyChange.map((change) => [change]) },
  { weight: 1, arbitrary: fc.array(historyChange, { minLength: 2, maxLength: 4 }) },
);

/** The history that is asked with after changes, with the user's words last, and the one that the answer is added to. */
export function changeHistory<Answer>(
  lines: readonly Line<Answer>[],
  changes: readonly HistoryChange[],
  nextText: () => string,
): { asked: Line<Answer>; kept: Line<Answer> } {
  const [kept] = changes.reduce<readonly Line<Answer>[]>((from, change) => [changed(from, change, nextText)], lines);
  const { kind, at } = changes.at(-1)!;
  // Whoever keeps all of it may send as much as fits.
  return { asked: kind === 'window' ? trim(kept!, at % kept!.turns.length) : kept!, kept: kept! };
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
    case 'window':
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
    case 'trim':
      return say(trim(line, at % turns.length));
  }
}

/** A history without a turn in its middle; what it said, and what stood there before, is remembered as a gap. */
function without<Answer>(line: Line<Answer>, at: number): Line<Answer> {
  const turn = line.turns[at]!;
  const next = line.turns[at + 1];
  const gap = [...(line.gaps.get(turn) ?? []), ...wordsOf(turn), ...(line.gaps.get(next) ?? [])];
  return { ...line, turns: line.turns.toSpliced(at, 1), gaps: new Map([...line.gaps, [next, gap]]) };
}

function trim<Answer>(line: Line<Answer>, count: number): Line<Answer> {
  return count === 0 ? settle(line) : trim(trimOne(line), count - 1);
}

function trimOne<Answer>(line: Line<Answer>): Line<Answer> {
  const [first] = line.turns;
  return {
    ...line,
    turns: line.turns.slice(1),
    trimmed: new Set([...line.trimmed, ...(line.gaps.get(first) ?? []), ...(first ? wordsOf(first) : [])]),
  };
}

/** What is missing before the oldest message that is left was trimmed, however it came to be missing. */
function settle<Answer>(line: Line<Answer>): Line<Answer> {
  const oldest = line.turns.findIndex((turn) => 'said' in turn);
  const front = oldest < 0 ? [...line.turns, undefined] : line.turns.slice(0, oldest + 1);
  return { ...line, trimmed: new Set([...line.trimmed, ...front.flatMap((turn) => line.gaps.get(turn) ?? [])]) };
}

function moved<Answer>(line: Line<Answer>, from: LineTurn<Answer>, to: LineTurn<Answer>): Line<Answer>['gaps'] {
  return new Map([...line.gaps, [to, line.gaps.get(from) ?? []]]);
}

function wordsOf<Answer>(turn: LineTurn<Answer>): readonly string[] {
  return 'said' in turn ? [turn.said, ...turn.before] : [];
}
