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
  result,
  said,
  system,
  text,
  textDelta,
  thinking,
  toolFailure,
  toolResult,
  toolUse,
  translate,
  typesOf,
  user,
} from './__fixtures__/claude-events.ts';
import type { ClaudeEvent } from './claude-event.ts';

describe('unexpected behaviour of Claude', () => {
  it('1: every block comes twice, in pieces and as a whole, before it is closed', () => {
    const { text: shown } = translate([
      init,
      messageStart('m1'),
      ...said('m1', 0, 'Only once.'),
      messageStop(),
      result(),
    ]);
    expect(shown).toBe('Only once.');
  });

  it('1: the pieces may lack the end', () => {
    const { text: shown } = translate([
      init,
      messageStart('m1'),
      blockStart(0, text('')),
      textDelta(0, 'The beginning'),
      assistant('m1', text('The beginning and the end.')),
      blockStop(0),
      messageStop(),
      result(),
    ]);
    expect(shown).toBe('The beginning and the end.');
  });

  it('2: the result of a call comes before the call is closed, which does not end the step', () => {
    const { chunks, text: shown } = translate([
      init,
      messageStart('m1'),
      blockStart(0, { type: 'tool_use', id: 'c1', name: 'no_such_tool', input: {} }),
      assistant('m1', toolUse('c1', 'no_such_tool')),
      toolFailure('c1', 'No such tool.'),
      blockStop(0),
      ...said('m1', 1, 'In the same step.'),
      messageStop(),
      result(),
    ]);
    expect(shown).toBe('In the same step.');
    expect(typesOf(chunks).filter((type) => type === 'start-step')).toHaveLength(1);
  });

  it('3: results of parallel calls come in the order in which they finish', () => {
    const { calls } = translate([
      init,
      messageStart('m1'),
      ...called('m1', 0, 'slow'),
      ...called('m1', 1, 'fast'),
      messageStop(),
      toolResult('fast', 'fast'),
      toolResult('slow', 'slow'),
      result(),
    ]);
    expect(calls.map(({ toolCallId, output }) => [toolCallId, output])).toEqual([
      ['slow', 'slow'],
      ['fast', 'fast'],
    ]);
  });

  it('3: several results may come in one message, where the structured form belongs to none', () => {
    const { calls } = translate([
      init,
      assistant('m1', toolUse('a')),
      assistant('m1', toolUse('b')),
      user(
        [
          { type: 'tool_result', tool_use_id: 'a', content: 'A' },
          { type: 'tool_result', tool_use_id: 'b', content: 'B' },
        ],
        { tool_use_result: { whose: 'unknown' } },
      ),
      result(),
    ]);
    expect(calls.map(({ output }) => output)).toEqual(['A', 'B']);
  });

  it('4: retries are notices, and the answer is an ordinary one', () => {
    const { chunks, text: shown } = translate([
      init,
      system('api_retry', { attempt: 1, max_retries: 1, error_status: 429 }),
      messageStart('m1'),
      ...said('m1', 0, 'Recovered.'),
      messageStop(),
      result(),
    ]);
    expect(shown).toBe('Recovered.');
    expect(typesOf(chunks)).not.toContain('error');
  });

  it('4: an error is a message of its own, and the result is called a success', () => {
    const { chunks, message } = translate([
      init,
      assistant('x', text('API Error: 500 on fire'), {
        message: { id: 'x', model: '<synthetic>', content: [text('API Error: 500 on fire')] },
        error: 'server_error',
      }),
      result({ subtype: 'success', is_error: true, terminal_reason: 'api_error' }),
    ]);
    expect(typesOf(chunks).slice(-3)).toEqual(['message-metadata', 'error', 'finish']);
    expect(chunks.at(-2)).toEqual({ type: 'error', errorText: 'API Error: 500 on fire' });
    expect(message.parts).toEqual([{ type: 'step-start' }]);
    expect(message.metadata).toMatchObject({ error: 'API Error: 500 on fire' });
  });

  it('4: an error without a message is reported by the result', () => {
    const errors = result({ subtype: 'error_during_execution', is_error: true, errors: ['One.', 'Two.'] });
    expect(translate([errors]).chunks).toContainEqual({ type: 'error', errorText: 'One.\nTwo.' });
    const silent = result({ subtype: 'error_during_execution', is_error: true });
    expect(translate([silent]).chunks).toContainEqual({
      type: 'error',
      errorText: 'Claude stopped: error during execution.',
    });
  });

  it('4: reaching a configured limit is an end, not an error', () => {
    const limit = result({
      subtype: 'error_max_turns',
      is_error: true,
      errors: ['Reached maximum number of turns (1)'],
    });
    const { chunks } = translate([
      init,
      messageStart('m1'),
      ...called('m1', 0, 'c1'),
      messageStop(),
      toolResult('c1'),
      limit,
    ]);
    expect(typesOf(chunks)).not.toContain('error');
    expect(chunks).toContainEqual(
      expect.objectContaining({
        type: 'data-notice',
        data: { code: 'limit', text: 'Reached maximum number of turns (1)' },
      }),
    );
    expect(chunks.at(-1)).toMatchObject({ type: 'finish', finishReason: 'length' });
  });

  it('5: an interrupted answer keeps what was complete, and the rest is retracted', () => {
    const { message, text: shown } = translate([
      init,
      messageStart('m1'),
      blockStart(0, thinking('')),
      assistant('m1', thinking('A whole thought.')),
      blockStop(0),
      blockStart(1, text('')),
      textDelta(1, 'Half an ans'),
      blockStop(1),
      messageStop(1),
      user([text('Your response above was cut off mid-stream. Resume…')], { isSynthetic: true }),
      messageStart('m2'),
      ...said('m2', 0, 'A whole answer.'),
      messageStop(),
      result(),
    ]);
    expect(shown).toBe('A whole answer.');
    expect(message.parts).toEqual([
      { type: 'step-start' },
      expect.objectContaining({ type: 'reasoning', text: 'A whole thought.' }),
      expect.objectContaining({
        type: 'text',
        text: 'Half an ans',
        state: 'done',
        providerMetadata: { posthouse: { part: 'm1:1', retracted: true } },
      }),
      { type: 'step-start' },
      expect.objectContaining({ type: 'text', text: 'A whole answer.' }),
    ]);
    expect(JSON.stringify(message.parts[1])).not.toContain('retracted');
  });

  it('5: an interrupted call was not made', () => {
    const { calls } = translate([
      init,
      messageStart('m1'),
      blockStart(0, { type: 'tool_use', id: 'c1', name: 'Bash', input: {} }),
      inputDelta(0, '{"comm'),
      blockStop(0),
      messageStop(0),
      result(),
    ]);
    expect(calls).toEqual([
      expect.objectContaining({ state: 'output-error', errorText: expect.stringMatching(/not made/) as string }),
    ]);
  });

  it('6: a dropped connection repeats the text up to three times, the last time at once and under another id', () => {
    const attempt = (id: string): ClaudeEvent[] => [
      messageStart(id),
      blockStart(0, text('')),
      textDelta(0, 'The same te'),
      blockStop(0),
      messageStop(0),
    ];
    const { message, text: shown } = translate([
      init,
      ...attempt('m1'),
      system('api_retry', { attempt: 1 }),
      ...attempt('m2'),
      assistant('m3', text('The same text.')),
      result(),
    ]);
    expect(shown).toBe('The same text.');
    expect(message.parts.filter((part) => part.type === 'text')).toHaveLength(3);
  });

  it('6: an answer that is unconfirmed when the next one begins does not count', () => {
    const { text: shown } = translate([
      init,
      messageStart('m1'),
      blockStart(0, text('')),
      textDelta(0, 'Discarded.'),
      messageStart('m2'),
      ...said('m2', 0, 'Kept.'),
      messageStop(),
      result(),
    ]);
    expect(shown).toBe('Kept.');
  });

  it('6: an answer that is requested again may have the same id', () => {
    const { text: shown, message } = translate([
      init,
      messageStart('m1'),
      blockStart(0, text('')),
      textDelta(0, 'Fir'),
      blockStop(0),
      messageStop(0),
      messageStart('m1'),
      ...said('m1', 0, 'Second.'),
      messageStop(),
      result(),
    ]);
    expect(shown).toBe('Second.');
    expect(
      new Set(
        message.parts.flatMap((part) => ('providerMetadata' in part ? [JSON.stringify(part.providerMetadata)] : [])),
      ).size,
    ).toBe(2);
  });

  it('7: an answer that is too long is continued, and ends as an error after several', () => {
    const { chunks, text: shown } = translate([
      init,
      messageStart('m1'),
      ...said('m1', 0, 'Cut'),
      messageStop(),
      user([text('Output token limit hit. Resume directly…')], { isSynthetic: true }),
      messageStart('m2'),
      ...said('m2', 0, 'off'),
      messageStop(),
      assistant('x', text('API Error: too long'), { error: 'max_output_tokens' }),
      result({ is_error: true, terminal_reason: 'api_error' }),
    ]);
    expect(shown).toBe('Cut|off');
    expect(chunks).toContainEqual({ type: 'error', errorText: 'API Error: too long' });
  });

  it('7: a message that replaces others retracts what they said', () => {
    const first = assistant('m1', text('I will not.'));
    const { text: shown, chunks } = translate([
      init,
      first,
      assistant('m2', text('I will.'), { supersedes: [first.uuid!, 'unknown'] }),
      result(),
    ]);
    expect(shown).toBe('I will.');
    expect(chunks).toContainEqual({ type: 'data-retracted', id: 'm1:0', data: { part: 'm1:0' } });
  });

  it('7: a fallback to another model retracts what the first one said', () => {
    const first = assistant('m1', text('I refu'));
    const fallback = system('model_refusal_fallback', {
      original_model: 'a',
      fallback_model: 'b',
      retracted_message_uuids: [first.uuid!],
    });
    const { text: shown, chunks } = translate([init, first, fallback, assistant('m2', text('Gladly.')), result()]);
    expect(shown).toBe('Gladly.');
    expect(chunks).toContainEqual(
      expect.objectContaining({ data: { code: 'fallback', text: 'a refused; b answers.' } }),
    );
  });

  it('10: an interrupt ends in an error result, which is a stop', () => {
    const aborted = result({ subtype: 'error_during_execution', is_error: true, terminal_reason: 'aborted_streaming' });
    const events = [
      init,
      messageStart('m1'),
      blockStart(0, text('')),
      textDelta(0, 'word word'),
      assistant('m1', text('word word wo'), { aborted: true }),
      user([text('[Request interrupted by user]')]),
      blockStop(0),
      messageStop(1),
      aborted,
    ];
    const { chunks, text: shown } = translate(events);
    expect(shown).toBe('word word wo');
    expect(typesOf(chunks).slice(-3)).toEqual(['finish-step', 'abort', 'finish']);
    expect(typesOf(chunks)).not.toContain('error');
  });

  it('10: our own stop wins over whatever came before it', () => {
    const { chunks, calls } = translate([init, messageStart('m1'), ...called('m1', 0, 'c1'), messageStop()], {
      end: { outcome: 'stopped' },
    });
    expect(calls).toEqual([
      expect.objectContaining({ state: 'output-error', errorText: expect.stringMatching(/^Interrupted/) as string }),
    ]);
    expect(typesOf(chunks).slice(-3)).toEqual(['finish-step', 'abort', 'finish']);
  });

  it('10: a process that breaks off is an error, and everything open is closed', () => {
    const { chunks, message } = translate([init, messageStart('m1'), blockStart(0, text('')), textDelta(0, 'Half')], {
      end: { outcome: 'failed', errorText: 'Claude stopped: exit code 1' },
    });
    expect(message.parts).toContainEqual(expect.objectContaining({ type: 'text', text: 'Half', state: 'done' }));
    expect(typesOf(chunks).slice(-5)).toEqual(['text-end', 'finish-step', 'message-metadata', 'error', 'finish']);
  });

  it('12: the cost only grows; the run gets the difference, the conversation the latest value', () => {
    const events = [init, result({ total_cost_usd: 0.05 }), init, result({ total_cost_usd: 0.07 })];
    const { message } = translate(events, { totals: { cost: 0.04 } });
    expect(message.metadata).toMatchObject({ totals: { cost: 0.07 }, usage: { inputTokens: 20, outputTokens: 10 } });
    expect(message.metadata?.['cost']).toBeCloseTo(0.03);
  });

  it('13: a structured answer is a hidden call and visible data', () => {
    const answer = { name: 'Ada' };
    const { calls, message } = translate([
      init,
      messageStart('m1'),
      ...called('m1', 0, 'c1', 'StructuredOutput', answer),
      messageStop(),
      toolResult('c1', 'Structured output provided successfully'),
      result({ structured_output: answer }),
    ]);
    expect(calls).toEqual([]);
    expect(message.parts).toContainEqual({ type: 'data-structured-output', id: 'structured-output', data: answer });
  });

  it('13: a structured answer also works without pieces', () => {
    const { calls } = translate([
      init,
      assistant('m1', toolUse('c1', 'StructuredOutput', {})),
      toolResult('c1'),
      result(),
    ]);
    expect(calls).toEqual([]);
  });
});
