import { call, say, type ScriptedPart, type ScriptedTurn, think } from '@posthouse/runtime/scripted';
import { describe, expect, it } from 'vitest';
import { framesOf, makeReply } from '../../__fixtures__/make-reply.ts';
import { anthropicMessages } from './anthropic-messages.ts';

const results = [{ url: 'https://a.test', title: 'A' }];
const search: ScriptedPart = { type: 'web-search', query: 'post', results };
const searchResult = {
  type: 'web_search_tool_result',
  tool_use_id: 'ws_0_0',
  content: [
    { type: 'web_search_result', url: 'https://a.test', title: 'A', encrypted_content: 'QQ==', page_age: null },
  ],
};
const cited: ScriptedPart = { type: 'text', text: 'Hello.', citations: [{ ...results[0]!, start: 0, end: 4 }] };
const citation = {
  type: 'web_search_result_location',
  cited_text: 'Hell',
  url: 'https://a.test',
  title: 'A',
  encrypted_index: 'scripted-0',
};

async function bodyOf(turn: ScriptedTurn) {
  return anthropicMessages.encodeBody(await makeReply(turn, { stream: false })) as { content: unknown[] };
}

/** The events between the opening and the end, as their data. */
async function eventsOf(...content: ScriptedPart[]): Promise<unknown[]> {
  const frames = framesOf(anthropicMessages, await makeReply({ content, chunkSize: 4 }));
  return frames.slice(2, -2).map((frame) => frame.data);
}

describe('a message of Anthropic', () => {
  it('a message has blocks in order, and usage without the cached tokens', async () => {
    expect(await bodyOf({ content: [think('Hm.'), say('Wait.'), call('add', { a: 1 })] })).toEqual({
      id: 'msg_0',
      type: 'message',
      role: 'assistant',
      model: 'm',
      content: [
        { type: 'thinking', thinking: 'Hm.', signature: expect.any(String) },
        { type: 'text', text: 'Wait.' },
        { type: 'tool_use', id: 'call_0_0', name: 'add', input: { a: 1 } },
      ],
      stop_reason: 'tool_use',
      stop_sequence: null,
      usage: {
        input_tokens: 6,
        cache_creation_input_tokens: 0,
        cache_read_input_tokens: 4,
        output_tokens: 6,
        output_tokens_details: { thinking_tokens: 2 },
      },
    });
  });

  it('signs each thinking block differently, and the same each time', async () => {
    const turn = { content: [think('a'), think('a')] };
    const { content } = await bodyOf(turn);
    const [first, second] = content as { signature: string }[];
    expect(first?.signature).not.toBe(second?.signature);
    expect((await bodyOf(turn)).content).toEqual(content);
  });

  it('hides redacted thinking', async () => {
    const { content } = await bodyOf({ content: [{ type: 'reasoning', text: 'secret', redacted: true }] });
    expect(content).toEqual([{ type: 'redacted_thinking', data: expect.any(String) }]);
    expect(JSON.stringify(content)).not.toContain('secret');
  });

  it('shows a search as a call and its result, and what the text cites', async () => {
    expect((await bodyOf({ content: [search, cited] })).content).toEqual([
      { type: 'server_tool_use', id: 'ws_0_0', name: 'web_search', input: { query: 'post' } },
      searchResult,
      { type: 'text', text: 'Hello.', citations: [citation] },
    ]);
  });

  it.each([
    ['stop', 'end_turn'],
    ['length', 'max_tokens'],
    ['tool-calls', 'tool_use'],
    ['content-filter', 'refusal'],
  ] as const)('stops with %s as %s', async (finishReason, wire) => {
    expect(await bodyOf({ text: '', finishReason })).toMatchObject({ stop_reason: wire });
  });
});

