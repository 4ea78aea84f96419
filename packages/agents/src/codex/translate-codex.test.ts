import { describe, expect, it } from 'vitest';
import { translateAll } from '../__fixtures__/translate-all.ts';
import type { HostEvent } from '../host-event.ts';
import {
  begun,
  commandItem,
  completed,
  event,
  messageItem,
  ran,
  reasoningItem,
  said,
  started,
  threadStarted,
  turnCompleted,
  turnStarted,
  used,
  usedOne,
} from './__fixtures__/codex-events.ts';
import { createCodexAdapter } from './codex-adapter.ts';
import type { CodexEvent, CodexItem } from './codex-event.ts';

const codex = createCodexAdapter();
const translate = (events: (CodexEvent | HostEvent)[], options: Parameters<typeof translateAll>[2] = {}) =>
  translateAll(codex, events, options);
const typesOf = (chunks: readonly { type: string }[]): string[] => chunks.map(({ type }) => type);
const dataOf = (message: { parts: readonly { type: string }[] }, type: string): unknown[] =>
  message.parts.flatMap((part) => (part.type === type && 'data' in part ? [part.data] : []));

describe('translateCodex', () => {
  it('a message begins with the thread, with what is known', () => {
    const { chunks, state } = translate([threadStarted, turnStarted, turnCompleted()]);
    expect(chunks[0]).toMatchObject({
      type: 'start',
      messageMetadata: { agent: 'codex', agentSessionId: 'thread-1', model: 'gpt-x' },
    });
    expect(state.agentSessionId).toBe('thread-1');
  });

  it('a message begins with the turn when the thread was resumed', () => {
    const { chunks, state } = translate([turnStarted, ...said('a', 'Hi.'), turnCompleted()]);
    expect(typesOf(chunks)[0]).toBe('start');
    expect(state.agentSessionId).toBe('thread-1');
  });

  it('streams texts and reasoning, each part of the reasoning as its own', () => {
    const { chunks, text } = translate([
      ...begun,
      started({ type: 'reasoning', id: 'r' }),
      event('item/reasoning/summaryPartAdded', { itemId: 'r', summaryIndex: 0 }),
      event('item/reasoning/summaryTextDelta', { itemId: 'r', summaryIndex: 0, delta: 'One.' }),
      event('item/reasoning/summaryTextDelta', { itemId: 'r', summaryIndex: 1, delta: 'Two.' }),
      event('item/reasoning/textDelta', { itemId: 'r', contentIndex: 0, delta: 'Raw.' }),
      completed({ type: 'reasoning', id: 'r', summary: ['One.', 'Two.'], content: ['Raw.'] }),
      ...said('a', 'Hello.'),
      usedOne,
      turnCompleted(),
    ]);
    expect(text).toBe('Hello.');
    expect(chunks.flatMap((chunk) => (chunk.type === 'reasoning-delta' ? [[chunk.id, chunk.delta]] : []))).toEqual([
      ['r:0', 'One.'],
      ['r:1', 'Two.'],
      ['r:content-0', 'Raw.'],
    ]);
  });

  it('adds what the pieces lacked, and accepts texts that come at once', () => {
    const { text } = translate([
      ...begun,
      event('item/agentMessage/delta', { itemId: 'a', delta: 'The begin' }),
      completed(messageItem('a', 'The beginning.')),
      completed(messageItem('b', 'At once.')),
      turnCompleted(),
    ]);
    expect(text).toBe('The beginning.|At once.');
  });

  it('makes a step of each answer of the model', () => {
    const { chunks } = translate([
      ...begun,
      ...said('a', 'Let me.'),
      ...ran('c1'),
      usedOne,
      ...ran('c2'),
      usedOne,
      ...said('b', 'Done.'),
      usedOne,
      turnCompleted(),
    ]);
    expect(typesOf(chunks).filter((type) => !type.startsWith('text-'))).toEqual([
      'start',
      'start-step',
      'tool-input-available',
      'tool-output-available',
      'finish-step',
      'start-step',
      'tool-input-available',
      'tool-output-available',
      'finish-step',
      'start-step',
      'finish-step',
      'finish',
    ]);
  });

  it('shows the output of a command while it runs, and then all of it', () => {
    const { chunks, calls } = translate([
      ...begun,
      started(commandItem('c1')),
      event('item/commandExecution/outputDelta', { itemId: 'c1', delta: 'line 1\n' }),
      event('item/commandExecution/outputDelta', { itemId: 'c1', delta: 'line 2\n' }),
      completed(commandItem('c1', { status: 'completed', aggregatedOutput: 'line 1\nline 2\n', exitCode: 0 })),
      turnCompleted(),
    ]);
    const outputs = chunks.flatMap((chunk) => (chunk.type === 'tool-output-available' ? [chunk] : []));
    expect(outputs.map(({ output, preliminary }) => [output, preliminary])).toEqual([
      ['line 1\n', true],
      ['line 1\nline 2\n', true],
      [{ exitCode: 0, output: 'line 1\nline 2\n' }, undefined],
    ]);
    expect(calls).toMatchObject([{ toolName: 'shell', input: { command: 'ls', cwd: '/workspace' } }]);
  });

  const ok = { status: 'completed' };
  it.each<[string, CodexItem, object]>([
    [
      'a failed command',
      commandItem('c', { status: 'failed', exitCode: 3, aggregatedOutput: 'oh' }),
      { errorText: 'Exit code 3\noh' },
    ],
    [
      'a command that never began',
      commandItem('c', { status: 'failed', exitCode: null, aggregatedOutput: null }),
      { errorText: 'Exit code unknown' },
    ],
    ['a refused command', commandItem('c', { status: 'declined' }), { errorText: 'This was not allowed.' }],
    [
      'a change',
      { type: 'fileChange', id: 'c', changes: [{ path: 'a' }], ...ok },
      { toolName: 'apply_patch', input: { changes: [{ path: 'a' }] }, output: ok },
    ],
    [
      'a failed change',
      { type: 'fileChange', id: 'c', status: 'failed' },
      { errorText: 'The change could not be made.' },
    ],
    [
      'an MCP call',
      {
        type: 'mcpToolCall',
        id: 'c',
        server: 'calc',
        tool: 'add',
        arguments: { a: 1 },
        result: { content: [], structuredContent: { sum: 3 } },
        ...ok,
      },
      { toolName: 'mcp__calc__add', input: { a: 1 }, output: { sum: 3 } },
    ],
    [
      'an MCP call with content',
      { type: 'mcpToolCall', id: 'c', result: { content: ['x'], structuredContent: null }, ...ok },
      { output: ['x'] },
    ],
    [
      'a failed MCP call',
      { type: 'mcpToolCall', id: 'c', status: 'failed', error: { message: 'No.' } },
      { errorText: 'No.' },
    ],
    [
      'an MCP call that says why in its content',
      { type: 'mcpToolCall', id: 'c', status: 'failed', error: null, result: { content: [{ text: 'Why.' }] } },
      { errorText: 'Why.' },
    ],
    [
      'a call of a tool of the host',
      { type: 'dynamicToolCall', id: 'c', namespace: 'n', tool: 't', arguments: { a: 1 }, contentItems: ['x'], ...ok },
      { toolName: 'n__t', output: ['x'] },
    ],
    [
      'a failed call of a tool of the host',
      { type: 'dynamicToolCall', id: 'c', tool: 't', success: false },
      { toolName: 't', errorText: 'The call failed.' },
    ],
    [
      'a search',
      { type: 'webSearch', id: 'c', query: 'post', results: [{ url: 'u' }] },
      { toolName: 'web_search', input: { query: 'post' }, output: [{ url: 'u' }] },
    ],
    [
      'a look at an image',
      { type: 'imageView', id: 'c', path: 'a.png' },
      { toolName: 'view_image', input: { path: 'a.png' }, output: null },
    ],
    [
      'an image',
      { type: 'imageGeneration', id: 'c', revisedPrompt: 'a post', savedPath: 'a.png' },
      { toolName: 'image_generation', output: { path: 'a.png' } },
    ],
    ['no image', { type: 'imageGeneration', id: 'c', failure: 'No ink.' }, { errorText: 'No ink.' }],
    [
      'a call that reaches no agent',
      { type: 'collabAgentToolCall', id: 'c', tool: 'wait', status: 'failed' },
      { errorText: 'The agent could not be reached.' },
    ],
  ])('translateCodex shows %s', (_name, item, expected) => {
    const { calls } = translate([
      ...begun,
      started({ ...item, status: 'inProgress' }),
      completed(item),
      turnCompleted(),
    ]);
    expect(calls).toEqual([expect.objectContaining(expected)]);
  });

  it('takes the search query from the end of the item', () => {
    const { calls } = translate([
      ...begun,
      started({ type: 'webSearch', id: 'c', query: '' }),
      completed({ type: 'webSearch', id: 'c', query: 'post', action: { type: 'search' }, results: null }),
      turnCompleted(),
    ]);
    expect(calls).toMatchObject([{ input: { query: 'post', action: { type: 'search' } }, output: { query: 'post' } }]);
  });

  it('shows plans as data', () => {
    const { message } = translate([
      ...begun,
      event('turn/plan/updated', { plan: [{ step: 'One', status: 'pending' }] }),
      event('turn/plan/updated', { plan: [{ step: 'One', status: 'completed' }] }),
      completed({ type: 'plan', id: 'p', text: 'First, one.' }),
      turnCompleted(),
    ]);
    expect(dataOf(message, 'data-todos')).toEqual([{ items: [{ text: 'One', status: 'completed' }] }]);
    expect(dataOf(message, 'data-plan')).toEqual([{ text: 'First, one.' }]);
  });

  it.each([
    [event('warning', { message: 'Careful.' }), 'warning'],
    [event('model/rerouted', { fromModel: 'a', toModel: 'b' }), 'fallback'],
    [completed({ type: 'contextCompaction', id: 'x' }), 'compacted'],
  ])('reports %j as a notice', (notice, code) => {
    const { chunks } = translate([...begun, notice, turnCompleted()]);
    expect(chunks[1]).toMatchObject({ type: 'data-notice', transient: true, data: { code } });
  });

  it('counts and reports unknown events', () => {
    const { chunks, state, message } = translate([
      ...begun,
      event('brand/new'),
      completed({ type: 'hologram', id: 'h' }),
      started({ type: 'hologram', id: 'h' }),
      { method: 'brand/new' } as CodexEvent,
      event('item/started'),
      turnCompleted(),
    ]);
    expect(state.ignored).toEqual({ 'brand/new': 2, 'item/hologram': 1 });
    expect(typesOf(chunks).filter((type) => type !== 'data-notice')).toEqual(['start', 'finish']);
    expect(message.parts).toMatchObject([{ type: 'data-notice', data: { code: 'not_understood' } }]);
  });

  it.each([
    'thread/status/changed',
    'account/rateLimits/updated',
    'configWarning',
    'skills/changed',
    'serverRequest/resolved',
  ])('translateCodex ignores %s', (method) => {
    expect(translate([...begun, event(method), turnCompleted()]).state.ignored).toEqual({});
  });

  it('drops output of unknown commands', () => {
    const stray = event('item/commandExecution/outputDelta', { itemId: 'nobody', delta: 'x' });
    expect(typesOf(translate([...begun, stray, turnCompleted()]).chunks)).toEqual(['start', 'data-notice', 'finish']);
  });
});

