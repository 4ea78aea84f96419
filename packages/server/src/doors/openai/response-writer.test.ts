import type { JSONValue } from '@posthouse/protocol';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ResponseStream } from 'openai/lib/responses/ResponseStream';
import { lead, question, thought } from '../__fixtures__/tellings.ts';
import type { DoorTelling } from '../tell-slice.ts';
import { responseDialect, toResponse } from './response-writer.ts';

const place = { taskId: '3c1f8a52-6a0e-4f5e-9a63-0f5b8f1d2c77', after: 4, posted: 4 };
type ResponseEvent = { type: string; sequence_number: number };
const used: DoorTelling = { type: 'usage', agent: 'lead', model: 'm', usage: { inputTokens: 3, outputTokens: 4 } };

/** A response in the making; gives the events of each telling. */
function open(summaries = true) {
  const settings = { place, shell: { id: 'resp_1', object: 'response', model: 'team' }, summaries };
  const { start, take, toFailure } = responseDialect(settings);
  let state = take(start, used).state;
  return {
    start: () => tell({ type: 'begin', at: '2026-01-01T00:00:00Z' }),
    take: tell,
    fail: (failure: { code: string; message: string }) => toEvents(toFailure!(state, failure)),
    toResponse: () => toResponse(settings, state),
  };

  function tell(telling: DoorTelling): ResponseEvent[] {
    const step = take(state, telling);
    state = step.state;
    return toEvents(step.text);
  }
}

function toEvents(text: string): ResponseEvent[] {
  const datas = text.split('\n\n').filter(Boolean);
  return datas.map((event) => JSON.parse(event.slice(event.indexOf('data: ') + 6)) as ResponseEvent);
}

/** What OpenAI's own reader makes of the events; throws when it does not like them. */
async function read(events: readonly ResponseEvent[]) {
  const lines = events.map((event) => `${JSON.stringify(event)}\n`).join('');
  const body = new ReadableStream({
    start(controller) {
      controller.enqueue(new TextEncoder().encode(lines));
      controller.close();
    },
  });
  return ResponseStream.fromReadableStream(body).finalResponse();
}

const id = fc.constantFrom('lead/1/1/0', 'helper/1/1/0', 'lead/2/1/0');
const step: fc.Arbitrary<DoorTelling> = fc.oneof(
  fc.record({
    type: fc.constant('answer' as const),
    delta: fc.string({ minLength: 1, maxLength: 4 }),
    by: fc.constant(lead),
  }),
  fc.constant({ type: 'answer-retracted' as const }),
  fc.record({
    type: fc.constant('text' as const),
    text: id.map((each) => thought(each)),
    offset: fc.constant(0),
    delta: fc.string({ minLength: 1, maxLength: 4 }),
  }),
);
const asked = fc
  .tuple(fc.string({ minLength: 1 }), fc.jsonValue())
  .map(([tool, input]) => question(tool, input as JSONValue));
const end: fc.Arbitrary<DoorTelling> = fc.oneof(
  fc.record({
    type: fc.constant('pause' as const),
    seq: fc.nat(),
    questions: fc.array(asked, { minLength: 1, maxLength: 3 }),
  }),
  fc.record({ type: fc.constant('end' as const), outcome: fc.constant('complete' as const), text: fc.string() }),
  fc.record({
    type: fc.constant('end' as const),
    outcome: fc.constantFrom('error' as const, 'cancelled' as const),
    text: fc.string(),
    code: fc.constantFrom('model_failed', 'limit_reached', 'cancelled'),
  }),
);

/** A story as the teller tells it: thoughts begin and end, and nothing is half said when it is over. */
function toStory(steps: readonly DoorTelling[], last: DoorTelling): DoorTelling[] {
  const began = new Set(steps.flatMap((each) => (each.type === 'text' ? [each.text.id] : [])));
  const begins = [...began].map((each): DoorTelling => ({ type: 'text-start', text: thought(each) }));
  const ends = [...began].map((each): DoorTelling => ({ type: 'text-end', text: thought(each), retracted: false }));
  const isAnswer = last.type === 'end' && last.outcome === 'complete';
  return [...begins, ...steps, ...ends, ...(isAnswer ? [] : [{ type: 'answer-retracted' as const }]), last];
}

describe('a response that is written', () => {
  test('is legal to OpenAI’s own reader, whatever happens in the run', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step), end, fc.boolean(), async (steps, last, summaries) => {
        const writer = open(summaries);
        const events = [...writer.start(), ...toStory(steps, last).flatMap((telling) => writer.take(telling))];
        expect(events.map(({ sequence_number: number }) => number)).toEqual(events.map((_, index) => index));
        const final = await read(events);
        const written = JSON.parse(JSON.stringify(writer.toResponse())) as { output: object[]; status: string };
        expect(final.output).toMatchObject(written.output);
        expect(final.status).toBe(written.status);
        // Everything that was opened is closed.
        const count = (type: string): number => events.filter((event) => event.type === type).length;
        expect(count('response.output_item.added')).toBe(count('response.output_item.done'));
        expect(count('response.content_part.added')).toBe(count('response.content_part.done'));
      }),
      { numRuns: Math.ceil((fc.readConfigureGlobal().numRuns ?? 100) / 2) },
    );
  });

  test('is the same whether its text came in one piece or in many', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ minLength: 1 }), { minLength: 1 }), (pieces) => {
        const last: DoorTelling = { type: 'end', outcome: 'complete', text: pieces.join('') };
        const [one, many] = [open(), open()];
        one.take({ type: 'answer', delta: pieces.join(''), by: lead });
        for (const delta of pieces) many.take({ type: 'answer', delta, by: lead });
        one.take(last);
        many.take(last);
        expect(many.toResponse()).toEqual(one.toResponse());
      }),
    );
  });

  test('has no usage before it is over, and does not change afterwards', () => {
    const writer = open();
    expect(writer.toResponse()).toMatchObject({ status: 'in_progress', usage: null, output: [] });
    writer.take({ type: 'end', outcome: 'complete', text: '' });
    const over = writer.toResponse();
    expect(over).toMatchObject({ status: 'completed', usage: { total_tokens: 7 } });
    expect(writer.take({ type: 'answer', delta: 'late', by: lead })).toEqual([]);
    expect(writer.toResponse()).toEqual(over);
  });

  test('that breaks off ends with an error', () => {
    const writer = open();
    writer.start();
    expect(writer.fail({ code: 'unavailable', message: 'm' })).toEqual([
      { type: 'error', sequence_number: 2, code: 'unavailable', message: 'm', param: null },
    ]);
  });
});
