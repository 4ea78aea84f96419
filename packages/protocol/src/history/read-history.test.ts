import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { changeHistory, historyChanges, lineOf, type Line } from '../__fixtures__/history-changes.ts';
import { type AnswerMark, type HistoryMeaning, type HistoryTurn, readHistory } from './read-history.ts';

type Mark = AnswerMark & { run: number; seq: number };
type Turns = HistoryTurn<Mark>[];

const said = (text: string): HistoryTurn<Mark> => ({ said: text });

/** Asks what a history means, and gives the answer that a task writes to it. */
function answer(turns: Turns, taskId: string, run: number): { marks: Mark[] } {
  return { marks: [{ taskId, run, seq: 0, digest: readHistory(turns).digest }] };
}

/** Questions, each answered in a run of one task. */
function converse(...questions: string[]): Turns {
  const turns: Turns = [];
  for (const [index, question] of questions.entries()) {
    turns.push(said(question));
    turns.push(answer(turns, 'A', index + 1));
  }
  return turns;
}

const inShort = ({ type, mark, from }: HistoryMeaning<Mark>) =>
  mark === undefined ? type : `${type} ${mark.taskId}${mark.run}, from ${from}`;
const meaningOf = (turns: Turns, left?: Mark[]) => inShort(readHistory(turns, left));
const replace = (turns: Turns, at: number, text: string): Turns => turns.with(at, said(text));

