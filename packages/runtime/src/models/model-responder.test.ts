import type { ServerResponse } from 'node:http';
import { anthropic } from '@ai-sdk/anthropic';
import { describe, expect, it } from 'vitest';
import { agent } from '../definitions/agent.ts';
import { ask, HELLO, shownParts } from './__fixtures__/ask.ts';
import { type RawServer, sendEvent, startRawServer } from './__fixtures__/raw-server.ts';
import { createResponder } from './create-responder.ts';
import type { Respond } from '../respond/respond.ts';

type Block = { type: string; [key: string]: unknown };

/** Sends a message of Anthropic's with these blocks, each in one piece. */
function sendMessage(response: ServerResponse, blocks: readonly Block[], stopReason: string): void {
  const usage = { input_tokens: 10, output_tokens: 5 };
  const message = { id: 'msg_1', type: 'message', role: 'assistant', model: 'claude', content: [], usage };
  sendEvent(response, { type: 'message_start', message });
  for (const [index, { delta, ...block }] of blocks.entries()) {
    sendEvent(response, { type: 'content_block_start', index, content_block: block });
    if (delta !== undefined) sendEvent(response, { type: 'content_block_delta', index, delta });
    sendEvent(response, { type: 'content_block_stop', index });
  }
  sendEvent(response, { type: 'message_delta', delta: { stop_reason: stopReason, stop_sequence: null }, usage });
  sendEvent(response, { type: 'message_stop' });
  response.end();
}

function text(content: string): Block {
  return { type: 'text', text: '', delta: { type: 'text_delta', text: content } };
}

const SEARCH = {
  type: 'server_tool_use',
  id: 'srvtoolu_1',
  name: 'web_search',
  input: {},
  delta: { type: 'input_json_delta', partial_json: '{"query":"posthouse"}' },
};

const FOUND = {
  type: 'web_search_tool_result',
  tool_use_id: 'srvtoolu_1',
  content: [
    { type: 'web_search_result', url: 'https://a.example', title: 'A', encrypted_content: 'x', page_age: '2 days' },
  ],
};

function respondFrom({ url }: RawServer): Respond {
  const search = anthropic.tools.webSearch_20250305({});
  const model = 'anthropic/claude-sonnet-4-5';
  return createResponder(agent({ name: 'reader', model, commTargets: [], providerTools: { web_search: search } }), {
    environment: { ANTHROPIC_API_KEY: 'key', ANTHROPIC_BASE_URL: url },
  });
}

describe('an answer that its provider pauses', () => {
  it('a paused answer is continued until it is whole', async () => {
    await using server = await startRawServer([
      (response) => sendMessage(response, [text('Let me look. '), SEARCH], 'pause_turn'),
      (response) => sendMessage(response, [FOUND, text('A post house.')], 'end_turn'),
    ]);

    const answer = await ask(respondFrom(server), { tools: [] });

    expect(answer.calls).toEqual([
      {
        callId: 'srvtoolu_1',
        tool: 'web_search_call',
        input: {
          query: 'posthouse',
          status: 'completed',
          results: [{ url: 'https://a.example', title: 'A', page_age: '2 days' }],
        },
        builtin: {
          status: 'success',
          content: { results: [{ url: 'https://a.example', title: 'A', page_age: '2 days' }] },
        },
        preamble: 'Let me look. ',
      },
    ]);
    expect(answer.text).toBe('A post house.');
    expect(shownParts(answer.deltas)).toEqual([
      { kind: 'text', text: 'Let me look. ' },
      { kind: 'text', text: 'A post house.' },
    ]);
    expect(answer.usage?.usage).toMatchObject({ inputTokens: 20, outputTokens: 10 });
    expect(server.bodies[1]).toMatchObject({
      messages: [
        { role: 'user' },
        { role: 'assistant', content: [{ type: 'text' }, { type: 'server_tool_use', id: 'srvtoolu_1' }] },
      ],
    });
  });

  it('a paused answer gives one history, however often it paused', async () => {
    await using server = await startRawServer([
      (response) => sendMessage(response, [SEARCH], 'pause_turn'),
      (response) => sendMessage(response, [FOUND, text('A post house.')], 'end_turn'),
      (response) => sendMessage(response, [text('Yes.')], 'end_turn'),
    ]);
    const respond = respondFrom(server);

    const { messages } = await ask(respond, { tools: [] });
    const question = { role: 'user', content: 'Sure?' } as const;
    const { text: said } = await ask(respond, { tools: [], messages: [HELLO, ...messages, question] });

    expect(said).toBe('Yes.');
    const { messages: sent } = server.bodies[2] as { messages: { role: string; content: Block[] }[] };
    expect(sent.map(({ role, content }) => [role, content.map(({ type }) => type)])).toEqual([
      ['user', ['text']],
      ['assistant', ['server_tool_use', 'web_search_tool_result', 'text']],
      ['user', ['text']],
    ]);
  });

  it('an answer that does nothing but pause is accepted as it is', async () => {
    const pause = (response: ServerResponse): void => sendMessage(response, [text('Hm.')], 'pause_turn');
    await using server = await startRawServer(Array.from({ length: 20 }, () => pause));

    const { text: said } = await ask(respondFrom(server), { tools: [] });

    expect(server.bodies).toHaveLength(11);
    expect(said).toMatch(/^Hm\./);
  });
});
