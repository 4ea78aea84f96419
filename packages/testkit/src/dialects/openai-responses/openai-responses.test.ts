import { call, say, type ScriptedPart, type ScriptedTurn, think } from '@posthouse/runtime/scripted';
import { describe, expect, it } from 'vitest';
import { framesOf, makeReply, type ReplyFields } from '../../__fixtures__/make-reply.ts';
import { openaiResponses } from './openai-responses.ts';

const search: ScriptedPart = { type: 'web-search', query: 'post', results: [{ url: 'https://a.test', title: 'A' }] };
const program: ScriptedPart = { type: 'code-interpreter', code: 'print(1)', outputs: [{ type: 'logs', logs: '1' }] };
const cited: ScriptedPart = { type: 'text', text: 'Hello.', citations: [{ url: 'https://a.test', title: 'A' }] };
const annotation = { type: 'url_citation', url: 'https://a.test', title: 'A', start_index: 0, end_index: 6 };

async function bodyOf(turn: ScriptedTurn, fields: ReplyFields = {}) {
  return openaiResponses.encodeBody(await makeReply(turn, { stream: false, ...fields })) as Record<string, unknown>;
}

async function itemsOf(content: ScriptedPart[], fields?: ReplyFields): Promise<unknown> {
  return (await bodyOf({ content }, fields)).output;
}

/** The events of one part, without their numbers. */
async function eventsOf(part: ScriptedPart): Promise<Record<string, unknown>[]> {
  const frames = framesOf(openaiResponses, await makeReply({ content: [part], chunkSize: 4 }));
  return frames.slice(2, -1).map((frame) => {
    const { sequence_number: _number, ...event } = frame.data as Record<string, unknown>;
    return event;
  });
}

describe('a response of OpenAI', () => {
  it('a response has every field of the API', async () => {
    const body = await bodyOf({ text: 'Hello.' }, { index: 2 });
    expect(body).toMatchObject({
      id: 'resp_2',
      object: 'response',
      created_at: 1_735_689_600,
      status: 'completed',
      error: null,
      incomplete_details: null,
      model: 'm',
      usage: {
        input_tokens: 10,
        input_tokens_details: { cached_tokens: 4 },
        output_tokens: 6,
        output_tokens_details: { reasoning_tokens: 2 },
        total_tokens: 16,
      },
    });
  });

  it('repeats the settings of the request', async () => {
    const asked = {
      instructions: 'Be brief.',
      max_output_tokens: 50,
      temperature: 0,
      tools: [{ type: 'web_search' }],
      tool_choice: 'required',
      metadata: { a: 'b' },
      previous_response_id: 'resp_0',
      store: false,
    };
    expect(await bodyOf({ text: '' }, { body: asked })).toMatchObject(asked);
  });

  it('a response has one item for each part', async () => {
    expect(await itemsOf([think('Hm.'), say('Wait.'), call('add', { a: 1 })])).toEqual([
      { id: 'rs_0_0', type: 'reasoning', summary: [{ type: 'summary_text', text: 'Hm.' }] },
      {
        id: 'msg_0_1',
        type: 'message',
        status: 'completed',
        role: 'assistant',
        content: [{ type: 'output_text', text: 'Wait.', annotations: [], logprobs: [] }],
      },
      {
        id: 'fc_0_2',
        type: 'function_call',
        status: 'completed',
        call_id: 'call_0_0',
        name: 'add',
        arguments: '{"a":1}',
      },
    ]);
  });

  it('names the namespace of a call that has one', async () => {
    const [grouped, single] = (await itemsOf([{ ...call('add'), namespace: 'calc' }, call('add')])) as object[];
    expect(grouped).toMatchObject({ type: 'function_call', name: 'add', namespace: 'calc', arguments: '{}' });
    expect(single).not.toHaveProperty('namespace');
  });

  it('a response has items for built-in tools, and for citations', async () => {
    expect(await itemsOf([search, program, cited])).toEqual([
      {
        id: 'ws_0_0',
        type: 'web_search_call',
        status: 'completed',
        action: { type: 'search', query: 'post', queries: ['post'], sources: [{ type: 'url', url: 'https://a.test' }] },
      },
      {
        id: 'ci_0_0',
        type: 'code_interpreter_call',
        status: 'completed',
        code: 'print(1)',
        container_id: 'cntr_0',
        outputs: [{ type: 'logs', logs: '1' }],
      },
      expect.objectContaining({
        content: [{ type: 'output_text', text: 'Hello.', annotations: [annotation], logprobs: [] }],
      }),
    ]);
  });

  it('hides redacted reasoning in a blob', async () => {
    const items = await itemsOf([{ type: 'reasoning', text: 'secret', redacted: true }]);
    expect(items).toEqual([{ id: 'rs_0_0', type: 'reasoning', summary: [], encrypted_content: expect.any(String) }]);
    expect(JSON.stringify(items)).not.toContain('secret');
  });

  it('adds the blob to other reasoning only if asked for', async () => {
    const asked = { body: { include: ['reasoning.encrypted_content'] } };
    expect(await itemsOf([think('Hm.')], asked)).toMatchObject([{ encrypted_content: expect.any(String) }]);
  });

  it.each([
    ['length', 'max_output_tokens'],
    ['content-filter', 'content_filter'],
  ] as const)('a response is incomplete because of %s', async (finishReason, reason) => {
    expect(await bodyOf({ text: 'x', finishReason })).toMatchObject({
      status: 'incomplete',
      incomplete_details: { reason },
    });
  });
});

