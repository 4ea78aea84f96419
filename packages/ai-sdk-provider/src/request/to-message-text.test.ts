import { describe, expect, it } from 'vitest';
import { assistant, call, decision, result, system, text, tool, user } from '../__fixtures__/prompt.ts';
import { toInstructions, toMessageText as toWholeText } from './to-message-text.ts';

const toMessageText = (options: Parameters<typeof toWholeText>[0]) =>
  toWholeText(options).replaceAll(/ boundary="\w+"/g, '');
const say = (...messages: Parameters<typeof toMessageText>[0]['messages']) => toMessageText({ messages });

describe('toMessageText', () => {
  it('the text is what the user said, and nothing more by default', () => {
    expect(say(user('How many?'))).toBe('How many?');
  });

  it('keeps every part of what the user said', () => {
    expect(say(user('First.', 'Second.'), user('Third.'))).toBe('First.\n\nSecond.\n\nThird.');
  });

  it('puts instructions first', () => {
    expect(toMessageText({ messages: [user('How many?')], instructions: 'Be brief.' })).toBe(
      '<instructions>\nBe brief.\n</instructions>\n\nHow many?',
    );
  });

  it('includes what was said before', () => {
    const earlier = [user('Hi'), assistant(text('Hello.'), call('c', { tool: 'add', input: { a: 1 } }))];
    const output = { type: 'json' as const, value: { sum: 1 } };
    expect(say(...earlier, tool({ ...result('c', output), toolName: 'add' }), user('And now?'))).toBe(
      [
        '<conversation>',
        '<user>',
        'Hi',
        '</user>',
        '<assistant>',
        'Hello.',
        '',
        '(calls add with {"a":1})',
        '</assistant>',
        '<tool>',
        '(add gives {"sum":1})',
        '</tool>',
        '</conversation>',
        '',
        'And now?',
      ].join('\n'),
    );
  });

  it('leaves out results that reach the task as results', () => {
    const messages = [tool(result('a', { type: 'text', value: 'x' }), decision('b', true)), user('Go on.')];
    expect(toMessageText({ messages, told: new Set(['a', 'b']) })).toBe('Go on.');
    expect(toMessageText({ messages })).toContain('(ask gives x)\n\n(approved)');
    expect(say(tool(decision('b', false, 'too late')))).toContain('(denied: too late)');
  });

  it('leaves out text that was retracted, said among agents, or reasoning', () => {
    const words = assistant(
      text('Never mind.', { retracted: true }),
      text('[clerk]: Seven.', { kind: 'chatter' }),
      { type: 'reasoning', text: 'Hm.' },
      text('Seven.', {}),
    );
    expect(say(words, user('Sure?'))).toBe(
      '<conversation>\n<assistant>\nSeven.\n</assistant>\n</conversation>\n\nSure?',
    );
  });

  it('includes files', () => {
    const file = { type: 'file' as const, data: new URL('https://example.org/a.pdf'), mediaType: 'application/pdf' };
    expect(say({ role: 'user', content: [{ type: 'text', text: 'Read this.' }, file] })).toBe(
      'Read this.\n\n[file](https://example.org/a.pdf)',
    );
  });

  it('the text may end with an answer', () => {
    expect(say(user('Hi'), assistant(text('Hello.')))).toContain('</conversation>');
  });
});

describe('toInstructions', () => {
  it('joins system messages', () => {
    expect(toInstructions([system('Be brief.'), user('Hi'), system('Be kind.')])).toBe('Be brief.\n\nBe kind.');
    expect(toInstructions([user('Hi')])).toBe('');
  });
});
