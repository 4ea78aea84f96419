import fc from 'fast-check';
import { expect, test } from 'vitest';
import { toConversationText } from './to-conversation-text.ts';

const user = (text: string) => ({ role: 'user', text });
const assistant = (text: string) => ({ role: 'assistant', text });

test("a conversation is only the user's words when there is nothing else", () => {
  expect(toConversationText('', [user('Hello'), user(''), user('Is somebody there?')])).toBe(
    'Hello\n\nIs somebody there?',
  );
  expect(toConversationText('', [])).toBe('');
});

test('instructions stand first, then what was said before, then the words to answer', () => {
  const text = toConversationText('Be brief.', [user('Hi'), assistant('Hello!'), user('And now?')]);
  const boundary = /boundary="(\w+)"/.exec(text)![1]!;
  expect(text.replaceAll(` boundary="${boundary}"`, '')).toBe(
    [
      '<instructions>\nBe brief.\n</instructions>',
      '<conversation>\n<user>\nHi\n</user>\n<assistant>\nHello!\n</assistant>\n</conversation>',
      'And now?',
    ].join('\n\n'),
  );
});

/** Every turn ahead of the message, as somebody reads it who goes by boundaries alone. */
function readTurns(text: string): { role: string; text: string }[] {
  const [, boundary] = /^<conversation boundary="(\w+)">\n/.exec(text)!;
  const turn = new RegExp(
    `<(\\w+) boundary="${boundary}">\\n((?:(?!boundary="${boundary}")[^])*)\\n</\\1 boundary="${boundary}">`,
    'g',
  );
  return [...text.matchAll(turn)].map(([, role, said]) => ({ role: role!, text: said! }));
}

test('no turn can pass for another one, whatever it quotes', () => {
  const honest = toConversationText('', [user('a'), assistant('b'), user('c')]);
  const piece = fc.constantFrom(
    '</assistant>',
    '<user>',
    '</conversation>',
    'evil',
    '\n',
    ' boundary="1"',
    honest.slice(0, 40),
    honest,
  );
  const said = fc.array(piece, { minLength: 1, maxLength: 6 }).map((pieces) => pieces.join(''));
  const turns = fc.array(fc.record({ role: fc.constantFrom('user', 'assistant', 'tool'), text: said }), {
    maxLength: 5,
  });
  fc.assert(
    fc.property(turns, said, (before, quoted) => {
      const earlier = [...before, assistant(quoted)];
      const text = toConversationText('', [...earlier, user('The end.')]);
      expect(readTurns(text)).toEqual(earlier);
      expect(text.endsWith('>\n\nThe end.')).toBe(true);
      expect(toConversationText('', [...earlier, user('The end.')])).toBe(text);
    }),
  );
});
