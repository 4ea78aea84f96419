import { describe, expect, it } from 'vitest';
import { assistant, call, decision, result, text, tool, user } from '../__fixtures__/prompt.ts';
import { findAnswers } from './find-answers.ts';
import { toResultContent } from './to-result-content.ts';

const ours = { mark: {} };

describe('findAnswers', () => {
  it('finds results of tools, by the call ids of the swarm', () => {
    const prompt = [
      user('go'),
      assistant(call('a', ours), call('b~2', { mark: { callId: 'b' } })),
      tool(result('b~2', { type: 'json', value: [2] }), result('a', { type: 'text', value: 'one' })),
    ];
    expect(findAnswers(prompt, 1).results).toEqual([
      { callId: 'b', content: [2] },
      { callId: 'a', content: 'one' },
    ]);
  });

  it('finds approvals and denials', () => {
    const executed = { ...ours, executed: true };
    const prompt = [
      assistant(call('a', executed), call('b', executed)),
      tool(decision('a', true), decision('b', false, 'no')),
    ];
    expect(findAnswers(prompt, 0)).toEqual({
      results: [
        { callId: 'a', content: { approved: true } },
        { callId: 'b', content: { approved: false, reason: 'no' } },
      ],
      // The AI SDK itself tells of the denial.
      adopted: [expect.objectContaining({ id: 'a', callId: 'a', tool: 'ask' })],
      told: new Set(['a', 'b']),
    });
  });

  it('counts a repeated denial once', () => {
    const prompt = [
      assistant(call('a', { ...ours, executed: true })),
      tool(decision('a', false, 'no'), result('a', { type: 'execution-denied', reason: 'no' })),
    ];
    expect(findAnswers(prompt, 0).results).toEqual([{ callId: 'a', content: { approved: false, reason: 'no' } }]);
  });

  it('ignores calls that have their result, and calls of others', () => {
    const prompt = [
      assistant(call('a', { ...ours, executed: true }), result('a', { type: 'text', value: 'x' }), call('z')),
      tool(result('z', { type: 'text', value: 'y' })),
    ];
    expect(findAnswers(prompt, 0)).toEqual({ results: [], adopted: [], told: new Set() });
  });

  it('a prompt without answers gives none', () => {
    expect(findAnswers([user('go')], -1)).toEqual({ results: [], adopted: [], told: new Set() });
    expect(findAnswers([assistant(text('x', {})), user('go')], 0).results).toEqual([]);
  });
});

describe('toResultContent', () => {
  it.each([
    [{ type: 'text' as const, value: 'x' }, 'x'],
    [{ type: 'json' as const, value: null }, null],
    [{ type: 'error-text' as const, value: 'boom' }, { error: 'boom' }],
    [{ type: 'error-json' as const, value: { code: 1 } }, { error: { code: 1 } }],
    [{ type: 'execution-denied' as const }, { approved: false }],
    [
      { type: 'execution-denied' as const, reason: 'no' },
      { approved: false, reason: 'no' },
    ],
    [
      {
        type: 'content' as const,
        value: [
          { type: 'text' as const, text: 'a' },
          { type: 'text' as const, text: 'b' },
        ],
      },
      'a\nb',
    ],
    [
      { type: 'content' as const, value: [{ type: 'image-url' as const, url: 'https://example.org/' }] },
      [{ type: 'image-url', url: 'https://example.org/' }],
    ],
  ])('turns %j into %j', (output, content) => {
    expect(toResultContent(output)).toEqual(content);
  });
});
