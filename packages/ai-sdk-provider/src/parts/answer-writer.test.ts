import { describe, expect, it } from 'vitest';
import { completed, failed, letter, paused, token, told } from '../__fixtures__/frames.ts';
import { outline, translate } from '../__fixtures__/translate.ts';

const answer = (delta: string, place = {}) => token('boss', 'answer', delta, place);
const abandoned = (attempt = 1, caller = 'boss') => told('text_abandoned', { caller, turn: 1, attempt });
const refused = told('agent_error', { caller: 'boss', tool_name: 'task_complete', tool_call_id: 'c' }, 'no');

describe('the answer', () => {
  it('is told while it is written', () => {
    const frames = [answer('Hel'), answer('lo', { offset: 3 }), completed('Hello')];
    expect(outline(translate(frames))).toEqual([
      'text-1 of boss',
      'text-1 + Hel',
      'text-1 + lo',
      'text-1 ends',
      'finish stop complete',
    ]);
  });

  it('comes in one piece from a server that does not tell it live', () => {
    const end = letter('boss', 'Hello', { type: 'broadcast_complete' });
    expect(outline(translate([end, completed('Hello')]))).toEqual([
      'text-1 of boss',
      'text-1 + Hello',
      'text-1 ends',
      'finish stop complete',
    ]);
  });

  it('may be empty', () => {
    expect(outline(translate([completed('')]))).toEqual(['finish stop complete']);
  });

  it('is told once, however often it is sent', () => {
    const frames = [answer('Hel'), answer('Hel'), answer('Hello'), answer('lo', { offset: 3 }), completed('Hello')];
    expect(outline(translate(frames)).filter((line) => line.includes('+'))).toEqual(['text-1 + Hel', 'text-1 + lo']);
  });

  it('is completed where pieces of it were lost', () => {
    const frames = [answer('Hel'), answer('wor', { offset: 6 }), answer('ld', { offset: 9 }), completed('Hello world')];
    expect(outline(translate(frames))).toEqual([
      'text-1 of boss',
      'text-1 + Hel',
      'text-1 + lo world',
      'text-1 ends',
      'finish stop complete',
    ]);
  });

  it('goes on where it stopped when another try says the same', () => {
    const frames = [
      answer('Hello wor'),
      abandoned(),
      answer('Hel', { attempt: 2 }),
      answer('lo world', { attempt: 2, offset: 3 }),
      completed('Hello world'),
    ];
    expect(outline(translate(frames))).toEqual([
      'text-1 of boss',
      'text-1 + Hello wor',
      'text-1 + ld',
      'text-1 ends',
      'finish stop complete',
    ]);
  });

  it('starts anew when another try says something else', () => {
    const frames = [answer('Hello'), abandoned(), answer('Hey', { attempt: 2 }), completed('Hey you')];
    expect(outline(translate(frames))).toEqual([
      'text-1 of boss',
      'text-1 + Hello',
      'text-1 retracted',
      'text-2 of boss',
      'text-2 + Hey',
      'text-2 +  you',
      'text-2 ends',
      'finish stop complete',
    ]);
  });

  it('starts anew when it is refused', () => {
    const frames = [answer('one'), refused, answer('two', { turn: 2 }), completed('two')];
    expect(outline(translate(frames)).filter((line) => line.startsWith('text'))).toEqual([
      'text-1 of boss',
      'text-1 + one',
      'text-1 retracted',
      'text-2 of boss',
      'text-2 + two',
      'text-2 ends',
    ]);
  });

  it('is one, though two agents are writing theirs', () => {
    const other = (delta: string, offset = 0) => token('chief', 'answer', delta, { turn: 2, offset });
    const frames = [answer('mine'), other('his'), answer(' is better', { offset: 4 }), abandoned(), other(' own', 3)];
    expect(outline(translate([...frames, completed('his own')]))).toEqual([
      'text-1 of boss',
      'text-1 + mine',
      'text-1 +  is better',
      'text-1 retracted',
      'text-2 of chief',
      'text-2 + his',
      'text-2 +  own',
      'text-2 ends',
      'finish stop complete',
    ]);
  });

  it('is not the one that somebody else was writing', () => {
    expect(outline(translate([answer('mine'), completed('his')])).slice(2)).toEqual([
      'text-1 retracted',
      'text-2 of undefined',
      'text-2 + his',
      'text-2 ends',
      'finish stop complete',
    ]);
  });

  it('that must be JSON is told only when it is final', () => {
    const frames = [answer('{"a"'), abandoned(), answer('{"b":1}', { attempt: 2 }), completed('{"b":1}')];
    expect(outline(translate(frames, { plan: { structured: true } }))).toEqual([
      'text-1 of undefined',
      'text-1 + {"b":1}',
      'text-1 ends',
      'finish stop complete',
    ]);
  });

  it.each([
    ['fails', [failed('boom')], ['text-1 retracted', 'error boom', 'finish error model_failed']],
    [
      'pauses',
      paused({ call_id: 'a', name: 'ask' }),
      ['text-1 retracted', 'within ask a {}', 'approve a', 'finish tool-calls paused'],
    ],
  ])('is none when the run %s', (_, frames, lines) => {
    expect(outline(translate([answer('Hel'), ...frames])).slice(2)).toEqual(lines);
  });
});
