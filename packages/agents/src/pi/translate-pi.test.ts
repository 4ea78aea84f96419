import { describe, expect, test } from 'vitest';
import { shownText } from '../__fixtures__/shown-text.ts';
import { translateEvents, typesOf } from '../__fixtures__/translate-events.ts';
import { assistant, begin, call, end, execution, result, text, update } from './__fixtures__/pi-events.ts';
import { createPiAdapter } from './pi-adapter.ts';

const pi = createPiAdapter();
const texts = (events: object[]): string => shownText(translateEvents(pi, events).message);

describe('translatePi', () => {
  test('starts with agent_start, and gives every message a step', () => {
    expect(typesOf(translateEvents(pi, [{ type: 'agent_start' }]).chunks)).toEqual([
      'start',
      'start-step',
      'finish-step',
      'finish',
    ]);
  });

  test('makes a message of the model a step, and names the model', () => {
    const { chunks, message } = translateEvents(pi, [begin, end([])]);
    expect(typesOf(chunks)).toContain('start-step');
    expect(message.metadata).toMatchObject({ agent: 'pi', model: 'scripted/parrot-1' });
  });

  test('streams texts and reasoning in pieces', () => {
    const { chunks } = translateEvents(pi, [
      begin,
      update('thinking_start', 0),
      update('thinking_delta', 0, { delta: 'Hm.' }),
      update('thinking_end', 0, { content: 'Hm.' }),
      ...text(1, 'Hel', 'lo'),
      end([
        { type: 'thinking', thinking: 'Hm.' },
        { type: 'text', text: 'Hello' },
      ]),
    ]);
    expect(typesOf(chunks).slice(2, -2)).toEqual([
      'reasoning-start',
      'reasoning-delta',
      'reasoning-end',
      'text-start',
      'text-delta',
      'text-delta',
      'text-end',
    ]);
  });

  test('shows a call as written, executed and done', () => {
    const { chunks, message } = translateEvents(pi, [
      begin,
      ...call(0, 'c1'),
      end([], { stopReason: 'toolUse' }),
      execution('start', 'c1'),
      execution('update', 'c1', { partialResult: result('half') }),
      execution('end', 'c1', { result: result('whole'), isError: false }),
      { type: 'turn_end', message: assistant([]), toolResults: [] },
    ]);
    expect(typesOf(chunks).slice(2)).toEqual([
      'tool-input-start',
      'tool-input-delta',
      'tool-input-available',
      'tool-output-available',
      'tool-output-available',
      'finish-step',
      'finish',
    ]);
    expect(message.parts.at(-1)).toMatchObject({
      toolName: 'bash',
      input: { command: 'ls' },
      output: result('whole'),
      providerExecuted: true,
    });
  });

  test('announces a call that is executed without having been written', () => {
    const { chunks } = translateEvents(pi, [begin, execution('start', 'c1')]);
    expect(chunks).toContainEqual(expect.objectContaining({ type: 'tool-input-available', input: { command: 'ls' } }));
  });

  test('results that follow as messages are not shown again', () => {
    const message = { role: 'toolResult', toolCallId: 'c1', content: [{ type: 'text', text: 'x' }] };
    const { chunks } = translateEvents(pi, [
      begin,
      execution('start', 'c1'),
      execution('end', 'c1', { result: result('x') }),
      { type: 'message_start', message },
      { type: 'message_end', message },
    ]);
    expect(typesOf(chunks).filter((type) => type === 'tool-output-available')).toHaveLength(1);
  });

  test("hides the user's first message, which is known, and shows later ones", () => {
    const user = (words: string): object[] => {
      const message = { role: 'user', content: [{ type: 'text', text: words }] };
      return [
        { type: 'message_start', message },
        { type: 'message_end', message },
      ];
    };
    const { message } = translateEvents(pi, [
      { type: 'agent_start' },
      ...user('Hello'),
      begin,
      end([]),
      ...user('Wait, no!'),
    ]);
    expect(message.parts.filter(({ type }) => type.startsWith('data-'))).toEqual([
      { type: 'data-user-message', data: { text: 'Wait, no!' } },
    ]);
  });

  test('adds up usage and cost over the messages of a run', () => {
    const usage = { input: 100, output: 10, cacheRead: 20, cacheWrite: 5, cost: { total: 0.25 } };
    const { message } = translateEvents(pi, [begin, end([], { usage }), begin, end([], { usage })]);
    expect(message.metadata).toMatchObject({
      usage: { inputTokens: 250, outputTokens: 20, cacheReadTokens: 40, cacheWriteTokens: 10 },
      cost: 0.5,
    });
  });

  test('marks a message that was cut off at its length', () => {
    const { chunks } = translateEvents(pi, [begin, end([], { stopReason: 'length' })]);
    expect(chunks.at(-1)).toMatchObject({ finishReason: 'length' });
  });
});

