import { describe, expect, test } from 'vitest';
import { readCallArguments } from './call-arguments.ts';

describe('arguments of an MCP call', () => {
  test.each([
    [{ message: 'hello' }, { message: 'hello', results: [] }],
    [
      { message: 'hello', task_id: 't' },
      { message: 'hello', taskId: 't', results: [] },
    ],
    [
      { message: 'hello', task_id: null, extra: 1 },
      { message: 'hello', results: [] },
    ],
    [
      { task_id: 't', message: ' ', tool_results: [{ call_id: 'c', content: { a: [1, null] } }] },
      { taskId: 't', results: [{ callId: 'c', content: { a: [1, null] } }] },
    ],
    [
      { task_id: 't', message: 'and', tool_results: [{ call_id: 'c', content: null }] },
      { taskId: 't', message: 'and', results: [{ callId: 'c', content: null }] },
    ],
  ])('the arguments %j are accepted', (given, expected) => {
    expect(readCallArguments(given)).toEqual(expected);
  });

  test.each([
    [undefined, 'message is required'],
    [{}, 'message is required'],
    [{ message: '  ' }, 'message is required'],
    [{ message: 5 }, 'message'],
    [[], 'arguments'],
    [{ tool_results: [{ call_id: 'c', content: '' }] }, 'task_id'],
    [{ task_id: 't', tool_results: 'yes' }, 'tool_results'],
    [{ task_id: 't', tool_results: [{ content: '' }] }, 'call_id'],
  ])('%j are refused in a helpful sentence', (given, sentence) => {
    expect(() => readCallArguments(given)).toThrow(sentence);
  });
});
