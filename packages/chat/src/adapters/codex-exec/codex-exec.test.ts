import { describe, expect, it } from 'vitest';
import { translateAll } from '../__fixtures__/translate-all.ts';
import { createCodexExecAdapter } from './codex-exec-adapter.ts';
import type { CodexExecEvent, CodexExecItem } from './codex-exec-event.ts';

const codex = createCodexExecAdapter();
const translate = (events: CodexExecEvent[], options: Parameters<typeof translateAll>[2] = {}) =>
  translateAll(codex, events, options);
const typesOf = (chunks: readonly { type: string }[]): string[] => chunks.map(({ type }) => type);

const begun: CodexExecEvent[] = [{ type: 'thread.started', thread_id: 'thread-1' }, { type: 'turn.started' }];
const done: CodexExecEvent = { type: 'turn.completed', usage: { input_tokens: 100, output_tokens: 10 } };
const started = (item: CodexExecItem): CodexExecEvent => ({ type: 'item.started', item });
const completed = (item: CodexExecItem): CodexExecEvent => ({ type: 'item.completed', item });
const said = (id: string, text: string): CodexExecEvent => completed({ id, type: 'agent_message', text });
const thought = (id: string, text: string): CodexExecEvent => completed({ id, type: 'reasoning', text });
const command = (id: string, fields: Partial<CodexExecItem> = {}): CodexExecItem => ({
  id,
  type: 'command_execution',
  command: 'ls',
  aggregated_output: '',
  exit_code: null,
  status: 'in_progress',
  ...fields,
});
const ran = (id: string, output = 'done'): CodexExecEvent[] => [
  started(command(id)),
  completed(command(id, { aggregated_output: output, exit_code: 0, status: 'completed' })),
];

