import { openStore } from '@posthouse/store';
import type { ResponseFunctionToolCall } from 'openai/resources/responses/responses';
import { describe, expect, test } from 'vitest';
import { Stage } from '../../__fixtures__/stage.ts';
import { until } from '../../__fixtures__/until.ts';
import { openAIFor } from '../__fixtures__/door-stage.ts';
import { complete, lookOut, lookouts, team } from '../__fixtures__/teams.ts';

const outputs = (response: { output: object[] }, output: string) =>
  (response.output as ResponseFunctionToolCall[]).map(({ call_id: callId }) => ({
    type: 'function_call_output' as const,
    call_id: callId,
    output,
  }));

describe('Responses after a restart', () => {
  test('a conversation continues after a restart', async () => {
    await using store = await openStore('sqlite::memory:');
    const lead = ({ messages }: { messages: readonly { text: string }[] }) =>
      complete(messages.some(({ text }) => text.includes('Ada')) ? 'You are Ada.' : 'Who are you?');
    const ask = async (input: string, previous?: string) => {
      await using stage = await Stage.open({ store, swarms: [team({ lead })] });
      const client = await openAIFor(stage);
      const more = previous === undefined ? {} : { previous_response_id: previous };
      const response = await client.responses.create({ model: 'team', input, ...more });
      expect((await client.responses.retrieve(previous ?? response.id)).status).toBe('completed');
      return response;
    };
    const first = await ask('I am Ada.');
    expect((await ask('Who am I?', first.id)).output_text).toBe('You are Ada.');
  });

  test('responses still wait for the same calls after a restart, also in chat completions', async () => {
    await using store = await openStore('sqlite::memory:');
    const swarms = [lookouts(['north', 'south'])];
    const before = await Stage.open({ store, swarms });
    const early = await openAIFor(before);
    const first = await early.responses.create({ model: 'team', input: 'go', tools: [lookOut] });
    const { type: _, ...chatTool } = lookOut;
    const messages = [{ role: 'user' as const, content: 'go' }];
    const tools = [{ type: 'function' as const, function: chatTool }];
    const chat = await early.chat.completions.create({ model: 'team', messages, tools });
    await before[Symbol.asyncDispose]();

    await using after = await Stage.open({ store, swarms });
    const client = await openAIFor(after);
    const input = outputs(first, 'rain');
    const second = await client.responses.create({ model: 'team', previous_response_id: first.id, input });
    expect(second.output_text).toBe('Seen: rain and rain.');
    const { message } = chat.choices[0]!;
    const results = message.tool_calls!.map(({ id }) => ({ role: 'tool' as const, tool_call_id: id, content: 'sun' }));
    const done = await client.chat.completions.create({ model: 'team', messages: [...messages, message, ...results] });
    expect(done.choices[0]!.message.content).toBe('Seen: sun and sun.');
  });

  test('an interrupted run is resumed after a restart, and its response can be awaited', async () => {
    await using store = await openStore('sqlite::memory:');
    let hangs = true;
    const lead = async ({ signal }: { signal: AbortSignal }) => {
      if (hangs) await new Promise((_, reject) => signal.addEventListener('abort', () => reject(new Error('cut'))));
      return complete('At last.');
    };
    const before = await Stage.open({ store, swarms: [team({ lead })], node: 'one' });
    const early = await openAIFor(before);
    const { id } = await early.responses.create({ model: 'team', input: 'go', background: true });
    const waiting = early.responses.create({ model: 'team', input: 'other' }).catch((error: unknown) => error);
    await until(async () => (await before.call('/ui/tasks')).body.length === 2);
    await before[Symbol.asyncDispose]();
    expect(await waiting).toMatchObject({ status: 503, code: 'unavailable' });

    hangs = false;
    await using after = await Stage.open({ store, swarms: [team({ lead })], node: 'one' });
    const client = await openAIFor(after);
    const final = await client.responses.stream({ response_id: id }).finalResponse();
    expect(final.output_text).toBe('At last.');
  });

  test('a response is known to another process', async () => {
    await using store = await openStore('sqlite::memory:');
    await using one = await Stage.open({ store });
    await using two = await Stage.open({ store });
    const [here, there] = [await openAIFor(one), await openAIFor(two)];
    const { id } = await here.responses.create({ model: 'desk', input: 'hang', background: true });
    expect(await there.responses.retrieve(id)).toMatchObject({ status: 'in_progress' });
    expect(await there.responses.cancel(id)).toMatchObject({ status: 'cancelled' });
    const next = await there.responses.create({ model: 'desk', input: 'hello', previous_response_id: id });
    expect((await here.responses.retrieve(next.id)).output_text).toBe('you said: hello');
  });

  test('clients that waited during the shutdown need not retry', async () => {
    await using stage = await Stage.open();
    let requests = 0;
    const client = await openAIFor(stage, 'alice', {
      maxRetries: 2,
      fetch: (...given: Parameters<typeof fetch>) => {
        requests += 1;
        return fetch(...given);
      },
    });
    const waiting = client.responses.create({ model: 'desk', input: 'hang' }).catch((error: unknown) => error);
    await until(async () => (await stage.call('/ui/tasks')).body.length === 1);
    await stage.served.drain(0);
    expect(await waiting).toMatchObject({ status: 503 });
    expect(requests).toBe(1);
  });
});
