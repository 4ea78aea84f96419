import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type AnswerStep, sayAnswer, startAnswer } from './one-answer.ts';
import type { Telling, ToldText } from './telling.ts';

const draft = (id = 'lead/1/1/0'): ToldText => {
  return { id, by: { agent: id.split('/')[0]!, turn: 1 }, kind: 'answer', isAnswer: true };
};
const write = (delta: string, id?: string): Telling => ({ type: 'text', text: draft(id), offset: 0, delta });
const drop = (id?: string): Telling => ({ type: 'text-end', text: draft(id), retracted: true });
const stand = (id?: string): Telling => ({ type: 'text-end', text: draft(id), retracted: false });
const end = (text: string, outcome: 'complete' | 'error' | 'cancelled' = 'complete'): Telling => {
  return { type: 'end', outcome, text };
};

/** What is said of tellings, one after the other. */
function speaker({ held = false } = {}): (telling: Telling) => AnswerStep[] {
  let answer = startAnswer({ held });
  return (telling) => {
    const { steps, state } = sayAnswer(answer, telling);
    answer = state;
    return steps;
  };
}

/** What somebody has read at the end: texts that were retracted, and the one that was not. */
function read(tellings: readonly Telling[], options?: { held: boolean }): { retracted: string[]; text: string } {
  const steps = tellings.flatMap(speaker(options));
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

describe('one answer', () => {
  test('grows as it is written', () => {
    const say = speaker();
    expect(say(write('The '))).toEqual([{ type: 'answer', delta: 'The ', by: draft().by }]);
    expect(say(write('fox'))).toEqual([{ type: 'answer', delta: 'fox', by: draft().by }]);
    expect([...say(stand()), ...say(end('The fox'))]).toEqual([]);
  });

  test('continues after a draft that was taken back, as long as the next one has the same words', () => {
    const second = 'lead/1/2/0';
    const tellings = [write('The fox'), drop(), write('The', second), write(' fox jumps', second), stand(second)];
    expect(read(tellings)).toEqual({ retracted: [], text: 'The fox jumps' });
  });

  test('the answer is retracted and written again when another draft takes its place', () => {
    const tellings = [write('The fox'), drop(), write('A dog', 'lead/2/1/0'), stand('lead/2/1/0'), end('A dog')];
    expect(read(tellings)).toEqual({ retracted: ['The fox'], text: 'A dog' });
  });

  test('follows one draft at a time', () => {
    const tellings = [write('one'), write('two', 'other/1/1/0'), write(' more')];
    expect(read(tellings)).toEqual({ retracted: [], text: 'one more' });
    expect(read([...tellings, drop()])).toEqual({ retracted: ['one more'], text: 'two' });
  });

  test('the draft that began first is the answer, although another one has words before it', () => {
    const begun: Telling = { type: 'text-start', text: draft() };
    expect(read([begun, write('two', 'other/1/1/0'), write('one')])).toEqual({ retracted: [], text: 'one' });
  });

  test('never contains text that is not the answer', () => {
    const beside: Telling = {
      type: 'text',
      text: { ...draft('boss@beta/1/1/0'), isAnswer: false },
      offset: 0,
      delta: 'theirs',
    };
    expect(read([beside, write('ours'), stand(), end('ours')])).toEqual({ retracted: [], text: 'ours' });
  });

  test('comes whole if it is held, and is never retracted', () => {
    const tellings = [write('{"a":'), drop(), write('{"a": 1}', 'lead/2/1/0'), stand('lead/2/1/0'), end('{"a":1}')];
    expect(read(tellings, { held: true })).toEqual({ retracted: [], text: '{"a":1}' });
  });

  test('the answer is retracted when the run pauses or fails, and stays when the run is stopped', () => {
    const pause: Telling = { type: 'pause', seq: 1, questions: [] };
    expect(read([write('half'), pause])).toEqual({ retracted: ['half'], text: '' });
    expect(read([write('half'), drop(), end('no model', 'error')])).toEqual({ retracted: ['half'], text: '' });
    expect(read([write('half'), stand(), end('stopped', 'cancelled')])).toEqual({ retracted: [], text: 'half' });
  });

  test('starts again with each run', () => {
    const tellings: Telling[] = [write('first'), { type: 'start', answerId: 'a' }, write('second', 'lead/2/1/0')];
    expect(read(tellings)).toEqual({ retracted: ['first'], text: 'second' });
  });

  test('the draft that stands is the answer in the end, whatever was written before', () => {
    const id = fc.constantFrom('lead/1/1/0', 'lead/1/2/0', 'other/1/1/0');
    const text = fc.string({ unit: fc.constantFrom('a', 'b'), minLength: 1, maxLength: 3 });
    fc.assert(
      fc.property(fc.array(fc.tuple(id, text)), fc.boolean(), text, (pieces, held, last) => {
        const final = 'lead/3/1/0';
        const written = pieces.map(([each, delta]) => write(delta, each));
        const drops = [...new Set(pieces.map(([each]) => each))].map((each) => drop(each));
        const tellings = [...written, write(last, final), ...drops, stand(final), end(last)];
        const { text: said, retracted } = read(tellings, { held });
        expect(said).toBe(last);
        expect(held && retracted.length > 0).toBe(false);
      }),
    );
  });
});
