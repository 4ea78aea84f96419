import { describe, expect, test } from 'vitest';
import { shownText } from '../__fixtures__/shown-text.ts';
import { translateEvents, typesOf } from '../__fixtures__/translate-events.ts';
import { eventsOf, MAIN } from './__fixtures__/opencode-events.ts';
import { createOpencodeAdapter } from './opencode-adapter.ts';
import type { OpencodeEvent } from './opencode-event.ts';

const opencode = createOpencodeAdapter();
const on = eventsOf();
const run = (...events: OpencodeEvent[]): ReturnType<typeof translateEvents> => translateEvents(opencode, events);
const said = (...events: OpencodeEvent[]): string => shownText(run(...events).message);
const begun = [on.user('u1'), on.busy, on.assistant('m1'), on.step('s1', 'm1')];

describe('translateOpencode', () => {
  test('starts with the first message of the model, with session and model', () => {
    const { chunks } = run(on.assistant('m1'));
    expect(chunks[0]).toMatchObject({
      type: 'start',
      messageMetadata: { agent: 'opencode', agentSessionId: MAIN, model: 'scripted/m' },
    });
  });

  test('streams texts and reasoning in pieces, and closes them', () => {
    const { chunks } = run(
      ...begun,
      on.text('r', 'm1', '', false, 'reasoning'),
      on.delta('r', 'm1', 'Hm.'),
      on.text('r', 'm1', 'Hm.', true, 'reasoning'),
      on.text('t', 'm1', ''),
      on.delta('t', 'm1', 'Hel'),
      on.delta('t', 'm1', 'lo'),
      on.text('t', 'm1', 'Hello', true),
      on.stepEnd('e1', 'm1'),
    );
    expect(typesOf(chunks)).toEqual([
      'start',
      'start-step',
      'reasoning-start',
      'reasoning-delta',
      'reasoning-end',
      'text-start',
      'text-delta',
      'text-delta',
      'text-end',
      'finish-step',
      'finish',
    ]);
  });

  test('shows a call as pending, running, printing and complete', () => {
    const { chunks, message } = run(
      ...begun,
      on.tool('c1', 'm1', { status: 'pending', input: {} }),
      on.tool('c1', 'm1', { status: 'running', input: { command: 'ls' } }),
      on.tool('c1', 'm1', { status: 'running', input: { command: 'ls' }, metadata: { output: 'one\n' } }),
      on.tool('c1', 'm1', {
        status: 'completed',
        input: { command: 'ls' },
        output: 'one\ntwo\n',
        title: 'ls',
        metadata: { output: 'one\ntwo\n', exit: 0 },
      }),
    );
    expect(typesOf(chunks).slice(2)).toEqual([
      'tool-input-start',
      'tool-input-available',
      'tool-output-available',
      'tool-output-available',
      'finish-step',
      'finish',
    ]);
    expect(message.parts.at(-1)).toMatchObject({
      toolName: 'bash',
      input: { command: 'ls' },
      output: { output: 'one\ntwo\n', title: 'ls', metadata: { exit: 0 } },
    });
  });

  test('shows a failed call as failed', () => {
    const { message } = run(...begun, on.tool('c1', 'm1', { status: 'error', input: {}, error: 'File not found' }));
    expect(message.parts.at(-1)).toMatchObject({ state: 'output-error', errorText: 'File not found' });
  });

  test('shows todos and files, and reports retries and summaries as notices', () => {
    const { chunks } = run(
      ...begun,
      on.event('todo.updated', { todos: [{ content: 'one', status: 'pending' }] }),
      on.part('f', 'm1', { type: 'file', mime: 'image/png', url: 'data:image/png;base64,' }),
      on.event('session.status', { status: { type: 'retry', attempt: 1, message: 'overloaded.' } }),
      on.event('session.compacted'),
    );
    expect(chunks.slice(2, -2)).toEqual([
      { type: 'data-todos', id: 'todos', data: { items: [{ content: 'one', status: 'pending' }] } },
      { type: 'file', url: 'data:image/png;base64,', mediaType: 'image/png' },
      { type: 'data-notice', data: { code: 'retry', text: 'overloaded. Trying again.' }, transient: true },
      {
        type: 'data-notice',
        data: { code: 'compacted', text: 'The conversation was summarised to make room.' },
        transient: true,
      },
    ]);
  });

  test.each([
    ['stop', 'stop'],
    ['length', 'length'],
    ['content-filter', 'content-filter'],
    ['tool-calls', 'other'],
    ['unknown', 'other'],
  ])('finishes a run that ended with "%s" as "%s"', (reason, finishReason) => {
    expect(run(...begun, on.stepEnd('e1', 'm1', { reason })).chunks.at(-1)).toMatchObject({ finishReason });
  });

  test('cuts off an answer that was too long, without a failure', () => {
    const { chunks } = run(...begun, on.error('MessageOutputLengthError', ''));
    expect(chunks.at(-1)).toMatchObject({ finishReason: 'length' });
  });
});