describe('the outcome of a Codex run', () => {
  it('the outcome is complete after a turn', () => {
    expect(translate([...begun, turnCompleted()]).chunks.at(-1)).toMatchObject({
      type: 'finish',
      finishReason: 'stop',
    });
  });

  it('the outcome is other when the turn has no end', () => {
    expect(translate(begun).chunks.at(-1)).toMatchObject({ finishReason: 'other' });
  });

  it('the outcome is stopped when the turn was interrupted, or when we stopped it', () => {
    for (const { chunks } of [
      translate([...begun, turnCompleted('interrupted')]),
      translate(begun, { end: { outcome: 'stopped' } }),
    ]) {
      expect(typesOf(chunks).slice(-2)).toEqual(['abort', 'finish']);
    }
  });

  it('a failed run reports its error once and in words', () => {
    const text = JSON.stringify({ type: 'error', error: { message: 'scripted bad request' } });
    const error = event('error', { error: { message: text }, willRetry: false });
    const { chunks } = translate([...begun, error, turnCompleted('failed', text)]);
    expect(chunks.filter(({ type }) => type === 'error')).toEqual([
      { type: 'error', errorText: 'scripted bad request' },
    ]);
    expect(translate([...begun, error, turnCompleted('failed')]).chunks).toContainEqual({
      type: 'error',
      errorText: 'scripted bad request',
    });
  });

  it('an error has a text even where Codex gives none', () => {
    expect(translate([...begun, turnCompleted('failed')]).chunks).toContainEqual({
      type: 'error',
      errorText: 'Codex failed without saying why.',
    });
  });

  it('the outcome is length when the model was cut off', () => {
    const cut = turnCompleted('failed', 'Incomplete response returned, reason: max_output_tokens');
    const { chunks, text } = translate([...begun, ...said('a', 'Too lo'), cut]);
    expect(text).toBe('Too lo');
    expect(chunks.at(-1)).toMatchObject({ finishReason: 'length' });
    expect(typesOf(chunks)).not.toContain('error');
  });
});