describe('unexpected behaviour of Codex exec', () => {
  it('1: texts and reasoning come at once', () => {
    const { chunks, text } = translate([...begun, thought('item_0', 'Hm.'), said('item_1', 'Hello.'), done]);
    expect(text).toBe('Hello.');
    expect(typesOf(chunks).filter((type) => type.endsWith('-delta'))).toEqual(['reasoning-delta', 'text-delta']);
  });

  it('1: texts and reasoning could also come in pieces', () => {
    const piece = (type: string, text: string): CodexExecEvent => ({
      type,
      item: { id: 'item_0', type: 'agent_message', text },
    });
    const { chunks, text } = translate([
      ...begun,
      piece('item.started', 'He'),
      piece('item.updated', 'Hell'),
      piece('item.completed', 'Hello.'),
      done,
    ]);
    expect(text).toBe('Hello.');
    expect(chunks.flatMap((chunk) => (chunk.type === 'text-delta' ? [chunk.delta] : []))).toEqual(['He', 'll', 'o.']);
  });

  it('2: items are numbered anew with each turn, so ids include the message id', () => {
    const { calls } = translate([...begun, ...ran('item_0'), done]);
    expect(calls).toMatchObject([{ toolCallId: 'message-1/item_0' }]);
  });

  it('3: an error may come before a retry that succeeds', () => {
    const { chunks, text } = translate([
      ...begun,
      { type: 'error', message: 'Reconnecting... 1/1 (429)' },
      said('item_0', 'Recovered.'),
      done,
    ]);
    expect(text).toBe('Recovered.');
    expect(typesOf(chunks)).not.toContain('error');
    expect(chunks).toContainEqual(expect.objectContaining({ type: 'data-notice', transient: true }));
  });

  it('3: the last error comes twice, and is reported once', () => {
    const { chunks } = translate([
      ...begun,
      { type: 'error', message: 'Reconnecting... 1/1' },
      { type: 'error', message: 'on fire' },
      { type: 'turn.failed', error: { message: 'on fire' } },
    ]);
    expect(chunks.filter(({ type }) => type === 'error')).toEqual([{ type: 'error', errorText: 'on fire' }]);
    expect(chunks.at(-1)).toMatchObject({ finishReason: 'error' });
  });

  it('4: parallel commands are reported in the order in which they finish', () => {
    const { calls } = translate([
      ...begun,
      ...ran('item_1', 'fast'),
      ...ran('item_0', 'slow'),
      said('item_2', 'Both.'),
      done,
    ]);
    expect(calls.map(({ toolCallId, state }) => [toolCallId, state])).toEqual([
      ['message-1/item_1', 'output-available'],
      ['message-1/item_0', 'output-available'],
    ]);
  });

  it('5: failed commands keep their output, and MCP calls their reason', () => {
    const mcp = { id: 'item_1', type: 'mcp_tool_call', server: 'calc', tool: 'add', arguments: {} };
    const { calls } = translate([
      ...begun,
      completed(command('item_0', { status: 'failed', exit_code: 3, aggregated_output: 'oh' })),
      started({ ...mcp, status: 'in_progress', result: null, error: null }),
      completed({ ...mcp, status: 'failed', result: { content: [{ type: 'text', text: 'Too large.' }] }, error: null }),
      done,
    ]);
    expect(calls).toMatchObject([
      { toolName: 'shell', errorText: 'Exit code 3\noh' },
      { toolName: 'mcp__calc__add', errorText: 'Too large.' },
    ]);
  });

  it('6: impossible calls are not reported', () => {
    const { calls, text } = translate([
      ...begun,
      said('item_0', 'Calling it.'),
      said('item_1', 'There is none.'),
      done,
    ]);
    expect(calls).toEqual([]);
    expect(text).toBe('Calling it.|There is none.');
  });

  it('7: usage is counted over the conversation', () => {
    const { message } = translate(
      [...begun, { type: 'turn.completed', usage: { input_tokens: 240, output_tokens: 24, cached_input_tokens: 40 } }],
      {
        totals: { usage: { inputTokens: 120, outputTokens: 12, cacheReadTokens: 20 } },
      },
    );
    expect(message.metadata).toMatchObject({
      usage: { inputTokens: 120, outputTokens: 12, cacheReadTokens: 20 },
      totals: { usage: { inputTokens: 240, outputTokens: 24, cacheReadTokens: 40 } },
    });
  });

  it('8: nested agents appear only in the calls that start them and wait for them', () => {
    const spawn = {
      id: 'item_0',
      type: 'collab_tool_call',
      tool: 'spawn_agent',
      prompt: 'Look.',
      receiver_thread_ids: ['t2'],
    };
    const wait = { id: 'item_1', type: 'collab_tool_call', tool: 'wait', receiver_thread_ids: ['t2'] };
    const { message, calls } = translate([
      ...begun,
      completed({ ...spawn, status: 'completed', agents_states: { t2: { status: 'pending_init', message: null } } }),
      started({ ...wait, status: 'in_progress' }),
      completed({ ...wait, status: 'completed', agents_states: { t2: { status: 'completed', message: 'Report.' } } }),
      done,
    ]);
    expect(calls.map(({ toolName }) => toolName)).toEqual(['spawn_agent', 'wait']);
    expect(message.parts).toContainEqual({
      type: 'data-agent',
      id: 'message-1/item_0',
      data: { toolCallId: 'message-1/item_0', description: 'Look.', status: 'completed', summary: 'Report.' },
    });
  });

  it('9: open items stay open after a stop, and are closed here', () => {
    const { calls, chunks } = translate([...begun, started(command('item_0'))], { end: { outcome: 'stopped' } });
    expect(calls).toMatchObject([{ state: 'output-error' }]);
    expect(typesOf(chunks).slice(-2)).toEqual(['abort', 'finish']);
  });

  it('9: an answer that is too long is a failure', () => {
    const message = 'Incomplete response returned, reason: max_output_tokens';
    const { chunks, text } = translate([
      ...begun,
      said('item_0', 'Too lo'),
      { type: 'error', message },
      { type: 'turn.failed', error: { message } },
    ]);
    expect(text).toBe('Too lo');
    expect(chunks.at(-1)).toMatchObject({ finishReason: 'length' });
  });

  it('10: reasoning is repeated after a retry', () => {
    const { message } = translate([
      ...begun,
      thought('item_0', 'hm'),
      { type: 'error', message: 'Reconnecting... 1/1 (overload)' },
      thought('item_1', 'hm'),
      said('item_2', 'Done.'),
      done,
    ]);
    const thoughts = message.parts.filter(({ type }) => type === 'reasoning');
    expect(thoughts.map((part) => JSON.stringify(part).includes('retracted'))).toEqual([true, false]);
  });
});

