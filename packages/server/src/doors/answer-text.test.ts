import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type AnswerStep, AnswerText } from './answer-text.ts';

const token = (delta: string, offset: number, place: { agent?: string; turn?: number; attempt?: number } = {}) => ({
  agent: 'lead',
  turn: 1,
  attempt: 1,
  part: 0,
  kind: 'answer' as const,
  ...place,
  offset,
  delta,
});

/** What somebody has read at the end: texts that were retracted, and the one that was not. */
function read(steps: readonly AnswerStep[]): { retracted: string[]; text: string } {
  const retracted: string[] = [];
  let text = '';
  for (const step of steps) {
    if (step.type === 'answer') text += step.delta;
    else {
      retracted.push(text);
      text = '';
    }
  }
  return { retracted, text };
}

describe('the text of an answer', () => {
  test('is told as it is written, and completed with what was not', () => {
    const answer = new AnswerText({ held: false });
    expect(answer.take(token('The ', 0))).toEqual([{ type: 'answer', delta: 'The ' }]);
    expect(answer.take(token('fox', 4))).toEqual([{ type: 'answer', delta: 'fox' }]);
    expect(answer.finish('The fox jumps')).toEqual([{ type: 'answer', delta: ' jumps' }]);
  });

  test('is not told twice when pieces come again', () => {
    const answer = new AnswerText({ held: false });
    const steps = [token('The ', 0), token('The fox', 0), token('fox', 4)].flatMap((each) => answer.take(each));
    expect(read(steps)).toEqual({ retracted: [], text: 'The fox' });
  });

  test('goes on where a try that was given up had stopped, as long as it says the same', () => {
    const answer = new AnswerText({ held: false });
    const steps = [
      ...answer.take(token('The fox', 0)),
      ...answer.drop({ agent: 'lead', turn: 1, attempt: 1 }),
      ...answer.take(token('The', 0, { attempt: 2 })),
      ...answer.take(token(' fox jumps', 3, { attempt: 2 })),
      ...answer.finish('The fox jumps'),
    ];
    expect(read(steps)).toEqual({ retracted: [], text: 'The fox jumps' });
  });

  test('is retracted and told anew when another one turns out to be the answer', () => {
    const answer = new AnswerText({ held: false });
    const steps = [
      ...answer.take(token('The fox', 0)),
      ...answer.drop({ agent: 'lead', turn: 1 }),
      ...answer.take(token('A dog', 0, { turn: 2 })),
      ...answer.finish('A dog barks'),
    ];
    expect(read(steps)).toEqual({ retracted: ['The fox'], text: 'A dog barks' });
  });

  test('of one agent is told at a time', () => {
    const answer = new AnswerText({ held: false });
    const steps = [
      ...answer.take(token('one', 0)),
      ...answer.take(token('two', 0, { agent: 'other' })),
      ...answer.take(token(' more', 3)),
    ];
    expect(read(steps)).toEqual({ retracted: [], text: 'one more' });
    expect(answer.drop({ agent: 'lead', turn: 1 })).toEqual([
      { type: 'answer-retracted' },
      { type: 'answer', delta: 'two' },
    ]);
  });

  test('that is held comes whole', () => {
    const answer = new AnswerText({ held: true });
    expect([...answer.take(token('{"a":', 0)), ...answer.drop({ agent: 'lead', turn: 1 })]).toEqual([]);
    expect(answer.finish('{"a":1}')).toEqual([{ type: 'answer', delta: '{"a":1}' }]);
  });

  test('is retracted when there is no answer, and only if something was told', () => {
    const answer = new AnswerText({ held: false });
    expect(answer.retract()).toEqual([]);
    answer.take(token('The', 0));
    expect(answer.retract()).toEqual([{ type: 'answer-retracted' }]);
    expect(answer.retract()).toEqual([]);
  });

  test('is in the end the answer, whatever was written before by whomever', () => {
    const place = fc.record({
      agent: fc.constantFrom('lead', 'other'),
      turn: fc.integer({ min: 1, max: 2 }),
      attempt: fc.integer({ min: 1, max: 2 }),
    });
    const command = fc.oneof(
      fc.tuple(fc.constant('write' as const), place, fc.string({ unit: fc.constantFrom('a', 'b'), maxLength: 3 })),
      fc.tuple(fc.constant('drop' as const), place, fc.constant('')),
    );
    const text = fc.string({ unit: fc.constantFrom('a', 'b'), maxLength: 6 });
    fc.assert(
      fc.property(fc.array(command), text, fc.boolean(), (commands, final, held) => {
        const answer = new AnswerText({ held });
        const written = new Map<string, string>();
        const steps = commands.flatMap(([kind, where, delta]) => {
          const key = JSON.stringify(where);
          if (kind === 'drop') return answer.drop(where);
          const offset = written.get(key)?.length ?? 0;
          written.set(key, (written.get(key) ?? '') + delta);
          return answer.take(token(delta, offset, where));
        });
        const end = read([...steps, ...answer.finish(final)]);
        expect(end.text).toBe(final);
        expect(held && end.retracted.length > 0).toBe(false);
      }),
    );
  });
});
