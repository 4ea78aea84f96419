import { expect, test } from 'vitest';
import { toPromptText } from './to-prompt-text.ts';

test.each([
  ['alice', 'mail::user:alice@localhost> '],
  ['12345678', 'mail::user:12345678@localhost> '],
  ['abcdefghijkl', 'mail::user:abcd...ijkl@localhost> '],
  ['🎲🎲🎲🎲🎲🎲🎲🎲🎲', 'mail::user:🎲🎲🎲🎲...🎲🎲🎲🎲@localhost> '],
])('the prompt shows the caller: %s', (id, prompt) => {
  expect(toPromptText({ url: 'http://localhost:8000', caller: { role: 'user', id } })).toBe(prompt);
});

test('the prompt shows only the host to a caller without a token', () => {
  expect(toPromptText({ url: 'https://mail.example.org:8443/x' })).toBe('mail@mail.example.org> ');
});
