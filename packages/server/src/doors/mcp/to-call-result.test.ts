import { type LogEntry, PosthouseError } from '@posthouse/protocol';
import { Ajv } from 'ajv';
import { describe, expect, test } from 'vitest';
import { clerks } from '../../__fixtures__/clerks.ts';
import { type CallOutcome, toCallResult, toErrorResult } from './to-call-result.ts';
import { toTool } from './to-tool.ts';

const entry = (fact: object): CallOutcome =>
  ({ run: 1, seq: 1, at: '2026-03-01T08:30:00.000Z', ...fact }) as unknown as LogEntry as CallOutcome;
const results = {
  complete: toCallResult('t', entry({ type: 'run-ended', outcome: 'complete', text: 'It is 21.' })),
  failed: toCallResult('t', entry({ type: 'run-ended', outcome: 'error', text: 'no', code: 'model_failed' })),
  cancelled: toCallResult('t', entry({ type: 'run-ended', outcome: 'cancelled', text: 'stopped', code: 'cancelled' })),
  paused: toCallResult('t', entry({ type: 'paused', calls: [{ callId: 'c', tool: 'ask', input: { q: 'ok?' } }] })),
  refused: toErrorResult(new PosthouseError({ code: 'invalid_input', message: 'no' }), 't'),
  unexpected: toErrorResult(new Error('disk on fire')),
};

describe('a result', () => {
  const { outputSchema, inputSchema } = toTool('desk', clerks());

  test.each(Object.entries(results))('of a call that was %s has the shape that was announced', (_, result) => {
    const validate = new Ajv({ strict: true }).compile(outputSchema!);
    expect([validate(result.structuredContent), validate.errors]).toEqual([true, null]);
    expect(result.content).toEqual([{ type: 'text', text: result.structuredContent!.response }]);
  });

  test('says which of them are errors, and nothing of what nobody expected', () => {
    const errors = Object.entries(results).filter(([, { isError }]) => isError === true);
    expect(errors.map(([name]) => name)).toEqual(['failed', 'cancelled', 'refused', 'unexpected']);
    expect(JSON.stringify(results.unexpected)).not.toContain('fire');
    expect(results.unexpected.structuredContent).toMatchObject({ code: 'internal' });
  });

  test('of a pause tells how to go on', () => {
    const { content, structuredContent } = results.paused;
    expect(structuredContent).toMatchObject({ open_calls: [{ call_id: 'c', tool: 'ask', input: { q: 'ok?' } }] });
    expect(JSON.stringify(content)).toContain('tool_results');
  });

  test('can be answered with arguments that the tool takes', () => {
    const validate = new Ajv({ strict: true }).compile(inputSchema);
    expect(validate({ task_id: 't', tool_results: [{ call_id: 'c', content: 'yes' }] })).toBe(true);
    expect(validate({ message: 'hello' })).toBe(true);
    expect(validate({ message: 5 })).toBe(false);
  });
});

test('a swarm that does not describe itself is described by its name', () => {
  expect(toTool('desk', { ...clerks('desk'), description: '' }).description).toContain('Asks the swarm desk.');
});
