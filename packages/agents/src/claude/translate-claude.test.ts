import { describe, expect, it } from 'vitest';
import {
  assistant,
  blockStart,
  blockStop,
  called,
  init,
  inputDelta,
  messageStart,
  messageStop,
  raw,
  result,
  said,
  system,
  text,
  thinking,
  thinkingDelta,
  toolFailure,
  toolResult,
  toolUse,
  translate,
  typesOf,
  user,
} from './__fixtures__/claude-events.ts';
import type { ClaudeEvent } from './claude-event.ts';

describe('translateClaude', () => {
  it('begins at the first init, with what is known', () => {
    const { chunks, state } = translate([init, system('status', { status: 'requesting' })]);
    expect(chunks[0]).toEqual({
      type: 'start',
      messageId: 'message-1',
      messageMetadata: { agent: 'claude', agentSessionId: 'session-1', model: 'claude-x' },
    });
    expect(state.agentSessionId).toBe('session-1');
  });

  it('a later init does not begin a message again, and reports what has changed', () => {
    const { chunks } = translate([init, init, { ...init, model: 'claude-y' }]);
    expect(chunks.filter(({ type }) => type === 'start')).toHaveLength(1);
    expect(chunks[1]).toEqual({ type: 'message-metadata', messageMetadata: { model: 'claude-y' } });
  });

  it('makes a step of each message of the model', () => {
    const { chunks } = translate([
      init,
      messageStart('m1'),
      ...called('m1', 0, 'c1'),
      messageStop(),
      toolResult('c1'),
      messageStart('m2'),
      ...said('m2', 0, 'Done.'),
      messageStop(),
      result(),
    ]);
    expect(typesOf(chunks)).toEqual([
      'start',
      'start-step',
      'tool-input-start',
      'tool-input-delta',
      'tool-input-available',
      'tool-output-available',
      'finish-step',
      'start-step',
      'text-start',
      'text-delta',
      'text-delta',
      'text-end',
      'finish-step',
      'finish',
    ]);
  });

  it('names parts by their message and block', () => {
    const { chunks } = translate([init, messageStart('m1'), ...said('m1', 0, 'Hello.'), messageStop(), result()]);
    expect(chunks.filter((chunk) => 'id' in chunk).map((chunk) => ('id' in chunk ? chunk.id : ''))).toEqual(
      Array.from({ length: 4 }, () => 'm1:0'),
    );
  });

  it('shows thinking as reasoning, without signatures', () => {
    const { message } = translate([
      init,
      messageStart('m1'),
      blockStart(0, thinking('')),
      thinkingDelta(0, 'Hm'),
      thinkingDelta(0, 'm.'),
      raw({ type: 'content_block_delta', index: 0, delta: { type: 'signature_delta' } }),
      assistant('m1', thinking('Hmm.')),
      blockStop(0),
      messageStop(),
      result(),
    ]);
    expect(message.parts).toEqual([
      { type: 'step-start' },
      expect.objectContaining({ type: 'reasoning', text: 'Hmm.', state: 'done' }),
    ]);
  });

  it('opens nothing for blocks without content', () => {
    const { message } = translate([
      init,
      messageStart('m1'),
      blockStart(0, text('')),
      assistant('m1', text('')),
      blockStop(0),
      blockStart(1, thinking('')),
      assistant('m1', thinking('')),
      blockStop(1),
      blockStart(2, { type: 'redacted_thinking' }),
      assistant('m1', { type: 'redacted_thinking' }),
      blockStop(2),
      messageStop(),
      result(),
    ]);
    expect(message.parts).toEqual([{ type: 'step-start' }]);
  });

  it('reads the input of a call from the whole block, not from its pieces', () => {
    const { calls } = translate([
      init,
      messageStart('m1'),
      blockStart(0, { type: 'tool_use', id: 'c1', name: 'Bash', input: {} }),
      inputDelta(0, '{"command":"l'),
      assistant('m1', toolUse('c1', 'Bash', { command: 'ls -l' })),
      inputDelta(0, 'late'),
      blockStop(0),
      messageStop(),
      toolResult('c1', 'ok', { tool_use_result: { stdout: 'ok', code: 0 } }),
      result(),
    ]);
    expect(calls).toEqual([
      expect.objectContaining({
        toolName: 'Bash',
        input: { command: 'ls -l' },
        state: 'output-available',
        output: { stdout: 'ok', code: 0 },
      }),
    ]);
  });

  it.each(['server_tool_use', 'mcp_tool_use'])('shows a %s as a call', (type) => {
    const { calls } = translate([
      init,
      assistant('m1', { type, id: 'c1', name: 'web_search', input: { query: 'post' } }),
      assistant('m1', { type: 'web_search_tool_result', tool_use_id: 'c1', content: [{ url: 'https://a.test' }] }),
      result(),
    ]);
    expect(calls).toEqual([
      expect.objectContaining({ state: 'output-available', output: [{ url: 'https://a.test' }] }),
    ]);
  });

  it('shows errors of calls as text', () => {
    const { calls } = translate([
      init,
      assistant('m1', toolUse('c1')),
      assistant('m1', toolUse('c2')),
      toolFailure('c1', 'No such file.'),
      toolFailure('c2', [
        { type: 'text', text: 'one' },
        { type: 'text', text: 'two' },
      ]),
      result(),
    ]);
    expect(calls.map(({ errorText }) => errorText)).toEqual(['No such file.', 'one\ntwo']);
  });

  it('hides what Claude says to itself in the name of the user', () => {
    const { message } = translate([
      init,
      user('Hello.'),
      user([text('Your response above was cut off mid-stream.')], { isSynthetic: true }),
      user([text('[Request interrupted by user]')]),
      result(),
    ]);
    expect(message.parts).toEqual([{ type: 'step-start' }]);
  });

  it('reports usage, cost and the context windows of the models', () => {
    const { message } = translate([
      init,
      result({
        usage: {
          input_tokens: 7,
          output_tokens: 3,
          cache_read_input_tokens: 2,
          cache_creation_input_tokens: 1,
          output_tokens_details: { thinking_tokens: 2 },
        },
        modelUsage: { a: { inputTokens: 70, outputTokens: 30, contextWindow: 200_000 }, b: { contextWindow: 100 } },
      }),
    ]);
    expect(message.metadata).toEqual({
      agent: 'claude',
      agentSessionId: 'session-1',
      model: 'claude-x',
      usage: { inputTokens: 7, outputTokens: 3, cacheReadTokens: 2, cacheWriteTokens: 1, reasoningTokens: 2 },
      cost: 0.01,
      totals: { cost: 0.01, usage: { inputTokens: 70, outputTokens: 30, cacheReadTokens: 0, cacheWriteTokens: 0 } },
      contextWindow: 200_000,
    });
  });

  it.each([
    ['end_turn', 'stop'],
    ['stop_sequence', 'stop'],
    ['max_tokens', 'length'],
    ['refusal', 'content-filter'],
    [null, 'stop'],
  ])('finishes %s as %s', (stopReason, finishReason) => {
    expect(translate([init, result({ stop_reason: stopReason })]).chunks.at(-1)).toMatchObject({ finishReason });
  });

  it('takes the outcome from the message when the result does not tell it', () => {
    const delta = raw({ type: 'message_delta', delta: { stop_reason: 'max_tokens' } });
    const { chunks } = translate([init, messageStart('m1'), delta, messageStop(), result({ stop_reason: null })]);
    expect(chunks.at(-1)).toMatchObject({ finishReason: 'length' });
  });

  it('finishes as other without a result', () => {
    expect(translate([init]).chunks.at(-1)).toMatchObject({ type: 'finish', finishReason: 'other' });
  });

  it.each([
    ['api_retry', { attempt: 1, max_retries: 2, error_status: 429 }, 'retry', /status 429.*attempt 1 of 2/],
    ['api_retry', { attempt: 1, max_retries: 2, error_status: null, error: 'unknown' }, 'retry', /unknown/],
    ['status', { status: 'compacting' }, 'compacting', /summar/],
    ['compact_boundary', {}, 'compacted', /summary/],
    ['informational', { content: 'Look here.' }, 'information', /Look here/],
    ['model_refusal_no_fallback', {}, 'refusal', /refused/],
  ])('reports %s %j as a notice', (subtype, fields, code, words) => {
    const { chunks, message } = translate([init, system(subtype, fields), result()]);
    expect(chunks[1]).toMatchObject({ type: 'data-notice', transient: true, data: { code } });
    expect(JSON.stringify(chunks[1])).toMatch(words);
    expect(message.parts).toEqual([{ type: 'step-start' }]);
  });

  it('reports rate limits as a notice', () => {
    const { chunks } = translate([
      init,
      { type: 'rate_limit_event', rate_limit_info: { status: 'rejected' } },
      result(),
    ]);
    expect(chunks[1]).toMatchObject({
      type: 'data-notice',
      data: { code: 'rate-limit', text: expect.stringMatching(/rejected/) as string },
    });
  });

  it('counts and reports unknown events', () => {
    const unknown = [
      { type: 'brand_new', session_id: 's' },
      { type: 'brand_new' },
      system('brand_new'),
      raw({ type: 'brand_new' }),
    ] as unknown as ClaudeEvent[];
    const { message, state } = translate([
      init,
      messageStart('m1'),
      ...unknown,
      blockStart(0, { type: 'hologram' }),
      assistant('m1', { type: 'hologram' }),
      messageStop(),
      result(),
    ]);
    expect(state.ignored).toEqual({
      brand_new: 2,
      'system/brand_new': 1,
      'stream_event/brand_new': 1,
      'block/hologram': 2,
    });
    expect(message.parts.filter(({ type }) => type !== 'step-start')).toMatchObject([
      { type: 'data-notice', data: { code: 'not_understood', events: state.ignored } },
    ]);
  });

  it.each(['command_lifecycle', 'tool_progress', 'tool_use_summary', 'prompt_suggestion'])(
    'translateClaude ignores %s',
    (type) => {
      const { chunks, state } = translate([init, { type } as ClaudeEvent, system('thinking_tokens'), result()]);
      expect(typesOf(chunks)).toEqual(['start', 'start-step', 'finish-step', 'finish']);
      expect(state.ignored).toEqual({});
    },
  );

  it('drops and reports results of unknown calls', () => {
    const { chunks, state } = translate([init, toolResult('nobody'), result()]);
    expect(typesOf(chunks)).toEqual(['start', 'data-notice', 'finish']);
    expect(state.ignored).toEqual({ 'unknown-call': 1 });
  });

  it('lets the last result of a call win', () => {
    const { calls } = translate([
      init,
      assistant('m1', toolUse('c1')),
      toolResult('c1', 'a'),
      toolResult('c1', 'b'),
      result(),
    ]);
    expect(calls).toEqual([expect.objectContaining({ output: 'b' })]);
  });
});

describe('translateClaude with whole messages only', () => {
  it('writes texts, reasoning and calls at once, a step per message', () => {
    const { chunks, text: shown } = translate([
      init,
      assistant('m1', thinking('Hm.')),
      assistant('m1', text('Let me.')),
      assistant('m1', toolUse('c1')),
      toolResult('c1'),
      assistant('m2', text('Done.')),
      result(),
    ]);
    expect(shown).toBe('Let me.|Done.');
    expect(typesOf(chunks)).toEqual([
      'start',
      'start-step',
      'reasoning-start',
      'reasoning-delta',
      'reasoning-end',
      'text-start',
      'text-delta',
      'text-end',
      'tool-input-available',
      'tool-output-available',
      'finish-step',
      'start-step',
      'text-start',
      'text-delta',
      'text-end',
      'finish-step',
      'finish',
    ]);
  });

  it('accepts messages without an id or without content', () => {
    const { message } = translate([
      init,
      { type: 'assistant', message: {} },
      assistant('m', text('Hi.'), { message: { content: [text('Hi.')] } }),
      result(),
    ]);
    expect(message.parts).toContainEqual(expect.objectContaining({ type: 'text', text: 'Hi.' }));
  });
});