describe('a stream of Anthropic', () => {
  it('opens with the message and closes with its end', async () => {
    const frames = framesOf(anthropicMessages, await makeReply({ text: '' }, { index: 3 }));
    expect(frames.map((frame) => frame.event)).toEqual([
      'message_start',
      'ping',
      'content_block_start',
      'content_block_stop',
      'message_delta',
      'message_stop',
    ]);
    expect(frames[0]?.data).toEqual({
      type: 'message_start',
      message: {
        id: 'msg_3',
        type: 'message',
        role: 'assistant',
        model: 'm',
        content: [],
        stop_reason: null,
        stop_sequence: null,
        usage: { input_tokens: 6, cache_creation_input_tokens: 0, cache_read_input_tokens: 4, output_tokens: 1 },
      },
    });
    expect(frames.at(-2)?.data).toMatchObject({
      delta: { stop_reason: 'end_turn', stop_sequence: null },
      usage: { output_tokens: 6, cache_read_input_tokens: 4, output_tokens_details: { thinking_tokens: 2 } },
    });
  });

  it('streams text', async () => {
    expect(await eventsOf(say('Hello.'))).toEqual([
      { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
      { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'Hell' } },
      { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'o.' } },
      { type: 'content_block_stop', index: 0 },
    ]);
  });

  it('streams thinking, and signs it at its end', async () => {
    expect(await eventsOf(think('Hm.'))).toEqual([
      { type: 'content_block_start', index: 0, content_block: { type: 'thinking', thinking: '', signature: '' } },
      { type: 'content_block_delta', index: 0, delta: { type: 'thinking_delta', thinking: 'Hm.' } },
      { type: 'content_block_delta', index: 0, delta: { type: 'signature_delta', signature: expect.any(String) } },
      { type: 'content_block_stop', index: 0 },
    ]);
  });

  it('sends redacted thinking at once', async () => {
    expect(await eventsOf({ type: 'reasoning', redacted: true })).toEqual([
      { type: 'content_block_start', index: 0, content_block: { type: 'redacted_thinking', data: expect.any(String) } },
      { type: 'content_block_stop', index: 0 },
    ]);
  });

  it('streams the input of a call, malformed or not', async () => {
    expect(await eventsOf({ type: 'tool-call', name: 'add', rawInput: '{"a":1' })).toEqual([
      {
        type: 'content_block_start',
        index: 0,
        content_block: { type: 'tool_use', id: 'call_0_0', name: 'add', input: {} },
      },
      { type: 'content_block_delta', index: 0, delta: { type: 'input_json_delta', partial_json: '{"a"' } },
      { type: 'content_block_delta', index: 0, delta: { type: 'input_json_delta', partial_json: ':1' } },
      { type: 'content_block_stop', index: 0 },
    ]);
  });

  it('counts a search as two blocks', async () => {
    const events = await eventsOf(search, say('Hi.'));
    expect(events.filter((event) => !JSON.stringify(event).includes('_delta'))).toEqual([
      {
        type: 'content_block_start',
        index: 0,
        content_block: { type: 'server_tool_use', id: 'ws_0_0', name: 'web_search', input: {} },
      },
      { type: 'content_block_stop', index: 0 },
      { type: 'content_block_start', index: 1, content_block: searchResult },
      { type: 'content_block_stop', index: 1 },
      { type: 'content_block_start', index: 2, content_block: { type: 'text', text: '' } },
      { type: 'content_block_stop', index: 2 },
    ]);
  });

  it('cites pages at the end of their text', async () => {
    expect((await eventsOf(cited)).slice(-2)).toEqual([
      { type: 'content_block_delta', index: 0, delta: { type: 'citations_delta', citation } },
      { type: 'content_block_stop', index: 0 },
    ]);
  });
});

describe('findUnsayable for Anthropic Messages', () => {
  const malformed = { toolCalls: [{ name: 'add', rawInput: '{"a":' }] };

  it('names a program that the provider runs', async () => {
    const reply = await makeReply({ content: [{ type: 'code-interpreter', code: '1' }] });
    expect(anthropicMessages.findUnsayable(reply)).toBe('Anthropic Messages has no form for a code-interpreter part.');
  });

  it('names malformed input, except in a stream', async () => {
    expect(anthropicMessages.findUnsayable(await makeReply(malformed, { stream: false }))).toBe(
      'Anthropic Messages can send malformed tool input only in a stream.',
    );
    expect(anthropicMessages.findUnsayable(await makeReply(malformed))).toBeUndefined();
  });

  it('finds nothing in other answers', async () => {
    const reply = await makeReply({ content: [think('a'), search, cited, call('add', null)] }, { stream: false });
    expect(anthropicMessages.findUnsayable(reply)).toBeUndefined();
  });
});

describe('errors of Anthropic', () => {
  it.each([
    [400, 'invalid_request_error'],
    [401, 'authentication_error'],
    [403, 'permission_error'],
    [404, 'not_found_error'],
    [413, 'request_too_large'],
    [422, 'invalid_request_error'],
    [429, 'rate_limit_error'],
    [500, 'api_error'],
    [503, 'api_error'],
    [529, 'overloaded_error'],
  ])('errors name status %i %s, in a body and in an event', (status, type) => {
    const error = { type: 'error', error: { type, message: 'No.' } };
    expect(anthropicMessages.encodeError({ status, message: 'No.' })).toEqual(error);
    const event = anthropicMessages.encodeErrorEvent({ status, message: 'No.' });
    expect({ ...event, data: JSON.parse(event.data) as unknown }).toEqual({ event: 'error', data: error });
  });
});
