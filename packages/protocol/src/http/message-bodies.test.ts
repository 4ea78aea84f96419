import { describe, expect, expectTypeOf, test } from 'vitest';
import { problemsOf } from '../__fixtures__/attempt.ts';
import { messageResultWire, type PostMessage, postMessageWire } from './message-bodies.ts';

describe('POST /message', () => {
  test('accepts the body by the name of the reference and by that of the OpenAPI document', () => {
    expect(postMessageWire.parse({ body: 'hello' }).value).toEqual({ body: 'hello' });
    expect(postMessageWire.parse({ message: 'hello' }).value).toEqual({ body: 'hello' });
    expect(postMessageWire.parse({ body: 'mine', message: 'other' })).toEqual({
      value: { body: 'mine' },
      dropped: ['message'],
    });
  });

  test('takes null as absent', () => {
    const wire = {
      body: 'x',
      subject: null,
      msg_type: null,
      entrypoint: null,
      task_id: null,
      resume_from: null,
      kwargs: null,
    };
    expect(postMessageWire.parse(wire)).toEqual({ value: { body: 'x' }, dropped: [] });
    expect(postMessageWire.parse({ body: 'x', kwargs: { max_steps: null, timeout: null } }).value.kwargs).toEqual({});
  });

  test('keeps the result of a breakpoint unchanged', () => {
    const results = ['plain text', { content: { snake_key: null } }, [{ call_id: 'call_1', content: 'yes' }], 0, false];
    for (const result of results) {
      const { value } = postMessageWire.parse({ kwargs: { breakpoint_tool_call_result: result } });
      expect(value.kwargs?.breakpointToolCallResult).toEqual(result);
    }
  });

  test('reports kwargs that nobody reads', () => {
    expect(postMessageWire.parse({ body: 'x', kwargs: { colour: 'red', timeout: 5 } })).toEqual({
      value: { body: 'x', kwargs: { timeout: 5 } },
      dropped: ['kwargs.colour'],
    });
  });

  test('keeps the schemas of tools and of the answer unchanged', () => {
    const schema = { type: 'object', properties: { snake_case: { $ref: '#/x' } }, additional_properties: null };
    const wire = { tools: [{ name: 'look', parameters: schema }], response_format: schema };
    const { value } = postMessageWire.parse(wire);
    expect(value).toEqual({ tools: [{ name: 'look', parameters: schema }], responseFormat: schema });
  });

  test.each([
    [{ body: 7 }, 'body', 'a string'],
    [{ msg_type: 'bogus' }, 'msg_type', 'one of "request", "response", "broadcast", "interrupt", "broadcast_complete"'],
    [{ msg_type: 5 }, 'msg_type', 'one of "request", "response", "broadcast", "interrupt", "broadcast_complete"'],
    [{ resume_from: 'start' }, 'resume_from', 'one of "user_response", "breakpoint_tool_call"'],
    [{ stream: 'yes' }, 'stream', 'a boolean or "tokens" or "tellings"'],
    [{ task_id: '' }, 'task_id', 'an id of 1 to 256 characters'],
    [{ kwargs: { max_steps: 2.5 } }, 'kwargs.max_steps', 'an integer'],
    [{ kwargs: { max_steps: 0 } }, 'kwargs.max_steps', 'a number of more than 0'],
    [{ kwargs: { timeout: -1 } }, 'kwargs.timeout', 'a number of more than 0'],
    [{ kwargs: [] }, 'kwargs', 'an object'],
    [{ tools: [{ name: '' }] }, 'tools.0.name', 'a string of at least 1 character'],
    [{ tools: [{ name: 'x' }] }, 'tools.0.parameters', 'an object'],
    [{ swarm: '' }, 'swarm', 'a string of at least 1 character'],
  ])('POST /message refuses %j', (wire, path, expected) => {
    expect(problemsOf(() => postMessageWire.parse(wire))).toContainEqual(expect.objectContaining({ path, expected }));
  });

  test('the types of a posted message are in camelCase', () => {
    expectTypeOf<PostMessage['resumeFrom']>().toEqualTypeOf<'user_response' | 'breakpoint_tool_call' | undefined>();
    expectTypeOf<PostMessage['stream']>().toEqualTypeOf<boolean | 'tokens' | 'tellings' | undefined>();
    expect(postMessageWire.emit({ showEvents: true, bypassSupervisor: false })).toEqual({
      show_events: true,
      bypass_supervisor: false,
    });
  });
});

describe('the answer to POST /message', () => {
  test('an answer without requested events says null, as in the reference', () => {
    expect(messageResultWire.emit({ response: 'x', events: null })).toStrictEqual({ response: 'x', events: null });
  });

  test('reads answers of servers that lack our additions', () => {
    const events = [{ data: { a_b: null }, event: 'tool_call', id: null, retry: null, comment: null, _sep: '\r\n' }];
    expect(messageResultWire.parse({ response: 'x', events })).toEqual({
      value: { response: 'x', events: [{ data: { a_b: null }, event: 'tool_call' }] },
      dropped: ['events.0.comment', 'events.0._sep'],
    });
  });
});
