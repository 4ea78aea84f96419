import fc from 'fast-check';
import { ServerMetrics } from '../../metrics/server-metrics.ts';
import { busyWriters } from '../../__fixtures__/busy-writers.ts';
import { Stage } from '../../__fixtures__/stage.ts';
import { gather, openAIFor } from '../__fixtures__/door-stage.ts';
import { complete, team } from '../__fixtures__/teams.ts';
import type { Response, ResponseFunctionToolCall, ResponseStreamEvent } from 'openai/resources/responses/responses';
import { openStore } from '@posthouse/store';
import { expect, test } from 'vitest';

const finalOf = (events: readonly ResponseStreamEvent[]): Response => {
  const last = events.at(-1)!;
  if (last.type !== 'response.completed') throw new Error(`it ended with ${last.type}`);
  return last.response;
};
const answerOf = ({ output }: Response) =>
  output
    .filter((item): item is ResponseFunctionToolCall => item.type === 'function_call')
    .map(({ call_id: callId }) => ({ type: 'function_call_output' as const, call_id: callId, output: 'yes' }));

test('a stream and the stored response agree, with three agents, an interrupt and a pause', async () => {
  await using stage = await Stage.open({ swarms: [busyWriters('busy')] });
  const client = await openAIFor(stage);
  const ask = { model: 'busy', stream: true as const, reasoning: { summary: 'auto' as const } };
  const first = finalOf(await gather(await client.responses.create({ ...ask, input: 'go' })));
  const second = finalOf(
    await gather(await client.responses.create({ ...ask, previous_response_id: first.id, input: answerOf(first) })),
  );
  const total = { input: 0, output: 0 };
  for (const response of [first, second]) {
    const kept = await client.responses.retrieve(response.id);
    // In the order in which they were begun; thoughts that were not the last word are not kept by either.
    expect([kept.output, kept.usage, kept.created_at]).toEqual([response.output, response.usage, response.created_at]);
    const again = finalOf(await gather(await client.responses.retrieve(response.id, { stream: true })));
    expect([again.output, again.usage, again.created_at]).toEqual([kept.output, kept.usage, kept.created_at]);
    total.input += kept.usage!.input_tokens;
    total.output += kept.usage!.output_tokens;
  }
  // The parts of a run that has paused add up to all that its agents used: nothing is counted twice or forgotten.
  const [task] = (await stage.call('/ui/dump-events')).body.events
    .filter(({ event_type: type }: { event_type: string }) => type === 'usage')
    .reduce(
      ([sum]: [{ input: number; output: number }], { data }: { data: { extra_data: Record<string, number> } }) => [
        { input: sum.input + data.extra_data.input_tokens!, output: sum.output + data.extra_data.output_tokens! },
      ],
      [{ input: 0, output: 0 }],
    );
  expect(total).toEqual(task);
});

test('texts of all kinds pass both doors unchanged, in pieces of any size', async () => {
  let next = { text: '', chunkSize: 1 };
  const lead = () => complete(next.text, { chunkSize: next.chunkSize });
  await using stage = await Stage.open({ swarms: [team({ lead })] });
  const client = await openAIFor(stage);
  await fc.assert(
    fc.asyncProperty(fc.string({ unit: 'binary' }), fc.integer({ min: 1, max: 9 }), async (text, chunkSize) => {
      next = { text: text.toWellFormed().replaceAll('\u0000', '') || '-', chunkSize };
      const stream = await client.responses.create({ model: 'team', input: 'go', stream: true });
      const events = await gather(stream);
      const told = events.map((event) => (event.type === 'response.output_text.delta' ? event.delta : '')).join('');
      const messages = [{ role: 'user' as const, content: 'go' }];
      const chunks = await gather(await client.chat.completions.create({ model: 'team', messages, stream: true }));
      const chat = chunks.map(({ choices }) => choices[0]?.delta.content ?? '').join('');
      expect([told, chat]).toEqual([next.text, next.text]);
    }),
    { numRuns: Math.min(200, Math.ceil((fc.readConfigureGlobal().numRuns ?? 100) / 5)) },
  );
});

test('a stream can be read from a process that does not run it', async () => {
  await using store = await openStore('sqlite::memory:');
  const text = 'The quick brown fox jumps over the lazy dog.';
  const lead = () => complete(text, { chunkSize: 4, delayMs: 15 });
  await using here = await Stage.open({ store, swarms: [team({ lead })] });
  await using there = await Stage.open({ store, swarms: [team({ lead })] });
  const { id } = await (await openAIFor(here)).responses.create({ model: 'team', input: 'go', background: true });
  const events = await gather(await (await openAIFor(there)).responses.retrieve(id, { stream: true }));
  expect(finalOf(events).output_text ?? '').toBe('');
  expect(finalOf(events).output).toMatchObject([{ content: [{ text }] }]);
});

test('many concurrent streams do not interfere, and are counted', async () => {
  using metrics = new ServerMetrics({ version: '0.0.0' });
  const lead = ({ messages }: { messages: readonly { text: string }[] }) =>
    complete(/number (\d+)/.exec(messages.at(-1)!.text)![0], { chunkSize: 3, delayMs: 1 });
  await using stage = await Stage.open({ swarms: [team({ lead })], metrics });
  const client = await openAIFor(stage);
  const count = process.env.TEST_FULL === '1' ? 200 : 25;
  const texts = await Promise.all(
    Array.from({ length: count }, async (_, index) => {
      const stream = await client.responses.create({ model: 'team', input: `number ${index}`, stream: true });
      return (await gather(stream))
        .map((event) => (event.type === 'response.output_text.delta' ? event.delta : ''))
        .join('');
    }),
  );
  expect(texts).toEqual(Array.from({ length: count }, (_, index) => `number ${index}`));
  const text = await metrics.toText();
  expect(text).toContain(`posthouse_http_requests_total{method="POST",route="/v1/responses",status="200"} ${count}`);
  expect(text).toContain(`posthouse_streams_total ${count}`);
  expect(text).toContain('posthouse_streams_open 0');
});