describe('readHistory', () => {
  test('begins a task for a history without answers of ours', () => {
    expect(meaningOf([])).toBe('begin');
    expect(meaningOf([said('one'), undefined, said('two')])).toBe('begin');
  });

  test('continues after the last answer of an unchanged history', () => {
    expect(meaningOf([...converse('one', 'two'), said('three')])).toBe('after A2, from 4');
    expect(meaningOf([...converse('one', 'two'), said('three'), said('four')])).toBe('after A2, from 4');
  });

  test('continues after the answer before, if the last question was edited or is to be answered again', () => {
    expect(meaningOf([...converse('one'), said('deux')])).toBe('after A1, from 2');
    expect(meaningOf([said('uno')])).toBe('begin');
  });

  test('continues before an earlier question that was edited, and includes the rest', () => {
    const turns = converse('one', 'two', 'three');
    expect(meaningOf([...replace(turns, 2, 'deux'), said('four')])).toBe('after A1, from 2');
    expect(meaningOf([...replace(turns, 0, 'uno'), said('four')])).toBe('begin');
  });

  test('continues before a deleted part in the middle', () => {
    const turns = converse('one', 'two', 'three');
    expect(meaningOf([...turns.toSpliced(2, 2), said('four')])).toBe('after A1, from 2');
    expect(meaningOf([...turns.toSpliced(2, 1), said('four')])).toBe('after A1, from 2');
  });

  test('takes a missing beginning as trimmed, and continues', () => {
    const turns = [...converse('one', 'two', 'three'), said('four')];
    for (const [at, place] of [1, 2, 3, 4, 5].entries())
      expect([at, meaningOf(turns.slice(place))]).toEqual([at, `after A3, from ${6 - place}`]);
    expect(meaningOf(turns.slice(6))).toBe('begin');
  });

  test('continues after what is left before an edit, if the history was trimmed too', () => {
    const turns = converse('one', 'two', 'three').slice(2);
    expect(meaningOf([...replace(turns, 2, 'trois'), said('four')])).toBe('after A2, from 2');
  });

  test('begins a task if the oldest message was edited, because what was trimmed may have been replaced', () => {
    const turns = [...converse('one', 'two', 'three'), said('four')];
    // An edit of the second message behind a trimmed first one, or of the first one behind which the second was deleted.
    const edited = replace(turns.slice(2), 0, 'deux');
    expect(edited).toEqual([said('deux'), ...turns.slice(3)]);
    expect(edited).toEqual(replace(turns.toSpliced(1, 2), 0, 'deux'));
    expect(meaningOf(edited)).toBe('begin');
    const again = [...edited, answer(edited, 'B', 1), said('five')];
    expect(meaningOf(again)).toBe('after B1, from 6');
    expect(meaningOf(replace(again, 0, 'zwei'))).toBe('begin');
  });

  test('continues before the run of the oldest message, if later ones were edited and earlier ones trimmed', () => {
    const two: Turns = [...converse('one'), said('two'), said('three')];
    const turns = [...two, answer(two, 'A', 2), said('four')];
    const edited = replace(turns.slice(2), 1, 'drei');
    expect(meaningOf(edited)).toBe('before A2, from 0');
    expect(meaningOf(turns.slice(2).toSpliced(1, 1))).toBe('before A2, from 0');
    expect(meaningOf(replace(turns.slice(3), 0, 'drei'))).toBe('begin');
    const again = [...edited, answer(edited, 'B', 1), said('five')];
    expect(meaningOf(again)).toBe('after B1, from 5');
    expect(meaningOf(replace(again, 1, 'trois'))).toBe('before B1, from 0');
  });

  test('continues from the newest answer if answers do not follow from each other, not from an excluded one', () => {
    const first = replace(converse('one', 'two'), 0, 'uno');
    const third = [...first, said('three')];
    // What was told first is no part of this history: the task that was told all of it anew is.
    const all = [...third, answer(third, 'B', 1), said('four')].slice(2);
    expect(meaningOf(all)).toBe('after B1, from 4');
    expect(meaningOf(replace(all, 2, 'drei'))).toBe('before B1, from 0');
    expect(meaningOf(all.slice(0, 3))).toBe('after A2, from 2');
  });

  test('distinguishes the oldest message from another of the same words', () => {
    const turns = [...converse('go', 'two', 'go', 'four'), said('five')];
    expect(meaningOf(replace(turns, 2, 'deux'))).toBe('after A1, from 2');
  });

  test('begins a task if there are more messages before the oldest answer than it was asked', () => {
    const turns = converse('one', 'two', 'three').slice(2);
    expect(meaningOf([said('uno'), ...turns.slice(0, 2), said('four')])).toBe('begin');
  });

  test('continues an edited history in the task that was given the edit', () => {
    const edited = [...replace(converse('one', 'two', 'three'), 2, 'deux'), said('four')];
    const again = [...edited, answer(edited, 'B', 1), said('five')];
    expect(meaningOf(again)).toBe('after B1, from 8');
    expect(meaningOf(again.slice(3))).toBe('after B1, from 5');
    expect(meaningOf(again.slice(5))).toBe('after B1, from 3');
    // Edited back, it is the first task's again, which has not been told the fourth question.
    expect(meaningOf(replace(again, 2, 'two'))).toBe('after A3, from 6');
  });

  test('accepts answers of any form, and messages of several parts', () => {
    const turns = converse('one', 'two');
    const [first, , , last] = turns;
    // One answer may come in several pieces, and with results of tools in between.
    const pieces = { marks: [...(last as { marks: Mark[] }).marks, ...(last as { marks: Mark[] }).marks] };
    expect(meaningOf([first, turns[1], undefined, turns[2], pieces, said('three')])).toBe('after A2, from 5');
  });

  test('trusts an answer that says nothing of its question', () => {
    const bare: Mark = { taskId: 'A', run: 1, seq: 0 };
    expect(meaningOf([said('one'), { marks: [bare] }, said('two')])).toBe('after A1, from 2');
    const turns = [said('one'), { marks: [bare] }, said('two')];
    const next = [...turns, answer(turns, 'A', 2), said('three')];
    expect(meaningOf(next)).toBe('after A2, from 4');
    expect(meaningOf(replace(next, 2, 'deux'))).toBe('after A1, from 2');
  });

  test.each([[''], ['x'], ['\u0000'], ['.'], ['...'], ['x.y.z']])(
    'continues no run for the forged digest %j',
    (digest) => {
      const forged: Mark = { taskId: 'A', run: 1, seq: 0, digest };
      expect(meaningOf([said('one'), { marks: [forged] }, said('two')])).toBe('begin');
    },
  );
});

