import type { ServerResponse } from 'node:http';
import { jsonSchema, tool } from 'ai';
import { describe, expect, it } from 'vitest';
import { agent, type AgentOptions } from '../../definitions/agent.ts';
import { ask } from '../__fixtures__/ask.ts';
import { finish, modelOf } from '../__fixtures__/model-of.ts';
import { type RawServer, sendEvent, startRawServer } from '../__fixtures__/raw-server.ts';
import { createResponder } from '../create-responder.ts';
import type { Respond } from '../../respond/respond.ts';

function respondFrom({ url }: RawServer, settings: Partial<AgentOptions> = {}): Respond {
  return createResponder(agent({ name: 'math', model: 'openai/gpt-5-mini', commTargets: [], ...settings }), {
    maxRetries: 0,
    environment: { OPENAI_API_KEY: 'key', OPENAI_BASE_URL: url },
  });
}

/** A completion chunk as OpenAI sends it. */
function sendChunk(response: ServerResponse, choice: object): void {
  const chunk = {
    id: 'x',
    object: 'chat.completion.chunk',
    created: 0,
    model: 'm',
    choices: [{ index: 0, ...choice }],
  };
  response.write(`data: ${JSON.stringify(chunk)}\n\n`);
}

describe('a stream that ends cleanly but too early', () => {
  it('fails through Responses', async () => {
    await using server = await startRawServer([
      (response) => {
        const item = { id: 'msg_1', type: 'message', status: 'in_progress', role: 'assistant', content: [] };
        sendEvent(response, { type: 'response.output_item.added', output_index: 0, item });
        sendEvent(response, { type: 'response.output_text.delta', item_id: 'msg_1', delta: 'Half an ans' });
        response.end();
      },
    ]);

    await expect(ask(respondFrom(server))).rejects.toMatchObject({
      code: 'model_failed',
      message: 'openai/gpt-5-mini: the stream ended in the middle of the answer',
      details: { afterOutput: true, retryable: true },
    });
  });

  it('fails through Chat Completions', async () => {
    await using server = await startRawServer([
      (response) => {
        sendChunk(response, { delta: { role: 'assistant', content: 'Half an ans' }, finish_reason: null });
        response.end();
      },
    ]);

    await expect(ask(respondFrom(server, { toolFormat: 'completions' }))).rejects.toMatchObject({
      code: 'model_failed',
      details: { afterOutput: true },
    });
  });

  it('fails with Anthropic', async () => {
    await using server = await startRawServer([
      (response) => {
        const usage = { input_tokens: 1, output_tokens: 1 };
        const message = { id: 'm', type: 'message', role: 'assistant', model: 'claude', content: [], usage };
        sendEvent(response, { type: 'message_start', message });
        sendEvent(response, { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } });
        const delta = { type: 'text_delta', text: 'Half an ans' };
        sendEvent(response, { type: 'content_block_delta', index: 0, delta });
        response.end();
      },
    ]);
    const respond = createResponder(agent({ name: 'math', model: 'anthropic/claude-sonnet-4-5', commTargets: [] }), {
      environment: { ANTHROPIC_API_KEY: 'key', ANTHROPIC_BASE_URL: server.url },
    });

    await expect(ask(respond)).rejects.toMatchObject({
      code: 'model_failed',
      message: expect.stringContaining('the stream ended in the middle of the answer'),
      details: { afterOutput: true },
    });
  });

  it('fails when nothing came at all', async () => {
    await using server = await startRawServer([(response) => void response.end()]);

    await expect(ask(respondFrom(server))).rejects.toMatchObject({
      code: 'model_failed',
      details: { afterOutput: false },
    });
  });
});

describe('a provider that reports an error and keeps the connection open', () => {
  it('a provider that reports an error and keeps the connection open is disconnected at once', async () => {
    await using server = await startRawServer([
      (response) => {
        sendChunk(response, { delta: { role: 'assistant', content: 'Half an ans' }, finish_reason: null });
        response.write('data: {"error":{"message":"The elves left.","type":"server_error","code":null}}\n\n');
      },
    ]);

    await expect(ask(respondFrom(server, { toolFormat: 'completions' }))).rejects.toThrow('The elves left.');

    await server.closed(0);
    expect(server.bodies).toHaveLength(1);
  });
});

describe('a tool that the AI SDK could run', () => {
  it('a tool that the AI SDK could run is not run, and the model is asked once', async () => {
    const model = modelOf([
      { type: 'tool-call', toolCallId: 'c1', toolName: 'clock', input: '{}' },
      finish('tool-calls'),
    ]);
    let ran = 0;
    const clock = tool({ inputSchema: jsonSchema({ type: 'object' }), execute: () => (ran += 1) });
    const respond = createResponder(agent({ name: 'math', model, commTargets: [], providerTools: { clock } }));

    const { calls } = await ask(respond);

    expect(calls).toEqual([{ callId: 'c1', tool: 'clock', input: {} }]);
    expect(ran).toBe(0);
    expect(model.calls).toHaveLength(1);
  });
});

describe('an abort', () => {
  it('the reason of an abort distinguishes it from a failure, whatever it is', async () => {
    const controller = new AbortController();
    const model = modelOf([
      { type: 'text-start', id: '1' },
      { type: 'text-delta', id: '1', delta: 'Hello' },
      { type: 'error', error: new Error('the socket closed') },
    ]);
    const respond = createResponder(agent({ name: 'math', model, commTargets: [] }));
    const onDelta = (): void => controller.abort('new orders');

    await expect(ask(respond, { signal: controller.signal, onDelta })).rejects.toBe('new orders');
  });

  it('an abort is recognised even if it comes with the last word', async () => {
    const controller = new AbortController();
    const reason = new DOMException('stop', 'AbortError');
    const model = modelOf([
      { type: 'text-start', id: '1' },
      { type: 'text-delta', id: '1', delta: 'Bye' },
      { type: 'text-end', id: '1' },
      finish(),
    ]);
    const respond = createResponder(agent({ name: 'math', model, commTargets: [] }));

    const answer = ask(respond, { signal: controller.signal, onDelta: () => controller.abort(reason) });

    await expect(answer).rejects.toBe(reason);
  });
});
