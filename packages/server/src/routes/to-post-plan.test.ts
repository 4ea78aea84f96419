import { PosthouseError } from '@posthouse/protocol';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { toPostPlan } from './to-post-plan.ts';

describe('the body of a message', () => {
  test('requires nothing but words', () => {
    expect(toPostPlan({ body: 'hello' })).toEqual({
      delivery: 'whole',
      showEvents: false,
      work: { post: { body: 'hello', messageType: 'request' } },
    });
  });

  test('the body of a message may contain every field', () => {
    const plan = toPostPlan({
      body: 'hello',
      subject: 's',
      msg_type: 'broadcast',
      entrypoint: ' e ',
      task_id: 't',
      resume_from: 'user_response',
      stream: 'tokens',
      show_events: true,
      swarm: 'w',
      tools: [{ name: 'n', parameters: { type: 'object', additional_properties: false } }],
      response_format: { type: 'object', max_items: 1 },
      bypass_supervisor: true,
      kwargs: { timeout: 1.5, max_steps: 7 },
    });
    expect(plan).toEqual({
      swarm: 'w',
      delivery: 'tokens',
      showEvents: true,
      timeoutMs: 1_500,
      resumes: 't',
      work: {
        post: {
          body: 'hello',
          subject: 's',
          messageType: 'broadcast',
          entrypoint: 'e',
          taskId: 't',
          // What callers bring along is theirs: not a key of it is renamed.
          tools: [{ name: 'n', parameters: { type: 'object', additional_properties: false } }],
          responseFormat: { type: 'object', max_items: 1 },
          bypassSupervisor: true,
          limits: { messages: 7 },
        },
      },
    });
  });

  test.each([
    [undefined, false, 'whole'],
    [undefined, true, 'log'],
    [false, true, 'whole'],
    [true, false, 'log'],
    [null, true, 'log'],
    ['tokens', false, 'tokens'],
  ])('a message with stream %j, where streaming by default is %j, is answered as %s', (stream, streams, delivery) => {
    expect(toPostPlan({ body: 'x', stream }, { streams }).delivery).toBe(delivery);
  });

  test('the body of a message may be empty when it brings results, under either name', () => {
    const base = { task_id: 't', resume_from: 'breakpoint_tool_call' };
    for (const name of ['tool_results', 'breakpoint_tool_call_result']) {
      expect(toPostPlan({ ...base, kwargs: { [name]: 'yes' } }).work).toEqual({ answers: 'yes' });
    }
    const both = { tool_results: 'ours', breakpoint_tool_call_result: 'theirs' };
    expect(toPostPlan({ ...base, kwargs: both }).work).toEqual({ answers: 'ours' });
  });

  test('waits no longer than a timer can', () => {
    expect(toPostPlan({ body: 'x', kwargs: { timeout: 1e200 } }).timeoutMs).toBe(2 ** 31 - 1);
  });

  test('any body is accepted or refused as invalid', () => {
    const keys = ['body', 'message', 'subject', 'msg_type', 'task_id', 'stream', 'kwargs', 'tools', 'resume_from'];
    fc.assert(
      fc.property(fc.dictionary(fc.constantFrom(...keys), fc.jsonValue()), (body) => {
        expect(statusOf(() => toPostPlan(body))).toBeOneOf([200, 400]);
      }),
    );
  });
});

function statusOf(work: () => unknown): unknown {
  try {
    work();
    return 200;
  } catch (error) {
    return PosthouseError.isInstance(error) ? error.status : error;
  }
}
