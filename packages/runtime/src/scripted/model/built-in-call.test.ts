import { describe, expect, it } from 'vitest';
import { toBuiltInCall } from './built-in-call.ts';

const search = {
  type: 'web-search',
  id: 'ws_0_0',
  query: 'post houses',
  results: [{ url: 'https://a.test', title: 'A' }],
} as const;
const program = {
  type: 'code-interpreter',
  id: 'ci_0_0',
  code: 'print(1)',
  outputs: [{ type: 'logs', logs: '1' }],
} as const;

describe('toBuiltInCall', () => {
  it('gives a search and what it found', () => {
    expect(toBuiltInCall(search, undefined)).toEqual({
      call: {
        type: 'tool-call',
        toolCallId: 'ws_0_0',
        toolName: 'web_search',
        dynamic: true,
        input: '{"query":"post houses"}',
        providerExecuted: true,
      },
      result: {
        type: 'tool-result',
        toolCallId: 'ws_0_0',
        toolName: 'web_search',
        dynamic: true,
        result: { query: 'post houses', results: [{ url: 'https://a.test', title: 'A' }] },
      },
    });
  });

  it('gives a program and its output', () => {
    const { call, result } = toBuiltInCall(program, []);
    expect(call).toMatchObject({ toolName: 'code_interpreter', input: '{"code":"print(1)"}', providerExecuted: true });
    expect(result.result).toEqual({ outputs: [{ type: 'logs', logs: '1' }] });
  });

  it.each(['openai.web_search', 'openai.web_search_preview', 'anthropic.web_search_20250305'] as const)(
    'uses the name under which the caller declared %s',
    (id) => {
      const { call, result } = toBuiltInCall(search, [{ type: 'provider', id, name: 'google', args: {} }]);
      expect(call).toMatchObject({ toolName: 'google' });
      expect(result).toMatchObject({ toolName: 'google' });
      expect('dynamic' in call).toBe(false);
    },
  );

  it('takes no other tool for the built-in one', () => {
    const tools = [
      { type: 'provider', id: 'openai.code_interpreter', name: 'python', args: {} },
      { type: 'function', name: 'web_search', inputSchema: {} },
    ] as const;
    expect(toBuiltInCall(search, [...tools]).call).toMatchObject({ toolName: 'web_search', dynamic: true });
    expect(toBuiltInCall(program, [...tools]).call).toMatchObject({ toolName: 'python' });
  });
});