describe('readHistory with a task that has continued within the run of an answer', () => {
  test('repeats the messages of that run, after the run before', () => {
    const turns = converse('one', 'two');
    const { marks } = turns.at(-1) as { marks: Mark[] };
    expect(meaningOf([...turns, said('three')], marks)).toBe('after A1, from 2');
    expect(meaningOf([...turns.slice(2), said('three')], marks)).toBe('before A2, from 0');
  });

  test('begins a task where the history has all of its messages', () => {
    const turns = converse('one');
    expect(meaningOf([...turns, said('two')], (turns[1] as { marks: Mark[] }).marks)).toBe('begin');
  });
});

/**
 * Tasks as a server keeps them: what each was told before its first run, and in each run. A run may stay open, and then what
 * comes joins it.
 */
class Tasks {
  readonly #tasks: { base: string[]; runs: string[][]; open: boolean }[] = [];

  /** Tells a task what a history means, and gives what it knows then and the mark of its answer. */
  tell(turns: Turns, { open }: { open: boolean }): { prompt: string[]; mark: Mark } {
    for (const left: Mark[] = []; ;) {
      const { type, mark, from, digest } = readHistory(turns, left);
      const news = turns.slice(from).flatMap((turn) => (turn !== undefined && 'said' in turn ? [turn.said] : []));
      const known = mark && this.#tasks[Number(mark.taskId)]!;
      const isLeft = type === 'after' && known!.runs[mark.run - 1]!.length > mark.seq;
      if (isLeft) {
        left.push(mark);
        continue;
      }
      const runs = type === 'after' ? mark.run : (mark?.run ?? 1) - 1;
      const isNewest = type === 'after' && known!.runs.length === runs;
      const told = [...(known?.base ?? []), ...(known?.runs.slice(0, runs).flat() ?? [])];
      const task = isNewest ? known! : this.#fork(told);
      if (task.open && isNewest) task.runs.at(-1)!.push(...news);
      else task.runs.push(news);
      task.open = open;
      const taskId = String(this.#tasks.indexOf(task));
      const run = task.runs.length;
      return {
        prompt: [...task.base, ...task.runs.flat()],
        mark: { taskId, run, seq: task.runs.at(-1)!.length, digest },
      };
    }
  }

  #fork(base: string[]) {
    const task = { base, runs: [] as string[][], open: false };
    this.#tasks.push(task);
    return task;
  }
}

test('however a history is changed, a model gets each of its messages once and no others', () => {
  const plays = fc.array(fc.tuple(historyChanges, fc.boolean()), { minLength: 1, maxLength: 25, size: 'max' });
  const play = (steps: [Parameters<typeof changeHistory>[1], boolean][]): void => {
    const tasks = new Tasks();
    const lines: Line<Mark>[] = [lineOf()];
    let count = 0;
    for (const [changes, open] of steps) {
      const { asked, kept } = changeHistory(lines, changes, () => `m${(count += 1)}`);
      const turns: Turns = asked.turns.map((turn) => ('said' in turn ? { said: turn.said } : { marks: [turn.answer] }));
      const { prompt, mark } = tasks.tell(turns, { open });
      const words = asked.turns.flatMap((turn) => ('said' in turn ? [turn.said] : []));
      expect(new Set(prompt).size).toBe(prompt.length);
      expect(prompt.filter((text) => !asked.trimmed.has(text))).toEqual(words);
      lines.push({ ...kept, turns: [...kept.turns, { answer: mark }] });
    }
  };
  fc.assert(fc.property(plays, play));
});
