import fc from 'fast-check';
import { ChatCompletionStream } from 'openai/lib/ChatCompletionStream';
import { describe, expect, test } from 'vitest';
import { lead, question, thought } from '../__fixtures__/tellings.ts';
import type { DoorTelling } from '../tell-slice.ts';
import { chatDialect, toCompletion } from './chat-writer.ts';

const taskId = '3c1f8a52-6a0e-4f5e-9a63-0f5b8f1d2c77';
const used: DoorTelling = {
  type: 'usage',
  agent: 'lead',
  model: 'm',
  usage: { inputTokens: 3, outputTokens: 4, cacheReadTokens: 1 },
};

/** A completion in the making; gives the chunks of each telling. */
function open(includeUsage = false) {
  const settings = { taskId, shell: { id: 'chatcmpl-1', model: 'team' }, includeUsage };
  const { start, take } = chatDialect(settings);
  let state = take(start, used).state;
  return {
    start: () => toChunks({ type: 'begin', at: '2026-01-01T00:00:00Z' }),
    take: toChunks,
    get failure() {
      return state.failure;
    },
    toCompletion: () => toCompletion(settings, state),
  };

  function toChunks(telling: DoorTelling): Record<string, unknown>[] {
    const step = take(state, telling);
    state = step.state;
    return step.text
      .split('\n\n')
      .filter(Boolean)
      .map((event) => JSON.parse(event.slice('data: '.length)) as Record<string, unknown>);
  }
}

/** What OpenAI's own reader makes of the chunks. */
async function read(chunks: readonly object[]) {
  const lines = chunks.map((chunk) => `${JSON.stringify(chunk)}\n`).join('');
  const body = new ReadableStream({
    start(controller) {
      controller.enqueue(new TextEncoder().encode(lines));
      controller.close();
    },
  });
  return ChatCompletionStream.fromReadableStream(body).finalChatCompletion();
}

const deltas = fc.array(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 5 }));

describe('a completion that is written', () => {
  test('is to OpenAI’s own reader what it is as a whole', async () => {
    await fc.assert(
      fc.asyncProperty(deltas, fc.boolean(), async (pieces, includeUsage) => {
        const writer = open(includeUsage);
        const tellings: DoorTelling[] = [
          ...pieces.map((delta) => ({ type: 'answer' as const, delta, by: lead })),
          { type: 'end', outcome: 'complete', text: pieces.join('') },
        ];
        const chunks = [...writer.start(), ...tellings.flatMap((telling) => writer.take(telling))];
        const whole = writer.toCompletion() as { choices: [{ message: { content: string }; finish_reason: string }] };
        const { choices } = await read(chunks);
        expect(choices[0]!.message.content ?? '').toBe(pieces.join(''));
        expect(whole.choices[0].message.content).toBe(pieces.join(''));
        expect([choices[0]!.finish_reason, whole.choices[0].finish_reason]).toEqual(['stop', 'stop']);
      }),
      { numRuns: Math.ceil((fc.readConfigureGlobal().numRuns ?? 100) / 2) },
    );
  });

  test('has the calls that wait, each whole', async () => {
    const writer = open();
    const questions = [question('look_out', { window: 'north' }), question('look_out', null)];
    const chunks = [...writer.start(), ...writer.take({ type: 'pause', seq: 9, questions })];
    const { choices } = await read(chunks);
    expect(choices[0]!.finish_reason).toBe('tool_calls');
    expect(choices[0]!.message.tool_calls!.map((call) => 'function' in call && call.function.arguments)).toEqual([
      '{"window":"north"}',
      'null',
    ]);
    const [choice] = writer.toCompletion().choices as [{ message: { content: null; tool_calls: { id: string }[] } }];
    expect(choice.message.content).toBeNull();
    expect(choice.message.tool_calls.map(({ id }) => id)).toEqual(
      choices[0]!.message.tool_calls!.map((call) => call.id),
    );
  });

  test('says what was used in a chunk of its own, when asked to', () => {
    const end: DoorTelling = { type: 'end', outcome: 'complete', text: '' };
    const [silent, telling] = [open(false), open(true)];
    expect(silent.take(end).some((chunk) => 'usage' in chunk)).toBe(false);
    const chunks = telling.take(end);
    expect(chunks.map((chunk) => chunk.usage)).toEqual([
      null,
      {
        prompt_tokens: 3,
        prompt_tokens_details: { cached_tokens: 1 },
        completion_tokens: 4,
        completion_tokens_details: { reasoning_tokens: 0 },
        total_tokens: 7,
      },
    ]);
    expect(chunks.at(-1)!.choices).toEqual([]);
  });

  test('leaves out what was taken back, and what agents think', () => {
    const writer = open();
    const tellings: DoorTelling[] = [
      { type: 'text', text: thought('t'), offset: 0, delta: 'Hm.' },
      { type: 'answer', delta: 'First', by: lead },
      { type: 'answer-retracted' },
      { type: 'answer', delta: 'Second', by: lead },
      { type: 'text-end', text: thought('t'), retracted: false },
      { type: 'end', outcome: 'complete', text: 'Second' },
    ];
    const chunks = tellings.flatMap((telling) => writer.take(telling)) as {
      choices: { delta: { content?: string } }[];
    }[];
    expect(chunks.map(({ choices }) => choices[0]!.delta.content ?? '').join('')).toBe('First\n\nSecond');
    expect(writer.toCompletion().choices).toMatchObject([{ message: { content: 'Second' } }]);
  });

  test.each([
    ['error', 'model_failed'],
    ['cancelled', 'cancelled'],
  ] as const)('is none when the run ends with %s', (outcome, code) => {
    const writer = open();
    expect(writer.take({ type: 'end', outcome, text: 'why', code })).toEqual([]);
    expect(writer.failure).toEqual({ code, message: 'why' });
    expect(writer.take({ type: 'answer', delta: 'late', by: lead })).toEqual([]);
  });

  test('is cut off at a limit', () => {
    const writer = open();
    const [chunk] = writer.take({ type: 'end', outcome: 'error', text: 'the limit', code: 'limit_reached' });
    const expected = {
      finish_reason: 'length',
      incomplete_details: { reason: 'max_output_tokens', message: 'the limit' },
    };
    expect(chunk!.choices).toMatchObject([expected]);
    expect(writer.toCompletion().choices).toMatchObject([{ ...expected, message: { content: '' } }]);
    expect(writer.failure).toBeUndefined();
  });
});
