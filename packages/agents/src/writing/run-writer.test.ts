import { newsToChunks, type UIChunk } from '@posthouse/chat';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { aiSdks, type AiSdkName, readWith, refusalOf } from '../__fixtures__/ai-sdk-readers.ts';
import { toMessage, typesOf } from '../__fixtures__/translate-events.ts';
import { finishRun } from './finish-run.ts';
import { type RunState, startRunState } from './run-state.ts';
import { RunWriter } from './run-writer.ts';

const start = (now: () => number = () => 0): RunState =>
  startRunState('parrot', { messageId: 'm1', generateId: () => 'id', now });

/** Writes on a new run and gives the chunks. */
function write(...acts: ((writer: RunWriter<RunState>) => void)[]): { chunks: UIChunk[]; state: RunState } {
  const writer = new RunWriter(start());
  for (const act of acts) act(writer);
  const { news, state } = writer.done();
  return { chunks: news.flatMap(newsToChunks), state };
}

describe('the start of a written run', () => {
  test('the start contains what is known, and comes before anything else', () => {
    const { chunks } = write(
      (writer) => writer.describe({ agentSessionId: 's1', model: 'parrot-1' }),
      (writer) => writer.text({ id: 't', kind: 'text', delta: 'Hi' }),
    );
    expect(chunks.slice(0, 2)).toEqual([
      { type: 'start', messageId: 'm1', messageMetadata: { agent: 'parrot', agentSessionId: 's1', model: 'parrot-1' } },
      { type: 'start-step' },
    ]);
  });

  test('a later description with undefined keeps what was said before', () => {
    const { chunks, state } = write(
      (writer) => writer.describe({ agentSessionId: 's1', model: 'parrot-1', cost: 2 }),
      (writer) => writer.describe({ agentSessionId: undefined, model: undefined, cost: undefined }),
      (writer) => writer.start(),
    );
    const messageMetadata = { agent: 'parrot', agentSessionId: 's1', model: 'parrot-1', cost: 2 };
    expect(chunks).toEqual([{ type: 'start', messageId: 'm1', messageMetadata }]);
    expect(state.metadata).toEqual({ model: 'parrot-1', cost: 2 });
  });

  test('a written run starts once', () => {
    const { chunks } = write(
      (writer) => writer.start(),
      (writer) => writer.start(),
    );
    expect(typesOf(chunks)).toEqual(['start']);
  });

  test('the start is followed by metadata with what is learned later, and only that', () => {
    const { chunks, state } = write(
      (writer) => writer.start(),
      (writer) => writer.describe({ agentSessionId: 's1', model: 'parrot-1' }),
      (writer) => writer.describe({ agentSessionId: 's1', model: 'parrot-2' }),
      (writer) => writer.describe({ model: 'parrot-2' }),
    );
    expect(chunks.slice(1)).toEqual([
      { type: 'message-metadata', messageMetadata: { agentSessionId: 's1', model: 'parrot-1' } },
      { type: 'message-metadata', messageMetadata: { model: 'parrot-2' } },
    ]);
    expect(state.agentSessionId).toBe('s1');
  });
});

describe('steps of a written run', () => {
  test('steps begin by themselves when something is written', () => {
    const { chunks } = write((writer) => writer.text({ id: 't', kind: 'text', delta: 'Hi' }));
    expect(typesOf(chunks)).toEqual(['start', 'start-step', 'text-start', 'text-delta']);
  });

  test('a new step ends the last one, after the texts in it', () => {
    const { chunks } = write(
      (writer) => writer.beginStep(),
      (writer) => writer.text({ id: 't', kind: 'text', delta: 'Hi' }),
      (writer) => writer.beginStep(),
    );
    expect(typesOf(chunks).slice(3)).toEqual(['text-delta', 'text-end', 'finish-step', 'start-step']);
  });

  test('the end of a step completes open inputs, because readers look for them in the same step', () => {
    const { chunks } = write(
      (writer) => writer.inputStart('c1', 'search'),
      (writer) => writer.beginStep(),
      (writer) => writer.output('c1', 'late'),
    );
    expect(typesOf(chunks).slice(2)).toEqual([
      'tool-input-start',
      'tool-input-available',
      'finish-step',
      'start-step',
      'tool-output-available',
    ]);
  });

  test('no step is ended when none is open', () => {
    expect(write((writer) => writer.endStep()).chunks).toEqual([]);
  });
});

