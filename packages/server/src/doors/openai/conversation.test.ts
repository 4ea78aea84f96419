import { describe, expect, test } from 'vitest';
import { hasWords, toMessageText, type Turn } from './conversation.ts';

const user = (text: string): Turn => ({ type: 'said', role: 'user', text });
const assistant = (text: string): Turn => ({ type: 'said', role: 'assistant', text });
const text = (turns: Turn[], instructions = '') =>
  toMessageText({ instructions, turns }).replaceAll(/ boundary="\w+"/g, '');

describe('a conversation as one message', () => {
  test("a conversation is only the user's words when there is nothing else", () => {
    expect(text([user('Hello')])).toBe('Hello');
    expect(text([user('Hello'), user('Is somebody there?')])).toBe('Hello\n\nIs somebody there?');
  });

  test('the message starts with the instructions', () => {
    expect(text([user('Hello')], 'Be brief.')).toBe('<instructions>\nBe brief.\n</instructions>\n\nHello');
  });

  test('the history stands before the question', () => {
    expect(text([user('Hi'), assistant('Hello!'), user('And now?')])).toBe(
      '<conversation>\n<user>\nHi\n</user>\n<assistant>\nHello!\n</assistant>\n</conversation>\n\nAnd now?',
    );
  });

  test('the message contains every call and every result', () => {
    const turns: Turn[] = [
      user('Weather?'),
      { type: 'called', callId: 'c', tool: 'look', input: '{"city":"Rome"}' },
      { type: 'gave', callId: 'c', output: 'rain' },
      { type: 'gave', callId: 'other', output: 'hail' },
    ];
    const body = text(turns);
    expect(body).toContain('(calls look with {"city":"Rome"})');
    expect(body).toContain('<tool>\n(look gives rain)\n</tool>');
    expect(body).toContain('(the tool gives hail)');
    expect(body.endsWith('</conversation>')).toBe(true);
  });

  test.each([
    [[], false],
    [[user('  ')], false],
    [[{ type: 'named', itemId: 'msg_1' } as Turn], false],
    [[user('x')], true],
    [[{ type: 'gave', callId: 'c', output: '' } as Turn], true],
  ])('a conversation knows whether it contains anything to say: %j', (turns, expected) => {
    expect(hasWords(turns)).toBe(expected);
  });
});