describe('translateCodexExec', () => {
  it('infers steps from what follows a call', () => {
    const { message } = translate([
      ...begun,
      thought('item_0', 'Hm.'),
      said('item_1', 'Let me.'),
      ...ran('item_2'),
      said('item_3', 'Done.'),
      done,
    ]);
    expect(message.parts.map(({ type }) => type)).toEqual([
      'step-start',
      'reasoning',
      'text',
      'dynamic-tool',
      'step-start',
      'text',
    ]);
  });

  it('shows changes, searches and to-do lists', () => {
    const { calls, message } = translate([
      ...begun,
      started({ id: 'item_0', type: 'file_change', changes: [{ path: 'a', kind: 'add' }], status: 'in_progress' }),
      completed({ id: 'item_0', type: 'file_change', changes: [{ path: 'a', kind: 'add' }], status: 'completed' }),
      started({ id: 'ws_1', type: 'web_search', query: '' }),
      completed({ id: 'ws_1', type: 'web_search', query: 'post', action: { type: 'search' } }),
      started({ id: 'item_3', type: 'todo_list', items: [{ text: 'One', completed: false }] }),
      completed({ id: 'item_3', type: 'todo_list', items: [{ text: 'One', completed: true }] }),
      done,
    ]);
    expect(calls).toMatchObject([
      { toolName: 'apply_patch', input: { changes: [{ path: 'a', kind: 'add' }] }, state: 'output-available' },
      { toolName: 'web_search', input: { query: 'post' }, state: 'output-available' },
    ]);
    expect(message.parts).toContainEqual({
      type: 'data-todos',
      id: 'todos',
      data: { items: [{ text: 'One', status: 'completed' }] },
    });
  });

  it('shows the output of a command, if it ever comes', () => {
    const { chunks } = translate([
      ...begun,
      started(command('item_0')),
      { type: 'item.updated', item: command('item_0', { aggregated_output: 'line 1\n' }) },
      completed(command('item_0', { aggregated_output: 'line 1\n', exit_code: 0, status: 'completed' })),
      done,
    ]);
    expect(chunks).toContainEqual(expect.objectContaining({ preliminary: true, output: 'line 1\n' }));
  });

  it('reports item errors as notices', () => {
    const { chunks } = translate([
      ...begun,
      completed({ id: 'item_0', type: 'error', message: 'Model metadata not found.' }),
      done,
    ]);
    expect(chunks).toContainEqual({
      type: 'data-notice',
      data: { code: 'warning', text: 'Model metadata not found.' },
      transient: true,
    });
  });

  it('counts and reports unknown events', () => {
    const { state, message } = translate([
      ...begun,
      { type: 'brand.new' },
      { type: 'item.started' },
      { type: 'thread.started' },
      completed({ id: 'item_0', type: 'hologram' }),
      done,
    ]);
    expect(state.ignored).toEqual({ 'brand.new': 1, 'item/hologram': 1 });
    expect(message.parts).toMatchObject([{ type: 'data-notice', data: { code: 'not_understood' } }]);
  });

  it('accepts approvals as every adapter does', () => {
    const asked = {
      type: 'posthouse.approval-requested',
      approvalId: 'a',
      toolCallId: 'c',
      toolName: 'shell',
      input: {},
    } as const;
    const state = codex.start({ messageId: 'm', generateId: () => 'id', now: () => 0 });
    expect(codex.translate(asked, state).chunks).toContainEqual({
      type: 'tool-approval-request',
      approvalId: 'a',
      toolCallId: 'c',
    });
  });

  it('returns whole items as messages', () => {
    expect(codex.adaptMessage(said('item_0', 'Hello.'))).toEqual({
      id: 'message/item_0',
      role: 'assistant',
      parts: [{ type: 'text', text: 'Hello.', state: 'done' }],
    });
    expect(codex.adaptMessage(done)).toBeUndefined();
    expect(codex.adaptMessage(started(command('item_0')))).toBeUndefined();
  });
});