describe('texts of a written run', () => {
  test('texts name their part, so that it can be retracted later', () => {
    const { chunks } = write((writer) => writer.text({ id: 't', kind: 'reasoning', delta: '' }));
    expect(chunks.at(-1)).toEqual({
      type: 'reasoning-start',
      id: 't',
      providerMetadata: { posthouse: { part: 't' } },
    });
  });

  test('texts may be open at the same time', () => {
    const { chunks } = write(
      (writer) => writer.text({ id: 'a', kind: 'reasoning', delta: 'Hm' }),
      (writer) => writer.text({ id: 'b', kind: 'text', delta: 'Hi' }),
      (writer) => writer.text({ id: 'a', kind: 'reasoning', delta: 'm' }),
      (writer) => writer.endText('a'),
      (writer) => writer.endText('b'),
    );
    const { parts } = toMessage(chunks);
    expect(parts.slice(1).map((part) => 'text' in part && part.text)).toEqual(['Hmm', 'Hi']);
  });

  test('a text becomes another part when its id comes again after its end', () => {
    const { chunks } = write(
      (writer) => writer.text({ id: 't', kind: 'text', delta: 'one' }),
      (writer) => writer.endText('t'),
      (writer) => writer.text({ id: 't', kind: 'text', delta: 'two' }),
      (writer) => writer.endText('t'),
      (writer) => writer.text({ id: 't', kind: 'text', delta: 'three' }),
    );
    const ids = chunks.flatMap((chunk) => (chunk.type === 'text-start' ? [chunk.id] : []));
    expect(ids).toEqual(['t', 't#2', 't#3']);
    expect(
      toMessage(chunks)
        .parts.slice(1)
        .map((part) => 'text' in part && part.text),
    ).toEqual(['one', 'two', 'three']);
  });

  test('a second end, and the end of an unknown text, are ignored', () => {
    const { chunks } = write(
      (writer) => writer.text({ id: 't', kind: 'text', delta: 'Hi' }),
      (writer) => writer.endText('t'),
      (writer) => writer.endText('t'),
      (writer) => writer.endText('other'),
    );
    expect(typesOf(chunks).filter((type) => type === 'text-end')).toHaveLength(1);
  });

  test('a text that is retracted while written is marked at its end', () => {
    const { chunks } = write(
      (writer) => writer.text({ id: 't', kind: 'text', delta: 'Hi' }),
      (writer) => writer.retract('t'),
    );
    expect(toMessage(chunks).parts.at(-1)).toMatchObject({
      state: 'done',
      providerMetadata: { posthouse: { part: 't', retracted: true } },
    });
  });

  test('a text that is retracted after its end is named in a part of its own', () => {
    const { chunks } = write(
      (writer) => writer.text({ id: 't', kind: 'text', delta: 'one' }),
      (writer) => writer.endText('t'),
      (writer) => writer.text({ id: 't', kind: 'text', delta: 'two' }),
      (writer) => writer.endText('t'),
      (writer) => writer.retract('t'),
      (writer) => writer.retract('never written'),
    );
    expect(chunks.at(-1)).toEqual({ type: 'data-retracted', id: 't#2', data: { part: 't#2' } });
  });
});

