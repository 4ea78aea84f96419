import { APIError } from 'openai';
import type { ResponseStreamEvent } from 'openai/resources/responses/responses';
import { describe, expect, test } from 'vitest';
import { Stage } from '../../__fixtures__/stage.ts';
import { until } from '../../__fixtures__/until.ts';
import { writers, writing } from '../../__fixtures__/writers.ts';
import { gather, openAIFor } from '../__fixtures__/door-stage.ts';
import { complete, team, thinkers } from '../__fixtures__/teams.ts';

const typesOf = (events: readonly { type: string }[]): string[] =>
  events.map(({ type }) => type).filter((type, index, all) => type !== all[index - 1]);
const textOf = (events: readonly ResponseStreamEvent[]): string =>
  events.map((event) => (event.type === 'response.output_text.delta' ? event.delta : '')).join('');
const FOX = 'The quick brown fox jumps over the lazy dog, again and again.';

describe('a stream of Responses', () => {
  test('sends the answer as it is written, in the order that clients require', async () => {
    await using stage = await Stage.open({ swarms: [writers(writing(FOX))] });
    const client = await openAIFor(stage);
    const events = await gather(await client.responses.create({ model: 'writers', input: 'go', stream: true }));
    expect(typesOf(events)).toEqual([
      'response.created',
      'response.in_progress',
      'response.output_item.added',
      'response.content_part.added',
      'response.output_text.delta',
      'response.output_text.done',
      'response.content_part.done',
      'response.output_item.done',
      'response.completed',
    ]);
    expect(events.map(({ sequence_number: number }) => number)).toEqual(events.map((_, index) => index));
    expect(textOf(events)).toBe(FOX);
    const last = events.at(-1)!;
    if (last.type !== 'response.completed') throw new Error('it is complete');
    const kept = await client.responses.retrieve(last.response.id);
    expect(kept).toMatchObject({ output: last.response.output, usage: last.response.usage, status: 'completed' });
  });

  test('sends words before the run has ended', async () => {
    // The model falls silent in the middle, so that only what came before can have been told.
    const lead = () => complete(FOX, { chunkSize: 8, fault: { kind: 'stall' as const, afterChunks: 5 } });
    await using stage = await Stage.open({ swarms: [team({ lead })] });
    const client = await openAIFor(stage);
    const stream = await client.responses.create({ model: 'team', input: 'go', stream: true });
    let text = '';
    for await (const event of stream) {
      if (event.type !== 'response.output_text.delta') continue;
      text += event.delta;
      break;
    }
    expect(text).not.toBe('');
    expect(FOX.startsWith(text)).toBe(true);
    expect((await stage.call('/ui/tasks')).body).toMatchObject([{ is_running: true }]);
  });

  test('OpenAI’s own reader assembles a stream into the same response', async () => {
    await using stage = await Stage.open({ swarms: [thinkers()] });
    const client = await openAIFor(stage);
    const stream = client.responses.stream({ model: 'team', input: '17 + 4?', reasoning: { summary: 'auto' } });
    const deltas: string[] = [];
    stream.on('response.output_text.delta', ({ snapshot }) => deltas.push(snapshot));
    const final = await stream.finalResponse();
    expect(final.output_text).toBe('It is 21.');
    expect(deltas.at(-1)).toBe('It is 21.');
    expect(final.output.map(({ type }) => type)).toEqual([
      'reasoning',
      'reasoning',
      'reasoning',
      'reasoning',
      'message',
    ]);
    const kept = await client.responses.retrieve(final.id);
    expect(kept.output.map(({ type, id }) => [type, id])).toEqual(final.output.map(({ type, id }) => [type, id]));
    expect(kept.usage).toEqual(final.usage);
  });

  test('a stream can be read again from the beginning, and joined in the middle', async () => {
    await using stage = await Stage.open({ swarms: [writers(writing(FOX, { delayMs: 10 }))] });
    const client = await openAIFor(stage);
    const { id } = await client.responses.create({ model: 'writers', input: 'go', background: true });
    for (let round = 0; round < 2; round += 1) {
      const events = await gather(await client.responses.retrieve(id, { stream: true }));
      expect([textOf(events), events.at(-1)!.type]).toEqual([FOX, 'response.completed']);
    }
    const late = client.responses.retrieve(id, { stream: true, starting_after: 3 });
    expect(await late.catch((error: unknown) => error)).toMatchObject({ status: 400, param: 'starting_after' });
  });

  test('holds back a structured answer until it is valid', async () => {
    const lead = [complete('{"sum":', { chunkSize: 2 }), complete('{"sum":21}', { chunkSize: 2 })];
    await using stage = await Stage.open({ swarms: [team({ lead })] });
    const client = await openAIFor(stage);
    const schema = { type: 'object', properties: { sum: { type: 'number' } }, required: ['sum'] };
    const events = await gather(
      await client.responses.create({
        model: 'team',
        input: '17 + 4',
        stream: true,
        text: { format: { type: 'json_schema', name: 'sum', schema } },
      }),
    );
    expect(textOf(events)).toBe('{"sum":21}');
  });

  test('says when what was written is not the answer', async () => {
    // The helper may not complete the task, and is told so when it has written all of its answer.
    const request = { name: 'send_request', input: { target: 'helper', subject: 's', body: 'b' } };
    const response = { name: 'send_response', input: { target: 'lead', subject: 'r', body: 'b' } };
    const helper = [complete('First words.', { chunkSize: 6, delayMs: 30 }), { toolCalls: [response] }];
    const lead = [{ toolCalls: [request] }, complete('Second thoughts.', { chunkSize: 4 })];
    await using stage = await Stage.open({ swarms: [team({ lead, helper })] });
    const client = await openAIFor(stage);
    const events = await gather(await client.responses.create({ model: 'team', input: 'go', stream: true }));
    const items = events.flatMap((event) => (event.type === 'response.output_item.done' ? [event.item] : []));
    const last = events.at(-1)!;
    if (last.type !== 'response.completed') throw new Error(`it ended with ${JSON.stringify(last)}`);
    expect(items).toMatchObject([
      { status: 'incomplete', content: [{ text: 'First words.' }] },
      { status: 'completed', content: [{ text: 'Second thoughts.' }] },
    ]);
    expect(last.response.output).toEqual(items.slice(1));
    const runner = client.responses.retrieve(last.response.id);
    expect((await runner).output_text).toBe('Second thoughts.');
  });
});

