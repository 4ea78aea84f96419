import { call, say, type ScriptedTurn, think } from '@posthouse/runtime/scripted';
import { describe, expect, it } from 'vitest';
import { framesOf, makeReply, type ReplyFields } from '../../__fixtures__/make-reply.ts';
import { openaiChat } from './openai-chat.ts';

const usage = {
  prompt_tokens: 10,
  completion_tokens: 6,
  total_tokens: 16,
  prompt_tokens_details: { cached_tokens: 4 },
  completion_tokens_details: { reasoning_tokens: 2 },
};

async function bodyOf(turn: ScriptedTurn) {
  return openaiChat.encodeBody(await makeReply(turn, { stream: false }));
}

async function messageOf(turn: ScriptedTurn): Promise<unknown> {
  return ((await bodyOf(turn)) as { choices: { message: unknown }[] }).choices[0]?.message;
}

/** The deltas of a stream, without what surrounds them. */
async function deltasOf(turn: ScriptedTurn, fields?: ReplyFields): Promise<unknown[]> {
  return framesOf(openaiChat, await makeReply(turn, fields)).map(({ data }) =>
    typeof data === 'string' ? data : ((data as { choices: { delta: unknown }[] }).choices[0]?.delta ?? 'no choice'),
  );
}

describe('a chat completion', () => {
  it('a chat completion has text, reasoning, calls and usage in their places', async () => {
    const turn = { content: [think('Hm.'), say('Wait.'), call('add', { a: 1 }), call('add', { a: 2 })] };
    expect(await bodyOf(turn)).toEqual({
      id: 'chatcmpl_0',
      object: 'chat.completion',
      created: 1_735_689_600,
      model: 'm',
      choices: [
        {
          index: 0,
          message: {
            role: 'assistant',
            content: 'Wait.',
            refusal: null,
            annotations: [],
            reasoning_content: 'Hm.',
            tool_calls: [
              { id: 'call_0_0', type: 'function', function: { name: 'add', arguments: '{"a":1}' } },
              { id: 'call_0_1', type: 'function', function: { name: 'add', arguments: '{"a":2}' } },
            ],
          },
          logprobs: null,
          finish_reason: 'tool_calls',
        },
      ],
      usage,
    });
  });

  it('a chat completion has no content when it only makes calls', async () => {
    expect(await messageOf({ content: [call('add')] })).toMatchObject({ content: null });
    expect(await messageOf({ text: '' })).toMatchObject({ content: '' });
  });

  it('joins texts that this dialect cannot keep apart', async () => {
    expect(await messageOf({ content: [say('One, '), think('a'), say('two.'), think('b')] })).toMatchObject({
      content: 'One, two.',
      reasoning_content: 'ab',
    });
  });

  it('leaves out redacted reasoning', async () => {
    const message = await messageOf({
      content: [{ type: 'reasoning', text: 'secret', redacted: true }, say('Hello.')],
    });
    expect(message).not.toHaveProperty('reasoning_content');
  });

  it('cites pages', async () => {
    const citations = [{ url: 'https://a.test', title: 'A', start: 1, end: 3 }];
    expect(await messageOf({ content: [{ type: 'text', text: 'Hello.', citations }] })).toMatchObject({
      annotations: [
        { type: 'url_citation', url_citation: { url: 'https://a.test', title: 'A', start_index: 1, end_index: 3 } },
      ],
    });
  });

  it.each([
    ['stop', 'stop'],
    ['length', 'length'],
    ['tool-calls', 'tool_calls'],
    ['content-filter', 'content_filter'],
  ] as const)('finishes with %s as %s', async (finishReason, wire) => {
    expect(await bodyOf({ text: '', finishReason })).toMatchObject({ choices: [{ finish_reason: wire }] });
  });
});