describe('unexpected behaviour of pi', () => {
  test('1: blocks that overlap, as with openai-completions, stay apart', () => {
    const events = [
      begin,
      update('thinking_start', 0),
      update('thinking_delta', 0, { delta: 'Hm' }),
      update('text_start', 1),
      update('text_delta', 1, { delta: 'Hello' }),
      ...call(2, 'c1').slice(0, 2),
      update('thinking_end', 0, { content: 'Hm' }),
      update('text_end', 1, { content: 'Hello' }),
      ...call(2, 'c1').slice(2),
      end([
        { type: 'thinking', thinking: 'Hm' },
        { type: 'text', text: 'Hello' },
      ]),
    ];
    const { message } = translateEvents(pi, events, { outcome: 'ended' });
    expect(message.parts).toMatchObject([
      { type: 'step-start' },
      { type: 'reasoning', text: 'Hm', state: 'done' },
      { type: 'text', text: 'Hello', state: 'done' },
      { type: 'dynamic-tool', toolCallId: 'c1' },
    ]);
  });

  test('1: the same place in two messages is two parts', () => {
    expect(texts([begin, ...text(0, 'One'), end([]), begin, ...text(0, 'Two'), end([])])).toBe('One|Two');
  });

  test('2: the message so far is ahead of its events, so only pieces are read from them', () => {
    const ahead = assistant([{ type: 'text', text: 'Hello, world' }], { stopReason: 'error' });
    const events = [
      begin,
      update('text_start', 0, { partial: ahead }),
      update('text_delta', 0, { delta: 'Hello', partial: ahead }),
      update('text_delta', 0, { delta: ', world', partial: ahead }),
      update('text_end', 0, { content: 'Hello, world', partial: ahead }),
      end([{ type: 'text', text: 'Hello, world' }]),
    ];
    const { chunks } = translateEvents(pi, events);
    const pieces = chunks.flatMap((chunk) => (chunk.type === 'text-delta' ? [chunk.delta] : []));
    expect(pieces).toEqual(['Hello', ', world']);
    expect(chunks.at(-1)).toMatchObject({ finishReason: 'stop' });
  });

  test('2: the name and the id of a call are there from its beginning', () => {
    const { chunks } = translateEvents(pi, [begin, ...call(3, 'c1', 'write').slice(0, 1)]);
    expect(chunks).toContainEqual(
      expect.objectContaining({ type: 'tool-input-start', toolCallId: 'c1', toolName: 'write' }),
    );
  });

  test('2: a call without an id yet waits for its end', () => {
    const events = [begin, update('toolcall_start', 0, { partial: assistant([{ type: 'toolCall', id: '' }]) })];
    expect(typesOf(translateEvents(pi, events).chunks)).not.toContain('tool-input-start');
    const { chunks } = translateEvents(pi, [...events, ...call(0, 'c1').slice(1)]);
    expect(typesOf(chunks)).toContain('tool-input-available');
    expect(typesOf(chunks)).not.toContain('tool-input-delta');
  });

  test('3: composite ids of openai-responses are one id', () => {
    const id = 'call_0011|fc_0010';
    const { message } = translateEvents(pi, [
      begin,
      ...call(0, id),
      execution('start', id),
      execution('end', id, { result: 'ok' }),
    ]);
    expect(message.parts.filter(({ type }) => type === 'dynamic-tool')).toMatchObject([
      { toolCallId: id, output: 'ok' },
    ]);
  });

  test('4: an error without the end of a text closes it, and the run has failed', () => {
    const events = [
      begin,
      update('text_start', 0),
      update('text_delta', 0, { delta: 'Half' }),
      end([{ type: 'text', text: 'Half' }], { stopReason: 'error', errorMessage: 'scripted mid-stream overload' }),
      { type: 'turn_end', message: assistant([]) },
      { type: 'agent_end', messages: [] },
    ];
    const { chunks, message } = translateEvents(pi, events);
    expect(message.parts.at(-1)).toMatchObject({ text: 'Half', state: 'done' });
    expect(chunks).toContainEqual({ type: 'error', errorText: 'scripted mid-stream overload' });
    expect(chunks.at(-1)).toMatchObject({ finishReason: 'error' });
  });

  test('4: a request that fails before anything was said is an error, too', () => {
    const message = assistant([], {
      stopReason: 'error',
      errorMessage: '401 {"error":{"message":"that key is not known"}}',
    });
    const { chunks } = translateEvents(pi, [
      { type: 'message_start', message },
      { type: 'message_end', message },
    ]);
    expect(chunks).toContainEqual({ type: 'error', errorText: '401 that key is not known' });
  });

  test('5: calls at the same time end in the order in which they are done', () => {
    const { message } = translateEvents(pi, [
      begin,
      ...call(0, 'slow'),
      ...call(1, 'fast'),
      end([]),
      execution('start', 'slow'),
      execution('start', 'fast'),
      execution('end', 'fast', { result: result('fast') }),
      execution('end', 'slow', { result: result('slow') }),
    ]);
    expect(message.parts.filter(({ type }) => type === 'dynamic-tool')).toMatchObject([
      { toolCallId: 'slow', output: result('slow') },
      { toolCallId: 'fast', output: result('fast') },
    ]);
  });

  test('6: unknown tools, bad input and blocked calls fail with the reason as text', () => {
    const { message } = translateEvents(pi, [
      begin,
      execution('start', 'c1'),
      execution('end', 'c1', { result: result('Tool no_such_tool not found'), isError: true }),
    ]);
    expect(message.parts.at(-1)).toMatchObject({ state: 'output-error', errorText: 'Tool no_such_tool not found' });
  });

  describe.each(['aborted', 'error'])('7: stopped in a tool, which a version calls "%s"', (stopReason) => {
    const events = [
      begin,
      ...call(0, 'c1'),
      end([], { stopReason: 'toolUse' }),
      execution('start', 'c1'),
      execution('end', 'c1', { result: result('aborted'), isError: true }),
      { type: 'turn_end', message: assistant([]) },
      { type: 'turn_start' },
      begin,
      end([], { stopReason, errorMessage: 'This operation was aborted' }),
    ];

    test('a run that we stopped in a tool ends as stopped', () => {
      const { chunks } = translateEvents(pi, events, { outcome: 'stopped' });
      expect(typesOf(chunks).slice(-2)).toEqual(['abort', 'finish']);
      expect(typesOf(chunks)).not.toContain('error');
    });
  });

  test('7: an abort by another client is a stop, too', () => {
    const { chunks } = translateEvents(pi, [begin, end([], { stopReason: 'aborted' })]);
    expect(typesOf(chunks).slice(-2)).toEqual(['abort', 'finish']);
  });

  test('8: an error before a retry that succeeds is forgotten', () => {
    const { chunks } = translateEvents(pi, [
      begin,
      end([], { stopReason: 'error', errorMessage: '500' }),
      begin,
      ...text(0, 'Better.'),
      end([{ type: 'text', text: 'Better.' }]),
    ]);
    expect(typesOf(chunks)).not.toContain('error');
  });

  test('texts that did not come in pieces are shown at the end of their message, and nothing twice', () => {
    expect(texts([begin, end([{ type: 'text', text: 'All at once.' }])])).toBe('All at once.');
    expect(texts([begin, ...text(0, 'Once'), end([{ type: 'text', text: 'Once' }])])).toBe('Once');
    expect(texts([begin, update('text_delta', 0, { delta: 'Hal' }), end([{ type: 'text', text: 'Half' }])])).toBe(
      'Half',
    );
  });

  test('reasoning that a provider has tidied up at its end is not shown again', () => {
    const { message } = translateEvents(pi, [
      begin,
      update('thinking_delta', 0, { delta: 'Hm.' }),
      update('thinking_delta', 0, { delta: '\n\n' }),
      update('thinking_end', 0, { content: 'Hm.' }),
      end([{ type: 'thinking', thinking: 'Hm.' }]),
    ]);
    expect(message.parts.filter(({ type }) => type === 'reasoning')).toHaveLength(1);
  });
});

