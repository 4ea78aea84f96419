import type { TextStreamPart, ToolSet } from 'ai';
import { describe, expect, it } from 'vitest';
import { shownParts } from '../__fixtures__/ask.ts';
import type { TextDelta } from '../../respond/respond.ts';
import { deltaReporter, finishMessageOf } from './delta-reporter.ts';

type Part = TextStreamPart<ToolSet>;

function report(parts: readonly Part[]): TextDelta[] {
  const deltas: TextDelta[] = [];
  const take = deltaReporter((delta) => deltas.push(delta));
  for (const part of parts) take(part);
  return deltas;
}

const text = (id: string, delta: string): Part => ({ type: 'text-delta', id, text: delta });
const reasoning = (id: string, delta: string): Part => ({ type: 'reasoning-delta', id, text: delta });
const inputStart = (id: string, toolName: string): Part => ({ type: 'tool-input-start', id, toolName });
const input = (id: string, delta: string): Part => ({ type: 'tool-input-delta', id, delta });
const call = (toolCallId: string, toolName: string, given: unknown): Part =>
  ({ type: 'tool-call', toolCallId, toolName, input: given, dynamic: true }) as Part;

describe('deltaReporter', () => {
  it('numbers parts in the order in which they begin, also when they grow alternately', () => {
    expect(
      report([reasoning('1', 'Hm'), text('1', 'Yes'), reasoning('1', '.'), text('2', 'No'), text('1', '!')]),
    ).toEqual([
      { part: 0, kind: 'reasoning', delta: 'Hm' },
      { part: 1, kind: 'text', delta: 'Yes' },
      { part: 0, kind: 'reasoning', delta: '.' },
      { part: 2, kind: 'text', delta: 'No' },
      { part: 1, kind: 'text', delta: '!' },
    ]);
  });

  it('skips parts that stay empty in the count', () => {
    expect(report([text('1', ''), reasoning('1', ''), text('2', 'Yes')])).toEqual([
      { part: 0, kind: 'text', delta: 'Yes' },
    ]);
  });

  it('keeps characters whole in every kind of text', () => {
    const deltas = report([
      text('1', 'a\ud83d'),
      text('1', '\ude00'),
      inputStart('c', 'task_complete'),
      input('c', '{"finish_message":"b\\ud83d'),
      input('c', '\\ude00"}'),
    ]);

    expect(deltas.map(({ delta }) => delta)).toEqual(['a', '😀', 'b', '😀']);
  });

  it('shows the finish message, and the arguments of no other tool', () => {
    const deltas = report([
      inputStart('c1', 'add'),
      input('c1', '{"finish_message":"no"}'),
      call('c1', 'add', { finish_message: 'no' }),
      inputStart('c2', 'task_complete'),
      input('c2', '{"finish_message":'),
      input('c2', '"yes"}'),
      call('c2', 'task_complete', { finish_message: 'yes' }),
    ]);

    expect(deltas).toEqual([{ part: 0, kind: 'answer', delta: 'yes' }]);
  });

  it('keeps simultaneous finish messages apart', () => {
    const deltas = report([
      inputStart('c1', 'task_complete'),
      inputStart('c2', 'task_complete'),
      input('c1', '{"finish_message":"on'),
      input('c2', '{"finish_message":"tw'),
      input('c1', 'e"}'),
      input('c2', 'o"}'),
    ]);

    expect(shownParts(deltas)).toEqual([
      { kind: 'answer', text: 'one' },
      { kind: 'answer', text: 'two' },
    ]);
  });

  it('shows the finish message of a call that was not streamed', () => {
    expect(report([call('c', 'task_complete', { finish_message: 'yes' })])).toEqual([
      { part: 0, kind: 'answer', delta: 'yes' },
    ]);
  });

  it('continues its numbers when another stream continues the answer', () => {
    const deltas = report([{ type: 'start' }, text('0', 'One'), { type: 'start' }, text('0', 'two')]);

    expect(deltas.map(({ part }) => part)).toEqual([0, 1]);
  });
});

describe('finishMessageOf', () => {
  it.each([
    [{ finish_message: 'Done.' }, 'Done.'],
    [{ finish_message: { sum: 3 } }, '{"sum":3}'],
    [{ finish_message: 3 }, '3'],
    [{ finish_message: null }, ''],
    [{}, ''],
    ['{"finish_message":', ''],
    [null, ''],
  ])('reads %j as %j', (given, message) => {
    expect(finishMessageOf(given)).toBe(message);
  });
});