describe('a stream of chat completion chunks', () => {
  it('a stream has an envelope around each chunk, and ends with [DONE]', async () => {
    const frames = framesOf(openaiChat, await makeReply({ text: 'Hi.' }, { index: 2 }));
    const envelope = { id: 'chatcmpl_2', object: 'chat.completion.chunk', created: 1_735_689_600, model: 'm' };
    const choice = { index: 0, logprobs: null, finish_reason: null };
    expect(frames).toEqual([
      { data: { ...envelope, choices: [{ ...choice, delta: { role: 'assistant', content: '', refusal: null } }] } },
      { data: { ...envelope, choices: [{ ...choice, delta: { content: 'Hi.' } }] } },
      { data: { ...envelope, choices: [{ ...choice, delta: {}, finish_reason: 'stop' }] } },
      { data: '[DONE]' },
    ]);
  });

  it('streams parallel calls, each under its own index', async () => {
    expect(await deltasOf({ content: [call('add', { a: 1 }), call('sub')], chunkSize: 4 })).toEqual([
      { role: 'assistant', content: null, refusal: null },
      { tool_calls: [{ index: 0, id: 'call_0_0', type: 'function', function: { name: 'add', arguments: '' } }] },
      { tool_calls: [{ index: 0, function: { arguments: '{"a"' } }] },
      { tool_calls: [{ index: 0, function: { arguments: ':1}' } }] },
      { tool_calls: [{ index: 1, id: 'call_0_1', type: 'function', function: { name: 'sub', arguments: '' } }] },
      { tool_calls: [{ index: 1, function: { arguments: '{}' } }] },
      {},
      '[DONE]',
    ]);
  });

  it('streams reasoning beside text', async () => {
    expect(await deltasOf({ reasoning: 'Hm.', text: 'Hi.' })).toEqual([
      { role: 'assistant', content: '', refusal: null },
      { reasoning_content: 'Hm.' },
      { content: 'Hi.' },
      {},
      '[DONE]',
    ]);
  });

  it('cites pages after their text', async () => {
    const citations = [{ url: 'https://a.test', title: 'A' }];
    const deltas = await deltasOf({ content: [{ type: 'text', text: 'Hi.', citations }] });
    expect(deltas[2]).toMatchObject({ annotations: [{ url_citation: { url: 'https://a.test', end_index: 3 } }] });
  });

  it('a stream has the usage only if asked for', async () => {
    const asked = { body: { stream_options: { include_usage: true } } };
    const data = framesOf(openaiChat, await makeReply({ text: 'Hi.' }, asked)).map((frame) => frame.data);
    expect(data.slice(0, 3)).toMatchObject([{ usage: null }, { usage: null }, { usage: null }]);
    expect(data[3]).toMatchObject({ choices: [], usage });
    expect(await deltasOf({ text: 'Hi.' }, { body: { stream_options: {} } })).not.toContain('no choice');
    expect(await deltasOf({ text: 'Hi.' }, { body: { stream_options: null } })).not.toContain('no choice');
  });
});

describe('findUnsayable for Chat Completions', () => {
  it.each([
    [{ type: 'web-search', query: 'x' }, 'OpenAI Chat Completions has no form for a web-search part.'],
    [{ type: 'code-interpreter', code: '1' }, 'OpenAI Chat Completions has no form for a code-interpreter part.'],
  ] as const)('names %j', async (part, sentence) => {
    expect(openaiChat.findUnsayable(await makeReply({ content: [part] }))).toBe(sentence);
  });

  it('finds nothing in other answers', async () => {
    const turn = { content: [think('a'), say('b'), { ...call('c'), input: undefined, rawInput: '{' }] };
    expect(openaiChat.findUnsayable(await makeReply(turn))).toBeUndefined();
  });
});

describe('errors of Chat Completions', () => {
  it('errors have the same form in a body and in an event', () => {
    const error = { message: 'No.', type: 'server_error', param: null, code: 'server_error' };
    expect(openaiChat.encodeError({ status: 500, message: 'No.' })).toEqual({ error });
    expect(JSON.parse(openaiChat.encodeErrorEvent({ status: 500, message: 'No.' }).data)).toEqual({ error });
  });
});
