import { PosthouseError } from '@posthouse/protocol';
import { Ajv } from 'ajv';
import { describe, expect, test } from 'vitest';
import { clerks } from '../../__fixtures__/clerks.ts';
import { toCallResult, toErrorResult } from './to-call-result.ts';
import { toTool } from './to-tool.ts';

const call = {
  id: 'lead/1/c',
  by: { agent: 'lead', turn: 1 },
  callId: 'c',
  tool: 'ask',
  kind: 'breakpoint',
  input: { q: 'ok?' },
  forCaller: true,
} as const;
const results = {
  complete: toCallResult('t', { type: 'end', outcome: 'complete', text: 'It is 21.' }),
  failed: toCallResult('t', { type: 'end', outcome: 'error', text: 'no', code: 'model_failed' }),
  cancelled: toCallResult('t', { type: 'end', outcome: 'cancelled', text: 'stopped', code: 'cancelled' }),
  paused: toCallResult('t', { type: 'pause', seq: 1, questions: [{ call, needs: 'result' }] }),
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
