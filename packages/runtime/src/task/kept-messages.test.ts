import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { request, saying } from '../turns/compaction/__fixtures__/turns.ts';
import { estimateTokens } from '../messages/estimate-tokens.ts';
import { keepMessages } from './kept-messages.ts';
import { shorten } from '../messages/shorten.ts';
import { toSummaryText } from '../turns/to-summary-text.ts';

describe('keeping what the user wrote', () => {
  test("keeps the user's messages word for word, and nothing else", () => {
    const turns = [
      saying('hello', [request('Do <this>\nfor me.'), request('psst', { addressType: 'agent', address: 'b' })]),
      saying('done', [request('And that.', { addressType: 'admin', address: 'root' })]),
    ];
    expect(keepMessages(turns, 1_000)).toEqual({
      messages: [
        { from: 'u-1', body: 'Do <this>\nfor me.' },
        { from: 'root', body: 'And that.' },
      ],
      leftOut: 0,
    });
  });

  test('keeps the first message and the newest ones when there are too many', () => {
    const turns = ['first', 'second', 'third', 'fourth'].map((word) => saying('ok', [request(word.padEnd(40, '.'))]));
    const { messages, leftOut } = keepMessages(turns, 30);
    expect(messages.map(({ body }) => body.replaceAll('.', ''))).toEqual(['first', 'third', 'fourth']);
    expect(leftOut).toBe(1);
  });

  test('carries kept messages from one summary to the next', () => {
    const earlier = saying('', [], {
      summary: 's',
      kept: { messages: [{ from: 'u-1', body: 'the task' }], leftOut: 3 },
    });
    const { messages, leftOut } = keepMessages([earlier, saying('ok', [request('and more')])], 1_000);
    expect(messages.map(({ body }) => body)).toEqual(['the task', 'and more']);
    expect(leftOut).toBe(3);
  });

  test('cuts the middle out of a single message that is too long', () => {
    const { messages } = keepMessages([saying('ok', [request(`start${'-'.repeat(10_000)}end`)])], 100);
    expect(messages[0]!.body).toMatch(/^start-+ \[… \d+ characters left out …\] -+end$/);
  });

  test('keeps nothing when the user wrote nothing', () => {
    expect(keepMessages([], 10)).toEqual({ messages: [], leftOut: 0 });
    expect(keepMessages([saying('alone')], 10)).toEqual({ messages: [], leftOut: 0 });
  });

  test('never takes much more room than it is given, and counts every message left out', () => {
    const bodies = fc.array(fc.string({ unit: 'grapheme', maxLength: 200 }), { maxLength: 20 });
    fc.assert(
      fc.property(bodies, fc.integer({ min: 40, max: 500 }), (written, budget) => {
        const { messages, leftOut } = keepMessages(
          written.map((body) => saying('ok', [request(body)])),
          budget,
        );
        const size = messages.reduce((sum, { body }) => sum + estimateTokens(body), 0);
        // The words about what is missing from a long message come on top.
        expect(size).toBeLessThanOrEqual(budget + 40);
        expect(messages.length + leftOut).toBe(written.length);
      }),
    );
  });
});

describe('shortening a text', () => {
  test('keeps the beginning and the end', () => {
    expect(shorten('abcdefghijklmnopqrstuvwxyz0123456789'.repeat(10), 9)).toMatch(
      /^abc.* \[… 324 characters left out …\] .*789$/,
    );
  });

  test('leaves a text alone that fits', () => {
    expect(shorten('abcd', 1)).toBe('abcd');
  });

  test.each([0, -5, 0.5])('leaves only a word about the text when there is room for %d tokens', (tokens) => {
    expect(shorten('something', tokens)).toMatch(/^s? ?\[… \d characters left out …\]$/);
  });

  test('never cuts within a character', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', minLength: 20 }), fc.integer({ min: 1, max: 10 }), (text, tokens) => {
        expect(shorten(text, tokens).isWellFormed()).toBe(true);
      }),
    );
  });
});

describe('a summary in a prompt', () => {
  test('says what happened, then what the user wrote', () => {
    const kept = { messages: [{ from: 'u-1', body: 'Do <this>.' }], leftOut: 0 };
    const text = toSummaryText('You did & said.', kept).replaceAll(/ boundary="(\w+)"/g, '');
    expect(text).toBe(
      [
        '<summary_of_earlier_turns>',
        'You did & said.',
        '</summary_of_earlier_turns>',
        '<earlier_messages_of_the_user>',
        '<message>',
        'from: u-1',
        '',
        'Do <this>.',
        '</message>',
        '</earlier_messages_of_the_user>',
      ].join('\n'),
    );
  });

  test('says where messages are missing', () => {
    const messages = ['first', 'last'].map((body) => ({ from: 'u-1', body }));
    expect(toSummaryText('s', { messages, leftOut: 7 })).toMatch(/first[^]*\(7 messages[^]*last/);
  });

  test('a summary in a prompt does not mention a user who wrote nothing', () => {
    expect(toSummaryText('s')).toMatch(
      /^<summary_of_earlier_turns( boundary="\w+")>\ns\n<\/summary_of_earlier_turns\1>$/,
    );
  });
});