describe('unexpected behaviour of OpenCode', () => {
  test('1: there is one message per step, and all are one message here', () => {
    const { chunks, message } = run(
      ...begun,
      on.text('t1', 'm1', 'One', true),
      on.stepEnd('e1', 'm1', { reason: 'tool-calls' }),
      on.assistant('m2'),
      on.step('s2', 'm2'),
      on.text('t2', 'm2', 'Two', true),
      on.stepEnd('e2', 'm2'),
    );
    expect(typesOf(chunks).filter((type) => type === 'start')).toHaveLength(1);
    expect(typesOf(chunks).filter((type) => type === 'start-step')).toHaveLength(2);
    expect(shownText(message)).toBe('One|Two');
  });

  test("2: the user's words are echoed in the same form, and hidden", () => {
    expect(
      said(on.user('u1'), on.text('t0', 'u1', 'Please do it.'), ...begun, on.text('t1', 'm1', 'Done.', true)),
    ).toBe('Done.');
  });

  test('2: parts that come before their message wait until it names their role', () => {
    expect(
      said(on.text('t0', 'u1', 'Please.'), on.text('t1', 'm1', 'Done.', true), on.user('u1'), on.assistant('m1')),
    ).toBe('Done.');
  });

  test('3: a message that is complete before its parts come closes nothing', () => {
    const complete = on.assistant('m1', { finish: 'stop', time: { created: 1, completed: 2 } });
    expect(
      said(on.user('u1'), complete, on.step('s1', 'm1'), on.text('t', 'm1', ''), on.delta('t', 'm1', 'Still here.')),
    ).toBe('Still here.');
  });

  test('4: the end of a text may come after the call that follows it', () => {
    const { chunks } = run(
      ...begun,
      on.text('t', 'm1', ''),
      on.delta('t', 'm1', 'Let me.'),
      on.tool('c1', 'm1', { status: 'running', input: {} }),
      on.text('t', 'm1', 'Let me.', true),
      on.tool('c1', 'm1', { status: 'completed', input: {}, output: 'x' }),
      on.stepEnd('e1', 'm1'),
    );
    expect(typesOf(chunks).slice(2, -2)).toEqual([
      'text-start',
      'text-delta',
      'tool-input-available',
      'text-end',
      'tool-output-available',
    ]);
  });

  test('4: deltas call their field "text" for reasoning as well, and the part decides', () => {
    const { message } = run(...begun, on.text('r', 'm1', '', false, 'reasoning'), on.delta('r', 'm1', 'Hm.'));
    expect(message.parts.at(-1)).toMatchObject({ type: 'reasoning', text: 'Hm.' });
  });

  test('4: pieces that come before their part are kept for it', () => {
    expect(
      said(
        ...begun,
        on.delta('t', 'm1', 'Ear'),
        on.delta('t', 'm1', 'ly'),
        on.text('t', 'm1', ''),
        on.delta('t', 'm1', ' bird'),
      ),
    ).toBe('Early bird');
  });

  test('5: a running call is reported several times and announced once', () => {
    const running = on.tool('c1', 'm1', { status: 'running', input: { command: 'ls' }, metadata: { output: '' } });
    const { chunks } = run(...begun, running, running, running, running);
    expect(typesOf(chunks).filter((type) => type === 'tool-input-available')).toHaveLength(1);
    expect(typesOf(chunks)).not.toContain('tool-output-available');
  });

  test('5: the output of a command is reported whole each time, and shown as it is', () => {
    const printing = (output: string): OpencodeEvent =>
      on.tool('c1', 'm1', { status: 'running', input: {}, metadata: { output } });
    const { chunks } = run(...begun, printing('one\n'), printing('one\ntwo\n'));
    const outputs = chunks.flatMap((chunk) => (chunk.type === 'tool-output-available' ? [chunk.output] : []));
    expect(outputs).toEqual(['one\n', 'one\ntwo\n']);
  });

  test('5: a command that ends with a code is complete, and shows the code', () => {
    const { message } = run(
      ...begun,
      on.tool('c1', 'm1', { status: 'completed', input: {}, output: 'oops', metadata: { output: 'oops', exit: 3 } }),
    );
    expect(message.parts.at(-1)).toMatchObject({
      state: 'output-available',
      output: { output: 'oops', metadata: { exit: 3 } },
    });
  });

  test('6: a tool that does not exist keeps the name that the model used', () => {
    const { message } = run(
      ...begun,
      on.tool('c1', 'm1', { status: 'pending', input: {} }, 'no_such_tool'),
      on.tool('c1', 'm1', { status: 'running', input: { tool: 'no_such_tool' } }, 'invalid'),
      on.tool('c1', 'm1', { status: 'completed', input: {}, output: 'There is no such tool.' }, 'invalid'),
    );
    expect(message.parts.at(-1)).toMatchObject({ toolName: 'no_such_tool', output: 'There is no such tool.' });
  });

  describe('7: a step that starts again', () => {
    const again = [
      ...begun,
      on.text('r1', 'm1', 'Hm.', true, 'reasoning'),
      on.text('t1', 'm1', ''),
      on.delta('t1', 'm1', 'Half a '),
      on.event('session.status', { status: { type: 'retry', attempt: 1, message: 'dropped' } }),
      on.step('s2', 'm1'),
      on.text('t2', 'm1', ''),
      on.delta('t2', 'm1', 'Whole.'),
      on.text('t2', 'm1', 'Whole.', true),
      on.stepEnd('e2', 'm1'),
    ];

    test('a step that starts again retracts what the broken one said: open texts at their end, closed ones by name', () => {
      const { message } = run(...again);
      expect(shownText(message)).toBe('Whole.');
      expect(message.parts).toContainEqual(
        expect.objectContaining({ text: 'Half a ', providerMetadata: { posthouse: { part: 't1', retracted: true } } }),
      );
      expect(message.parts).toContainEqual({ type: 'data-retracted', id: 'r1', data: { part: 'r1' } });
    });

    test('a step retracts only when it begins again, not when the retry is announced', () => {
      expect(typesOf(run(...again.slice(0, 8)).chunks)).not.toContain('data-retracted');
    });

    test('a whole text is not closed before the step can no longer break', () => {
      const { chunks } = run(
        ...begun,
        on.text('t1', 'm1', 'Whole?', true),
        on.step('s2', 'm1'),
        on.text('t2', 'm1', 'Whole!', true),
      );
      expect(typesOf(chunks)).not.toContain('data-retracted');
      expect(
        shownText(
          run(...begun, on.text('t1', 'm1', 'Whole?', true), on.step('s2', 'm1'), on.text('t2', 'm1', 'Whole!', true))
            .message,
        ),
      ).toBe('Whole!');
    });

    test('a step that starts again ends calls that were being written when it broke', () => {
      const { message } = run(
        ...begun,
        on.tool('c1', 'm1', { status: 'pending' }),
        on.step('s2', 'm1'),
        on.stepEnd('e', 'm1'),
      );
      expect(message.parts.find(({ type }) => type === 'dynamic-tool')).toMatchObject({
        state: 'output-error',
        errorText: 'The answer broke off before this call was complete.',
      });
    });

    test('late news of what was retracted changes nothing', () => {
      expect(said(...again, on.text('t1', 'm1', 'Half a loaf', true))).toBe('Whole.');
    });

    test('retracts a part that is removed', () => {
      expect(
        said(
          ...begun,
          on.text('t1', 'm1', 'Oops'),
          on.event('message.part.removed', { messageID: 'm1', partID: 't1' }),
        ),
      ).toBe('');
      expect(said(...begun, on.event('message.part.removed', { partID: 'nobody' }))).toBe('');
    });
  });

  describe('8: errors and stops', () => {
    test('what comes after the first idle still counts', () => {
      const { message, chunks } = translateEvents(
        opencode,
        [
          ...begun,
          on.tool('c1', 'm1', { status: 'running', input: {} }),
          on.error('MessageAbortedError', 'Aborted'),
          on.idle,
          on.tool('c1', 'm1', { status: 'completed', input: {}, output: 'User aborted the command' }),
          on.assistant('m1', { error: { name: 'MessageAbortedError' } }),
          on.idle,
        ],
        { outcome: 'stopped' },
      );
      expect(message.parts.at(-1)).toMatchObject({ output: 'User aborted the command' });
      expect(typesOf(chunks).slice(-2)).toEqual(['abort', 'finish']);
    });

    test('an abort by another client is a stop', () => {
      expect(typesOf(run(...begun, on.error('MessageAbortedError', 'Aborted'), on.idle).chunks).slice(-2)).toEqual([
        'abort',
        'finish',
      ]);
    });

    test('an error is reported once, without the stack trace that may follow', () => {
      const { chunks } = run(
        on.user('u1'),
        on.error('UnknownError', 'Model not found: scripted/nomodel.'),
        on.idle,
        on.error(
          'UnknownError',
          'ProviderModelNotFoundError: Model not found\n    at <anonymous> (/$bunfs/root/chunk.js:1:2)',
        ),
      );
      expect(chunks.filter(({ type }) => type === 'error')).toEqual([
        { type: 'error', errorText: 'Model not found: scripted/nomodel.' },
      ]);
    });

    test('an error that only the message contains is an error', () => {
      const { chunks } = run(
        ...begun,
        on.assistant('m1', { error: { name: 'StructuredOutputError', data: { message: 'No output' } } }),
      );
      expect(chunks).toContainEqual({ type: 'error', errorText: 'No output' });
    });

    test('a run that we stopped is stopped, whatever error follows', () => {
      const { chunks } = translateEvents(opencode, [...begun, on.error('UnknownError', 'boom')], {
        outcome: 'stopped',
      });
      expect(typesOf(chunks)).not.toContain('error');
    });
  });

  test('11: tokens and cost are reported per step and add up; the session counts for itself', () => {
    const tokens = { input: 100, output: 29, reasoning: 5, cache: { read: 20, write: 1 } };
    const { message } = run(
      ...begun,
      on.stepEnd('e1', 'm1', { tokens, cost: 0.5 }),
      on.step('s2', 'm1'),
      on.stepEnd('e2', 'm1', { tokens, cost: 0.25 }),
      on.event('session.updated', { info: { id: MAIN, tokens: { ...tokens, input: 1_000 }, cost: 7 } }),
      on.event('session.updated', { info: { id: MAIN } }),
    );
    expect(message.metadata).toMatchObject({
      usage: { inputTokens: 242, outputTokens: 68, reasoningTokens: 10, cacheReadTokens: 40, cacheWriteTokens: 2 },
      cost: 0.75,
      totals: { usage: { inputTokens: 1_021 }, cost: 7 },
    });
  });
});