describe('a stream of Responses that fails', () => {
  test.each([
    ['fail', 'response.failed', { status: 'failed', error: { code: 'model_failed' } }],
    ['cancel', 'response.failed', { status: 'cancelled', error: { code: 'cancelled' } }],
  ])('a stream ends with the outcome of its run: %s', async (how, type, response) => {
    await using stage = await Stage.open();
    const client = await openAIFor(stage);
    const input = how === 'fail' ? 'fail' : 'hang';
    const stream = await client.responses.create({ model: 'desk', input, stream: true });
    const events: ResponseStreamEvent[] = [];
    for await (const event of stream) {
      events.push(event);
      if (event.type === 'response.in_progress' && how === 'cancel') await client.responses.cancel(event.response.id);
    }
    expect(events.at(-1)).toMatchObject({ type, response });
  });

  test('a stream that reaches a limit ends as incomplete', async () => {
    const endless = () => ({ toolCalls: [{ name: 'help', input: {} }] });
    await using stage = await Stage.open({ swarms: [team({ lead: endless }, { turns: 1 })] });
    const client = await openAIFor(stage);
    const events = await gather(await client.responses.create({ model: 'team', input: 'go', stream: true }));
    expect(events.at(-1)).toMatchObject({ type: 'response.incomplete', response: { status: 'incomplete' } });
  });

  test('ends with an error when the server stops, and the run continues elsewhere', async () => {
    await using stage = await Stage.open();
    const client = await openAIFor(stage);
    const stream = await client.responses.create({ model: 'desk', input: 'hang', stream: true });
    const reading = gather(stream).catch((error: unknown) => error);
    await until(async () => (await stage.call('/ui/tasks')).body.length === 1);
    await stage.served.drain(0);
    const error = await reading;
    expect(error).toBeInstanceOf(APIError);
    expect(error).toMatchObject({ code: 'unavailable' });
  });

  test('continues when its reader leaves, and can be read later', async () => {
    await using stage = await Stage.open({ swarms: [writers(writing(FOX, { delayMs: 10 }))] });
    const client = await openAIFor(stage);
    const stream = await client.responses.create({ model: 'writers', input: 'go', stream: true });
    let id = '';
    for await (const event of stream) {
      if (event.type === 'response.created') id = event.response.id;
      if (event.type === 'response.output_text.delta') break;
    }
    await until(async () => (await client.responses.retrieve(id)).status === 'completed');
    expect((await client.responses.retrieve(id)).output_text).toBe(FOX);
  });

  test('neither a stream nor a whole answer depends on a reader', async () => {
    await using stage = await Stage.open();
    const client = await openAIFor(stage);
    for (const stream of [true, false]) {
      const leaving = new AbortController();
      const before = Object.keys((await stage.call('/tasks')).body).length;
      const asked = client.responses.create({ model: 'desk', input: 'wait 100', stream }, { signal: leaving.signal });
      await until(async () => Object.keys((await stage.call('/tasks')).body).length > before);
      leaving.abort();
      await asked.catch(() => undefined);
    }
    const statuses = async (): Promise<string[]> =>
      Object.values((await stage.call('/tasks')).body as Record<string, { status: string }>).map(
        ({ status }) => status,
      );
    await until(async () => !(await statuses()).includes('running'));
    expect(await statuses()).toEqual(['complete', 'complete']);
  });

  test('sends keep-alives that readers ignore', async () => {
    await using stage = await Stage.open({ pingMs: 20 });
    let pings = 0;
    const client = await openAIFor(stage, 'alice', {
      fetch: async (...given: Parameters<typeof fetch>) => {
        const response = await fetch(...given);
        const listening = new TransformStream<Uint8Array, Uint8Array>({
          transform(chunk, controller) {
            pings += Buffer.from(chunk).toString().split(': ping\n\n').length - 1;
            controller.enqueue(chunk);
          },
        });
        return new Response(response.body!.pipeThrough(listening), response);
      },
    });
    const stream = await client.responses.create({ model: 'desk', input: 'hang', stream: true });
    const reading = gather(stream);
    await until(() => pings >= 2);
    const [taskId] = Object.keys((await stage.call('/tasks')).body);
    await stage.call(`/tasks/${taskId}/cancel`, { method: 'POST' });
    const types = (await reading).map(({ type }) => type);
    expect(types).toEqual(['response.created', 'response.in_progress', 'response.failed']);
  });
});