describe('calls of a written run', () => {
  const call = { toolCallId: 'c1', toolName: 'search' };

  test('calls are dynamic and run by the program, from their first chunk to their last', () => {
    const { chunks } = write(
      (writer) => writer.inputStart('c1', 'search'),
      (writer) => writer.inputDelta('c1', '{"q":'),
      (writer) => writer.inputDelta('c1', '"x"}'),
      (writer) => writer.input({ ...call, input: { q: 'x' } }),
      (writer) => writer.output('c1', ['y']),
    );
    expect(typesOf(chunks).slice(2)).toEqual([
      'tool-input-start',
      'tool-input-delta',
      'tool-input-delta',
      'tool-input-available',
      'tool-output-available',
    ]);
    const flags = chunks.filter((chunk) => 'toolCallId' in chunk && chunk.type !== 'tool-input-delta');
    expect(flags.every((chunk) => 'dynamic' in chunk && chunk.dynamic && chunk.providerExecuted)).toBe(true);
    expect(toMessage(chunks).parts.at(-1)).toMatchObject({
      state: 'output-available',
      input: { q: 'x' },
      output: ['y'],
    });
  });

  test('calls need no beginning', () => {
    const { chunks } = write((writer) => writer.input({ ...call, input: { q: 'x' } }));
    expect(typesOf(chunks)).toEqual(['start', 'start-step', 'tool-input-available']);
  });

  test('calls keep the name they had first', () => {
    const { chunks } = write(
      (writer) => writer.inputStart('c1', 'no_such_tool'),
      (writer) => writer.input({ toolCallId: 'c1', toolName: 'invalid', input: {} }),
    );
    expect(chunks.at(-1)).toMatchObject({ toolName: 'no_such_tool' });
  });

  test('the input of a call is sent once', () => {
    const { chunks } = write(
      (writer) => writer.input({ ...call, input: { q: 'x' } }),
      (writer) => writer.input({ ...call, input: { q: 'y' } }),
      (writer) => writer.inputStart('c1', 'search'),
      (writer) => writer.inputDelta('c1', 'more'),
    );
    expect(typesOf(chunks).filter((type) => type.startsWith('tool-'))).toEqual(['tool-input-available']);
  });

  test('the output of an unknown call is dropped and reported', () => {
    const { chunks, state } = write(
      (writer) => writer.output('nobody', 1),
      (writer) => writer.failure('nobody', 'no'),
    );
    expect(chunks.map(({ type }) => type)).toEqual(['start', 'data-notice']);
    expect(state.ignored).toEqual({ 'unknown-call': 2 });
  });

  test('a call with two results has the last one', () => {
    const { chunks } = write(
      (writer) => writer.input({ ...call, input: {} }),
      (writer) => writer.output('c1', 'first'),
      (writer) => writer.output('c1', 'second'),
    );
    expect(toMessage(chunks).parts.at(-1)).toMatchObject({ output: 'second' });
  });

  test('an early result completes the input of its call', () => {
    const { chunks } = write(
      (writer) => writer.inputStart('c1', 'search'),
      (writer) => writer.failure('c1', 'There is no such tool.'),
    );
    expect(typesOf(chunks).slice(-2)).toEqual(['tool-input-available', 'tool-output-error']);
  });

  test('the failure of a call is text, whatever the program calls one', () => {
    const { chunks } = write(
      (writer) => writer.input({ ...call, input: {} }),
      (writer) =>
        writer.failure('c1', [
          { type: 'text', text: 'one' },
          { type: 'text', text: 'two' },
        ]),
    );
    expect(chunks.at(-1)).toMatchObject({ type: 'tool-output-error', errorText: 'one\ntwo' });
  });

  test('a missing output is null, because a missing key breaks readers', () => {
    const { chunks } = write(
      (writer) => writer.input({ ...call, input: undefined }),
      (writer) => writer.output('c1', undefined),
    );
    expect(chunks.slice(-2)).toMatchObject([{ input: {} }, { output: null }]);
  });

  test('ten megabytes of output are bounded', () => {
    const { chunks } = write(
      (writer) => writer.input({ ...call, input: {} }),
      (writer) => writer.output('c1', { stdout: 'x'.repeat(10_000_000) }),
    );
    expect(JSON.stringify(chunks.at(-1)).length).toBeLessThan(1_100_000);
  });

  test('outputs are cut shorter after the first 16 megabytes together', () => {
    const output = 'x'.repeat(2_000_000);
    const { chunks } = write(
      ...Array.from({ length: 40 }, (_, index) => (writer: RunWriter<RunState>) => {
        writer.input({ toolCallId: `c${index}`, toolName: 'bash', input: {} });
        writer.output(`c${index}`, output);
      }),
    );
    const lengths = chunks.flatMap((chunk) =>
      chunk.type === 'tool-output-available' ? [(chunk.output as string).length] : [],
    );
    expect(lengths).toHaveLength(40);
    expect(lengths.slice(0, 15).every((length) => length > 1_000_000)).toBe(true);
    expect(lengths.slice(17).every((length) => length > 16_000 && length < 17_000)).toBe(true);
  });
});

