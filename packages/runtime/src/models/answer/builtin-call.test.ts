import { anthropic } from '@ai-sdk/anthropic';
import { openai } from '@ai-sdk/openai';
import { describe, expect, it } from 'vitest';
import type { ToolCallPart } from './answer-parts.ts';
import { type BuiltinOutcome, toBuiltinCall } from './builtin-call.ts';

function calling(toolName: string, input: unknown): ToolCallPart {
  return { type: 'tool-call', toolCallId: 'b1', toolName, input, dynamic: true, providerExecuted: true };
}

function returning(output: unknown): BuiltinOutcome {
  return {
    type: 'tool-result',
    toolCallId: 'b1',
    toolName: 'x',
    input: {},
    output,
    dynamic: true,
    providerExecuted: true,
  };
}

function failing(error: unknown): BuiltinOutcome {
  return {
    type: 'tool-error',
    toolCallId: 'b1',
    toolName: 'x',
    input: {},
    error,
    dynamic: true,
    providerExecuted: true,
  };
}

describe('toBuiltinCall', () => {
  it.each([
    [{ action: { type: 'search', query: 'inns' } }, { query: 'inns', search_type: 'search' }],
    [{ action: { type: 'search', queries: ['inns', 'posts'] } }, { query: 'inns', search_type: 'search' }],
    [
      { action: { type: 'openPage', url: 'https://a.example' } },
      { query: 'https://a.example', search_type: 'open_page' },
    ],
    [{ action: { type: 'findInPage', url: null, pattern: 'inn' } }, { query: 'inn', search_type: 'find_in_page' }],
    [{}, { query: '' }],
  ])('says what OpenAI searched for: %j', (output, asked) => {
    const call = toBuiltinCall({ call: calling('web_search', {}), outcome: returning(output), citations: [] });

    expect(call).toMatchObject({ tool: 'web_search_call', input: { ...asked, status: 'completed' } });
  });

  it('keeps the useful part of what was found', () => {
    const output = [
      { type: 'web_search_result', url: 'https://a.example', title: 'A', pageAge: '2 days', encryptedContent: 'long' },
      { type: 'web_search_result', url: 'https://b.example', title: null, pageAge: null },
      { type: 'api', name: 'weather' },
    ];

    const { builtin } = toBuiltinCall({
      call: calling('web_search', { query: 'inns' }),
      outcome: returning(output),
      citations: [{ url: 'https://a.example', cited_text: 'inns of old' }],
    });

    expect(builtin).toEqual({
      status: 'success',
      content: {
        results: [{ url: 'https://a.example', title: 'A', page_age: '2 days' }, { url: 'https://b.example' }],
        citations: [{ url: 'https://a.example', cited_text: 'inns of old' }],
      },
    });
  });

  it.each([
    ['look_up', { look_up: openai.tools.webSearch({}) }, 'web_search_call'],
    ['look_up', { look_up: anthropic.tools.webSearch_20250305({}) }, 'web_search_call'],
    ['python', { python: openai.tools.codeInterpreter({}) }, 'code_interpreter_call'],
    ['run', { run: anthropic.tools.codeExecution_20250825({}) }, 'code_interpreter_call'],
    ['web_search', undefined, 'web_search_call'],
    ['code_execution', {}, 'code_interpreter_call'],
    ['web_search', { web_search: openai.tools.fileSearch({ vectorStoreIds: [] }) }, 'web_search'],
    ['mcp.list', undefined, 'mcp.list'],
  ])('recognises %s: %#', (toolName, providerTools, tool) => {
    const call = calling(toolName, {});

    expect(toBuiltinCall({ call, outcome: undefined, citations: [], providerTools }).tool).toBe(tool);
  });

  it.each([
    [{ code: 'print(1)', containerId: 'c' }, { outputs: [{ type: 'logs', logs: '1' }] }, [{ type: 'logs', logs: '1' }]],
    [{ code: 'print(1)' }, { outputs: null }, []],
    [
      { code: 'print(1)' },
      { type: 'code_execution_result', stdout: '1\n', stderr: 'oh', return_code: 0 },
      [
        { type: 'logs', logs: '1\n' },
        { type: 'logs', logs: 'oh' },
      ],
    ],
    [{ type: 'bash_code_execution', command: 'print(1)' }, { stdout: '', stderr: '' }, []],
    [{ code: 'print(1)' }, 'odd', []],
  ])('says what a program printed: %j', (input, output, outputs) => {
    const call = toBuiltinCall({ call: calling('code_execution', input), outcome: returning(output), citations: [] });

    expect(call).toEqual({
      tool: 'code_interpreter_call',
      input: { code: 'print(1)', outputs, status: 'completed' },
      builtin: { status: 'success', content: { outputs } },
    });
  });

  it('leaves other tools as they are', () => {
    const call = calling('file_search', { queries: ['inns'], undefinedIsGone: undefined });

    expect(toBuiltinCall({ call, outcome: returning({ results: [1] }), citations: [] })).toEqual({
      tool: 'file_search',
      input: { queries: ['inns'] },
      builtin: { status: 'success', content: { results: [1] } },
    });
  });

  it.each(['web_search', 'code_execution', 'file_search'])('says that %s failed', (toolName) => {
    const error = { type: 'error', errorCode: 'max_uses_exceeded' };

    const call = toBuiltinCall({ call: calling(toolName, {}), outcome: failing(error), citations: [] });

    expect(call.builtin).toEqual({ status: 'error', content: error });
    expect(call.input).not.toMatchObject({ status: 'completed' });
  });

  it('leaves out what the provider does not say', () => {
    const call = calling('file_search', 'not even an object');

    expect(toBuiltinCall({ call, outcome: undefined, citations: [] })).toEqual({
      tool: 'file_search',
      input: {},
      builtin: { status: 'unknown', content: null },
    });
  });
});