describe('input that translateOpencode does not understand', () => {
  test('unknown events, parts and fields are counted and reported', () => {
    const { state, message } = run(
      ...begun,
      { type: 'server.heartbeat' },
      { type: 'plugin.added', properties: {} },
      { type: 'brand.new', properties: {} },
      on.event('session.next.step.started'),
      on.event('session.brand.new'),
      on.part('x', 'm1', { type: 'hologram' }),
      on.delta('t', 'm1', 'x', 'title'),
      on.part('p', 'm1', { type: 'patch' }),
    );
    expect(state.ignored).toEqual({
      'brand.new': 1,
      'session.brand.new': 1,
      'part/hologram': 1,
      'delta/title': 1,
    });
    expect(message.parts).toContainEqual(
      expect.objectContaining({
        type: 'data-notice',
        data: expect.objectContaining({ code: 'not_understood', events: state.ignored }),
      }),
    );
  });

  test('translateOpencode survives input that makes no sense', () => {
    const { chunks } = run(
      { type: 'message.updated', properties: { sessionID: MAIN } },
      { type: 'message.part.updated', properties: { sessionID: MAIN } },
      on.event('permission.asked'),
      on.event('permission.replied'),
      on.part('p', 'm1', { type: 'tool' }),
      on.event('session.error'),
    );
    expect(chunks.at(-1)).toMatchObject({ type: 'finish' });
  });

  test('ten megabytes of output from a tool are bounded', () => {
    const output = 'x'.repeat(10_000_000);
    const { chunks } = run(
      ...begun,
      on.tool('c1', 'm1', { status: 'running', input: {}, metadata: { output } }),
      on.tool('c1', 'm1', { status: 'completed', input: {}, output, metadata: { output, exit: 0 } }),
    );
    expect(JSON.stringify(chunks).length).toBeLessThan(1_200_000);
  });

  test('what waits for something that never comes is bounded', () => {
    const flood = Array.from({ length: 1_200 }, (_, index) => on.delta('t', 'nobody', `${index}`));
    expect(run(...begun, ...flood).state.ignored).toEqual({ 'held-too-long': 200 });
  });
});