describe('input that translatePi does not understand', () => {
  test('unknown events and updates are counted and reported', () => {
    const { state, message } = translateEvents(pi, [
      { type: 'queue_update' },
      begin,
      update('citation_start', 0),
      { type: 'queue_update' },
      { type: 'message_update', message: assistant([]) },
    ]);
    expect(state.ignored).toEqual({ queue_update: 2, 'message_update/citation_start': 1, 'message_update/none': 1 });
    expect(message.parts).toMatchObject([
      { type: 'data-notice', data: { code: 'not_understood', events: state.ignored } },
      { type: 'step-start' },
    ]);
  });

  test('results of unknown calls are dropped', () => {
    const { state, chunks } = translateEvents(pi, [
      begin,
      execution('end', 'nobody', { result: 'x' }),
      { type: 'tool_execution_end' },
    ]);
    expect(state.ignored).toEqual({ 'unknown-call': 1 });
    expect(typesOf(chunks)).not.toContain('tool-output-available');
  });

  test('ten megabytes from a tool are bounded', () => {
    const { chunks } = translateEvents(pi, [
      begin,
      execution('start', 'c1'),
      execution('update', 'c1', { partialResult: result('x'.repeat(10_000_000)) }),
      execution('end', 'c1', { result: result('x'.repeat(10_000_000)) }),
    ]);
    expect(JSON.stringify(chunks).length).toBeLessThan(1_200_000);
  });
});

describe('approvals in translatePi', () => {
  const asked = {
    type: 'posthouse.approval-requested',
    approvalId: 'c1',
    toolCallId: 'c1',
    toolName: 'bash',
    input: {},
  };
  const answered = { type: 'posthouse.approval-answered', approvalId: 'c1', toolCallId: 'c1', approved: false };

  test('approvals pause the run until they are answered, even while another call of the message waits', () => {
    const before = [begin, ...call(0, 'c1'), ...call(1, 'c2'), end([]), execution('start', 'c1'), asked];
    expect(translateEvents(pi, before).state.phase).toBe('paused');
    expect(translateEvents(pi, [...before, answered]).state.phase).toBe('open');
  });

  test('a refused approval ends the call with its reason', () => {
    const { message } = translateEvents(pi, [
      begin,
      ...call(0, 'c1'),
      end([]),
      execution('start', 'c1'),
      asked,
      answered,
      execution('end', 'c1', { result: result('Not today.'), isError: true }),
    ]);
    expect(message.parts.at(-1)).toMatchObject({ state: 'output-error', errorText: 'Not today.' });
  });
});