describe('usage of a Codex run', () => {
  it('usage is counted over the conversation, and reported for the run', () => {
    const { message } = translate([
      ...begun,
      used({ inputTokens: 120, cachedInputTokens: 20, outputTokens: 30, reasoningOutputTokens: 5 }),
      used({ inputTokens: 240, cachedInputTokens: 40, outputTokens: 60, reasoningOutputTokens: 10 }),
      turnCompleted(),
    ]);
    const usage = { inputTokens: 240, outputTokens: 60, cacheReadTokens: 40, reasoningTokens: 10 };
    expect(message.metadata).toMatchObject({ usage, totals: { usage } });
  });

  it('usage starts where a resumed conversation was', () => {
    const { message } = translate([
      used({ inputTokens: 100, outputTokens: 10 }),
      turnStarted,
      used({ inputTokens: 150, outputTokens: 15 }),
      turnCompleted(),
    ]);
    expect(message.metadata).toMatchObject({
      usage: { inputTokens: 50, outputTokens: 5 },
      totals: { usage: { inputTokens: 150, outputTokens: 15 } },
    });
  });

  it('usage starts where the last message left it, if nothing else is known', () => {
    const totals = { usage: { inputTokens: 100, outputTokens: 10 } };
    const { message } = translate([...begun, used({ inputTokens: 240, outputTokens: 20 }), turnCompleted()], {
      totals,
    });
    expect(message.metadata).toMatchObject({ usage: { inputTokens: 140, outputTokens: 10 } });
  });
});

