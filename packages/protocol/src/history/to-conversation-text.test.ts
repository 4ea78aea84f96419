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
  expect(toConversationText('Be brief.', [user('Hi'), assistant('Hello!'), user('And now?')])).toBe(
    [
      '<instructions>\nBe brief.\n</instructions>',
      '<conversation>\n<user>\nHi\n</user>\n<assistant>\nHello!\n</assistant>\n</conversation>',
      'And now?',
    ].join('\n\n'),
  );
});