describe('progress of a written call', () => {
  const running = (now: () => number): RunWriter<RunState> => {
    const writer = new RunWriter(start(now));
    writer.input({ toolCallId: 'c1', toolName: 'bash', input: {} });
    return writer;
  };
  const outputs = ({ news }: RunWriter<RunState>): unknown[] =>
    news.flatMap((each) => (each.type === 'progress' ? [each.text] : each.type === 'result' ? [each.output] : []));

  test('progress is sent when it has grown by an eighth, or after a while', () => {
    let now = 0;
    const writer = running(() => now);
    writer.progress('c1', 'x'.repeat(80));
    writer.progress('c1', 'x'.repeat(81));
    writer.progress('c1', 'x'.repeat(90));
    now = 100;
    writer.progress('c1', 'x'.repeat(91));
    expect(outputs(writer).map((output) => String(output).length)).toEqual([80, 90, 91]);
  });

  test('progress adds up pieces', () => {
    const writer = running(() => 0);
    writer.outputDelta('c1', 'one\n');
    writer.outputDelta('c1', 'two\n');
    expect(outputs(writer)).toEqual(['one\n', 'one\ntwo\n']);
  });

  test('progress shows only the end of a long output', () => {
    const writer = running(() => 0);
    writer.outputDelta('c1', 'a'.repeat(10_000));
    writer.outputDelta('c1', `${'b'.repeat(5_000)}end`);
    expect(outputs(writer).map((output) => String(output).length)).toEqual([8_192, 8_192]);
    expect(String(outputs(writer)[1]).endsWith('bend')).toBe(true);
  });

  test('progress is preliminary, and replaced by the result', () => {
    const writer = running(() => 0);
    writer.progress('c1', 'half');
    writer.output('c1', 'whole');
    writer.progress('c1', 'too late');
    expect(toMessage(writer.news.flatMap(newsToChunks)).parts.at(-1)).toMatchObject({
      output: 'whole',
      state: 'output-available',
    });
    expect(outputs(writer)).toEqual(['half', 'whole']);
  });

  test('progress is not sent for unknown calls, or when it is empty', () => {
    const writer = running(() => 0);
    writer.progress('nobody', 'x');
    writer.progress('c1', '');
    expect(outputs(writer)).toEqual([]);
  });
});

describe('RunWriter', () => {
  test('adds up usage, and invents nothing that was not reported', () => {
    const { state } = write(
      (writer) => writer.addUsage({ inputTokens: 10, outputTokens: 2, cost: 0.5 }),
      (writer) => writer.addUsage({ inputTokens: 20, outputTokens: 3, cacheReadTokens: 5, cost: 0.25 }),
    );
    expect(state.metadata).toMatchObject({
      usage: { inputTokens: 30, outputTokens: 5, cacheReadTokens: 5 },
      cost: 0.75,
    });
    expect(write((writer) => writer.addUsage({ inputTokens: 1, outputTokens: 1 })).state.metadata.cost).toBeUndefined();
  });

  test('replaces data of the same id, and keeps no notices', () => {
    const { chunks } = write(
      (writer) => writer.data('todos', { items: [1] }, 'todos'),
      (writer) => writer.data('todos', { items: [1, 2] }, 'todos'),
      (writer) => writer.notice('retry', 'Trying again.'),
      (writer) => writer.file({ url: 'data:image/png;base64,', mediaType: 'image/png' }),
    );
    expect(toMessage(chunks).parts).toEqual([
      { type: 'data-todos', id: 'todos', data: { items: [1, 2] } },
      { type: 'step-start' },
      { type: 'file', url: 'data:image/png;base64,', mediaType: 'image/png' },
    ]);
  });

  test('counts unknown events by type, and reports each type once', () => {
    const { state, chunks } = write(
      (writer) => writer.count('news'),
      (writer) => writer.count('news'),
      (writer) => writer.count('strange'),
    );
    expect(state.ignored).toEqual({ news: 2, strange: 1 });
    expect(typesOf(chunks)).toEqual(['start', 'data-notice', 'data-notice']);
    expect(toMessage([...chunks, ...finishRun(state, { outcome: 'ended' }).flatMap(newsToChunks)]).parts).toEqual([
      {
        type: 'data-notice',
        id: 'not-understood',
        data: {
          code: 'not_understood',
          text: 'parrot sent events that are not understood here and not shown: "news" (2 times), "strange".',
          events: { news: 2, strange: 1 },
        },
      },
    ]);
  });

  test('never changes a state', () => {
    const before = start();
    const copy = structuredClone({ ...before, options: undefined });
    const writer = new RunWriter(before);
    writer.text({ id: 't', kind: 'text', delta: 'Hi' });
    writer.input({ toolCallId: 'c1', toolName: 'x', input: {} });
    writer.agentText({ toolCallId: 'c1', partId: 'p', kind: 'text', delta: 'x' });
    writer.count('x');
    writer.done();
    expect({ ...before, options: undefined }).toEqual(copy);
  });
});