describe('retries of Codex', () => {
  const retry = event('error', {
    error: { message: 'Reconnecting... 1/1', additionalDetails: 'stream disconnected' },
    willRetry: true,
  });

  it('retries are notices, and retract what was said before them, including complete reasoning', () => {
    const { text, message, chunks } = translate([
      ...begun,
      completed(reasoningItem('r1', 'hm')),
      event('item/agentMessage/delta', { itemId: 'a', delta: 'Half an' }),
      retry,
      completed(reasoningItem('r2', 'hm')),
      ...said('b', 'A whole answer.'),
      usedOne,
      turnCompleted(),
    ]);
    expect(text).toBe('A whole answer.');
    const retracted = message.parts.filter((part) => JSON.stringify(part).includes('retracted'));
    expect(retracted.map((part) => part.type)).toEqual(['reasoning', 'text']);
    expect(typesOf(chunks)).not.toContain('error');
    expect(chunks).toContainEqual({
      type: 'data-notice',
      data: { code: 'retry', text: 'Reconnecting... 1/1 (stream disconnected)' },
      transient: true,
    });
  });

  it('a retry keeps what led to a call', () => {
    const { text } = translate([
      ...begun,
      ...said('a', 'Let me.'),
      ...ran('c1'),
      usedOne,
      retry,
      ...said('b', 'Done.'),
      usedOne,
      turnCompleted(),
    ]);
    expect(text).toBe('Let me.|Done.');
  });
});