describe('a stream of a response', () => {
  it('numbers its events and names them twice', async () => {
    const frames = framesOf(openaiResponses, await makeReply({ content: [think('Hm.'), say('Hi.'), call('add')] }));
    expect(frames.map((frame) => (frame.data as { sequence_number: number }).sequence_number)).toEqual([
      ...frames.keys(),
    ]);
    for (const { event, data } of frames) expect((data as { type: string }).type).toBe(event);
  });

  it('opens empty and ends with the whole response', async () => {
    const reply = await makeReply({ text: 'Hi.' });
    const frames = framesOf(openaiResponses, reply);
    const opening = { response: { id: 'resp_0', status: 'in_progress', output: [], usage: null } };
    expect(frames[0]?.data).toMatchObject({ type: 'response.created', ...opening });
    expect(frames[1]?.data).toMatchObject({ type: 'response.in_progress', ...opening });
    expect(frames.at(-1)?.data).toMatchObject({
      type: 'response.completed',
      response: openaiResponses.encodeBody(reply) as Record<string, unknown>,
    });
  });

  it('ends with another event when the response is incomplete', async () => {
    const frames = framesOf(openaiResponses, await makeReply({ text: 'Hi.', finishReason: 'length' }));
    expect(frames.at(-1)?.event).toBe('response.incomplete');
  });

  it('streams text', async () => {
    const place = { item_id: 'msg_0_0', output_index: 0, content_index: 0 };
    const part = { type: 'output_text', text: 'Hello.', annotations: [annotation], logprobs: [] };
    const item = { id: 'msg_0_0', type: 'message', role: 'assistant' };
    expect(await eventsOf(cited)).toEqual([
      { type: 'response.output_item.added', output_index: 0, item: { ...item, status: 'in_progress', content: [] } },
      { type: 'response.content_part.added', ...place, part: { ...part, text: '', annotations: [] } },
      { type: 'response.output_text.delta', ...place, delta: 'Hell', logprobs: [] },
      { type: 'response.output_text.delta', ...place, delta: 'o.', logprobs: [] },
      { type: 'response.output_text.annotation.added', ...place, annotation_index: 0, annotation },
      { type: 'response.output_text.done', ...place, text: 'Hello.', logprobs: [] },
      { type: 'response.content_part.done', ...place, part },
      { type: 'response.output_item.done', output_index: 0, item: { ...item, status: 'completed', content: [part] } },
    ]);
  });

  it('streams reasoning as a summary', async () => {
    const place = { item_id: 'rs_0_0', output_index: 0, summary_index: 0 };
    const summary = { type: 'summary_text', text: 'Hmmmm.' };
    const item = { id: 'rs_0_0', type: 'reasoning' };
    expect(await eventsOf(think('Hmmmm.'))).toEqual([
      { type: 'response.output_item.added', output_index: 0, item: { ...item, summary: [] } },
      { type: 'response.reasoning_summary_part.added', ...place, part: { ...summary, text: '' } },
      { type: 'response.reasoning_summary_text.delta', ...place, delta: 'Hmmm' },
      { type: 'response.reasoning_summary_text.delta', ...place, delta: 'm.' },
      { type: 'response.reasoning_summary_text.done', ...place, text: 'Hmmmm.' },
      { type: 'response.reasoning_summary_part.done', ...place, part: summary },
      { type: 'response.output_item.done', output_index: 0, item: { ...item, summary: [summary] } },
    ]);
  });

  it('sends redacted reasoning without a summary', async () => {
    const events = await eventsOf({ type: 'reasoning', redacted: true });
    expect(events.map((event) => event.type)).toEqual(['response.output_item.added', 'response.output_item.done']);
  });

  it('streams the input of a call', async () => {
    const place = { item_id: 'fc_0_0', output_index: 0 };
    const item = { id: 'fc_0_0', type: 'function_call', call_id: 'call_0_0', name: 'add' };
    expect(await eventsOf(call('add', { a: 1 }))).toEqual([
      { type: 'response.output_item.added', output_index: 0, item: { ...item, status: 'in_progress', arguments: '' } },
      { type: 'response.function_call_arguments.delta', ...place, delta: '{"a"' },
      { type: 'response.function_call_arguments.delta', ...place, delta: ':1}' },
      { type: 'response.function_call_arguments.done', ...place, name: 'add', arguments: '{"a":1}' },
      {
        type: 'response.output_item.done',
        output_index: 0,
        item: { ...item, status: 'completed', arguments: '{"a":1}' },
      },
    ]);
  });

  it('a stream has the progress of a search', async () => {
    const events = await eventsOf(search);
    expect(events.map((event) => event.type)).toEqual([
      'response.output_item.added',
      'response.web_search_call.in_progress',
      'response.web_search_call.searching',
      'response.web_search_call.completed',
      'response.output_item.done',
    ]);
    expect(events[0]).toMatchObject({ item: { status: 'in_progress', action: { type: 'search', query: 'post' } } });
    expect(events.at(-1)).toMatchObject({
      item: { status: 'completed', action: { sources: [{ url: 'https://a.test' }] } },
    });
  });

  it('a stream has the progress of a program', async () => {
    const events = await eventsOf(program);
    expect(events.map((event) => event.type)).toEqual([
      'response.output_item.added',
      'response.code_interpreter_call.in_progress',
      'response.code_interpreter_call_code.delta',
      'response.code_interpreter_call_code.delta',
      'response.code_interpreter_call_code.done',
      'response.code_interpreter_call.interpreting',
      'response.code_interpreter_call.completed',
      'response.output_item.done',
    ]);
    expect(events[0]).toMatchObject({ item: { status: 'in_progress', code: '', outputs: null } });
    expect(events[4]).toMatchObject({ code: 'print(1)' });
    expect(events.at(-1)).toMatchObject({ item: { status: 'completed', outputs: [{ logs: '1' }] } });
  });

  it('gives every part its place', async () => {
    const frames = framesOf(openaiResponses, await makeReply({ content: [think('a'), search, say('b')] }));
    const done = frames.filter((frame) => frame.event === 'response.output_item.done').map((frame) => frame.data);
    expect(done).toMatchObject([
      { output_index: 0, item: { type: 'reasoning' } },
      { output_index: 1, item: { type: 'web_search_call' } },
      { output_index: 2, item: { type: 'message' } },
    ]);
  });
});

describe('the dialect of Responses', () => {
  it('the dialect of Responses can express everything', async () => {
    const malformed = { type: 'tool-call', name: 'add', rawInput: '{' } as const;
    const reply = await makeReply({ content: [search, program, cited, malformed] }, { stream: false });
    expect(openaiResponses.findUnsayable(reply)).toBeUndefined();
  });

  it('the dialect of Responses has one form for errors in a body and another for events', () => {
    expect(openaiResponses.encodeError({ status: 500, message: 'No.' })).toEqual({
      error: { message: 'No.', type: 'server_error', param: null, code: 'server_error' },
    });
    const { event, data } = openaiResponses.encodeErrorEvent({ status: 500, message: 'No.' });
    expect(event).toBe('error');
    expect(JSON.parse(data)).toEqual({
      type: 'error',
      sequence_number: 0,
      code: 'server_error',
      message: 'No.',
      param: null,
    });
  });
});