describe('random output of RunWriter', () => {
  const id = fc.constantFrom('a', 'b', 'c');
  const kind = fc.constantFrom('text' as const, 'reasoning' as const);
  const act = fc.oneof(
    fc.record({ id, kind, delta: fc.string() }).map((text) => (writer: RunWriter<RunState>) => writer.text(text)),
    id.map((each) => (writer: RunWriter<RunState>) => writer.endText(each)),
    id.map((each) => (writer: RunWriter<RunState>) => writer.retract(each)),
    fc.constant((writer: RunWriter<RunState>) => writer.beginStep()),
    fc.constant((writer: RunWriter<RunState>) => writer.endStep()),
    id.map((each) => (writer: RunWriter<RunState>) => writer.inputStart(each, `tool-${each}`)),
    id.map((each) => (writer: RunWriter<RunState>) => writer.inputDelta(each, '{"x":')),
    id.map((each) => (writer: RunWriter<RunState>) => writer.input({ toolCallId: each, toolName: 'tool', input: 1 })),
    id.map((each) => (writer: RunWriter<RunState>) => writer.progress(each, 'some')),
    id.map((each) => (writer: RunWriter<RunState>) => writer.output(each, { ok: true })),
    id.map((each) => (writer: RunWriter<RunState>) => writer.failure(each, 'no')),
    id.map((each) => (writer: RunWriter<RunState>) => {
      writer.requestApproval({ approvalId: `approve-${each}`, toolCallId: each, toolName: 'tool', input: 1 });
    }),
    fc.tuple(id, fc.boolean()).map(
      ([each, yes]) =>
        (writer: RunWriter<RunState>) =>
          writer.approvalAnswered(`approve-${each}`, yes),
    ),
    fc
      .tuple(id, id, kind, fc.string(), fc.boolean())
      .map(([call, part, of, delta, isDone]) => (writer: RunWriter<RunState>) => {
        writer.agentText({ toolCallId: call, partId: part, kind: of, delta, isDone });
      }),
    fc.tuple(id, id).map(([parent, call]) => (writer: RunWriter<RunState>) => {
      writer.agentCall(parent, { toolCallId: `n-${call}`, toolName: 'tool', state: 'input-available', input: {} });
    }),
    id.map((each) => (writer: RunWriter<RunState>) => writer.agent({ toolCallId: each, status: 'running' })),
    fc.constant((writer: RunWriter<RunState>) => writer.describe({ model: 'm', agentSessionId: 's' })),
  );
  const outcome = fc.constantFrom(
    { outcome: 'ended' } as const,
    { outcome: 'stopped' } as const,
    { outcome: 'failed', errorText: 'It broke.' } as const,
  );

  test('every reader understands random output, which leaves nothing open', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(act, { maxLength: 40 }), outcome, async (acts, end) => {
        const { chunks, state } = write(...acts);
        const all = [...chunks, ...finishRun(state, end).flatMap(newsToChunks)];
        for (const sdk of Object.keys(aiSdks) as AiSdkName[]) {
          const { message, errors } = await readWith(sdk, all);
          expect(errors).toEqual(end.outcome === 'failed' ? ['It broke.'] : []);
          const open = message!.parts.filter(
            (part) => 'state' in part && /stream|input-available|approval/.test(part.state!),
          );
          expect(open).toEqual([]);
        }
      }),
      { numRuns: process.env.TEST_FULL === '1' ? 1_000 : 60 },
    );
  });

  test('random output has only keys that the oldest reader knows', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(act, { maxLength: 25 }), outcome, async (acts, end) => {
        const { chunks, state } = write(...acts);
        for (const chunk of [...chunks, ...finishRun(state, end).flatMap(newsToChunks)]) {
          expect(await refusalOf('6.0.45', chunk)).toBeUndefined();
        }
      }),
      { numRuns: process.env.TEST_FULL === '1' ? 500 : 40 },
    );
  });
});
