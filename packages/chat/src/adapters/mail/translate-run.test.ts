import { describe, expect, test } from 'vitest';
import type { UIChunk } from '../../chunks/ui-chunk.ts';
import { letter, run, RunLog } from './__fixtures__/run-log.ts';
import { startRun } from './run-state.ts';
import { continueRun, finishPaused, translateRun } from './translate-run.ts';

const about = (kind: string, agent = 'lead') => ({ providerMetadata: { mail: { agent, turn: 1, kind } } });
const retracted = (part: string, kind: string) => ({
  providerMetadata: { mail: { agent: 'lead', turn: 1, kind, retracted: true }, posthouse: { part, retracted: true } },
});
const types = (chunks: readonly UIChunk[]) => chunks.map((chunk) => chunk.type);
const shown = { dynamic: true, providerExecuted: true };
const by = { providerMetadata: { mail: { agent: 'lead', turn: 1 } } };

describe('a run begins', () => {
  test('with the id of its answer, and what it belongs to', () => {
    const { chunks, state } = new RunLog().translate();
    expect(chunks).toEqual([
      { type: 'start', messageId: 'answer-1', messageMetadata: { taskId: 'task-1', run: 1, swarm: 'team' } },
      { type: 'start-step' },
    ]);
    expect(state).toMatchObject({ answerId: 'answer-1', phase: 'open', seq: 1 });
  });

  test('and not before it has, whatever is told', () => {
    const [started, ...rest] = new RunLog().written({ text: 'early' }).events;
    let state = startRun(run);
    for (const event of rest) ({ state } = translateRun(state, event));
    expect(state).toEqual(startRun(run));
    expect(translateRun(state, started!).chunks).toHaveLength(2);
  });

  test('once', () => {
    const log = new RunLog().add({ type: 'run-started', answerId: 'other' });
    expect(log.translate().chunks).toHaveLength(2);
  });

  test('and other runs have no part in it', () => {
    const log = new RunLog().add({ type: 'notice', code: 'c', text: 't' }, { run: 2 });
    expect(log.translate().state).toEqual(new RunLog().translate().state);
  });
});

describe('text', () => {
  test('of an answer is text, and grows with its tokens', () => {
    const log = new RunLog().begin('answer').token('answer', 0, 'Se').token('answer', 2, 'ven');
    expect(log.chunks).toEqual([
      { type: 'text-start', id: 'lead/1/1/0', ...about('answer') },
      { type: 'text-delta', id: 'lead/1/1/0', delta: 'Se' },
      { type: 'text-delta', id: 'lead/1/1/0', delta: 'ven' },
    ]);
  });

  test.each(['reasoning', 'text'] as const)(
    'of the kind %s is something beside the answer, with whose it is',
    (kind) => {
      const log = new RunLog().begin(kind).token(kind, 0, 'Hm').written({ kind, text: 'Hmm' });
      expect(log.chunks).toEqual([
        { type: 'reasoning-start', id: 'lead/1/1/0', ...about(kind) },
        { type: 'reasoning-delta', id: 'lead/1/1/0', delta: 'Hm' },
        { type: 'reasoning-delta', id: 'lead/1/1/0', delta: 'm' },
        { type: 'reasoning-end', id: 'lead/1/1/0' },
      ]);
    },
  );

  test('that nobody saw being written is told whole', () => {
    expect(new RunLog().written({ text: 'All.' }).chunks).toMatchObject([
      { type: 'reasoning-start' },
      { delta: 'All.' },
      { type: 'reasoning-end' },
    ]);
  });

  test.each([
    [
      'repeats what was told',
      [
        [0, 'ab'],
        [0, 'ab'],
      ],
      ['ab'],
    ],
    [
      'repeats some and goes on',
      [
        [0, 'ab'],
        [1, 'bcd'],
      ],
      ['ab', 'cd'],
    ],
    [
      'leaves something out',
      [
        [0, 'ab'],
        [5, 'x'],
      ],
      ['ab'],
    ],
  ] as const)('is told once, also when a token %s', (_, tokens, deltas) => {
    const log = new RunLog().begin('text');
    for (const [offset, delta] of tokens) log.token('text', offset, delta);
    expect(log.chunks.slice(1)).toMatchObject(deltas.map((delta) => ({ delta })));
  });

  test('is not told before the log says that it begins, nor after it has said all', () => {
    expect(new RunLog().token('text', 0, 'early').chunks).toEqual([]);
    const log = new RunLog().begin('answer').written({ kind: 'answer', text: 'all' }).token('answer', 3, ' and more');
    expect(types(log.chunks)).toEqual(['text-start', 'text-delta']);
  });

  test('that was given up is taken back, with all that was written of it', () => {
    const log = new RunLog().begin('text').token('text', 0, 'ha').abandoned({ text: 'half' });
    expect(log.chunks.slice(1)).toEqual([
      { type: 'reasoning-delta', id: 'lead/1/1/0', delta: 'ha' },
      { type: 'reasoning-delta', id: 'lead/1/1/0', delta: 'lf' },
      { type: 'reasoning-end', id: 'lead/1/1/0', ...retracted('lead/1/1/0', 'text') },
    ]);
  });

  test('that was given up before anybody saw it begins and ends there', () => {
    expect(types(new RunLog().abandoned({ kind: 'answer', text: 'x' }).chunks)).toEqual([
      'text-start',
      'text-delta',
      'text-end',
    ]);
  });

  test('of several agents stands in the order in which it began, not in which it grew', () => {
    const log = new RunLog().begin('text', 0, { agent: 'clerk' }).begin('text').token('text', 0, 'first to grow');
    log.written({ text: 'first to grow' }).written({ agent: 'clerk', text: 'second' });
    const starts = log.chunks.flatMap((chunk) => (chunk.type === 'reasoning-start' ? [chunk.id] : []));
    expect(starts).toEqual(['clerk/1/1/0', 'lead/1/1/0']);
  });
});

describe('an answer', () => {
  const answered = () =>
    new RunLog().begin('answer').written({ kind: 'answer', text: 'Seven.' }).call('f', 'mail', 'task_complete');

  test('stands once the run has ended with it, and is not said twice', () => {
    const log = answered().ended('f', 'mail', 'ok', 'success', 'task_complete').end('complete', 'Seven.');
    expect(log.chunks.slice(2)).toEqual([
      { type: 'text-end', id: 'lead/1/1/0' },
      { type: 'finish-step' },
      { type: 'finish', finishReason: 'stop', messageMetadata: { outcome: 'complete', seq: 6 } },
    ]);
  });

  test('that was refused is taken back as soon as that is known', () => {
    const log = answered().ended('f', 'mail', 'not JSON', 'error', 'task_complete');
    expect(log.chunks.at(-1)).toEqual({ type: 'text-end', id: 'lead/1/1/0', ...retracted('lead/1/1/0', 'answer') });
    expect(log.translate().state.texts.size).toBe(0);
  });

  test('that the run did not end with is taken back, and the outcome is said', () => {
    const log = answered().end('complete', 'Eight.');
    expect(log.chunks.slice(2, 6)).toEqual([
      { type: 'text-end', id: 'lead/1/1/0', ...retracted('lead/1/1/0', 'answer') },
      { type: 'text-start', id: 'outcome/1', providerMetadata: { mail: { agent: 'team', turn: 0, kind: 'answer' } } },
      { type: 'text-delta', id: 'outcome/1', delta: 'Eight.' },
      { type: 'text-end', id: 'outcome/1' },
    ]);
  });

  test('is the outcome also when the same JSON is written differently', () => {
    const log = new RunLog().written({ kind: 'answer', text: '{ "sum": 4 }' }).end('complete', '{"sum":4}');
    expect(types(log.chunks)).toEqual(['text-start', 'text-delta', 'text-end', 'finish-step', 'finish']);
  });

  test('that nobody saw being written is said by whom it is from', () => {
    const message = letter({ addressType: 'agent', address: 'lead' }, 'Seven.', { msgType: 'broadcast_complete' });
    const log = new RunLog().add({ type: 'message', to: 'all', message }).end('complete', 'Seven.');
    expect(log.chunks[0]).toMatchObject({ type: 'text-start', providerMetadata: { mail: { agent: 'lead', turn: 1 } } });
  });

  test('without words leaves no part behind', () => {
    expect(types(new RunLog().end('complete', '').chunks)).toEqual(['finish-step', 'finish']);
  });
});

describe('a call', () => {
  test.each(['mail', 'builtin'] as const)('of the kind %s is shown when it is made', (kind) => {
    const log = new RunLog().call('c', kind).ended('c', kind, { fine: true });
    expect(log.chunks).toEqual([
      {
        type: 'tool-input-available',
        toolCallId: 'lead/1/c',
        toolName: `${kind}_tool`,
        input: { of: 'c' },
        ...shown,
        ...by,
      },
      { type: 'tool-output-available', toolCallId: 'lead/1/c', output: { fine: true }, ...shown },
    ]);
  });

  test('of an action is shown when it starts: only then is it clear that nobody has to allow it', () => {
    expect(new RunLog().call('c', 'action').chunks).toEqual([]);
    const log = new RunLog().call('c', 'action').started('c').ended('c', 'action', 'done');
    expect(types(log.chunks)).toEqual(['tool-input-available', 'tool-output-available']);
  });

  test.each([
    ['error', 'no such city'],
    ['unknown', 'nobody knows'],
    ['not-run', 'not run: interrupted'],
  ] as const)('that came out as %s says why', (status, why) => {
    const log = new RunLog().call('c', 'action').ended('c', 'action', why, status);
    expect(log.chunks).toMatchObject([
      { type: 'tool-input-available', providerExecuted: true },
      { type: 'tool-output-error', toolCallId: 'lead/1/c', errorText: why },
    ]);
  });

  test('that fails with a value says it as JSON', () => {
    const log = new RunLog().call('c', 'mail').ended('c', 'mail', { code: 7 }, 'error');
    expect(log.chunks.at(-1)).toMatchObject({ errorText: '{"code":7}' });
  });

  test('of task_complete is not shown, because its text is', () => {
    const log = new RunLog().call('f', 'mail', 'task_complete').ended('f', 'mail', 'ok', 'success', 'task_complete');
    expect(log.chunks).toEqual([]);
  });

  test('may have the id of one in another turn', () => {
    const log = new RunLog().call('c', 'mail').call('c', 'mail', 'mail_tool', { turn: 2 });
    expect(log.chunks).toMatchObject([{ toolCallId: 'lead/1/c' }, { toolCallId: 'lead/2/c' }]);
  });

  test('that nobody has made has no result', () => {
    expect(new RunLog().ended('ghost', 'action', 'boo').started('ghost').chunks).toEqual([]);
  });

  test('that is open when the run ends is closed', () => {
    const log = new RunLog().call('c', 'action').started('c').end('complete', 'x');
    expect(log.chunks[1]).toMatchObject({ type: 'tool-output-error', errorText: 'not run: the run has ended' });
  });
});

describe('a pause', () => {
  const asking = () => new RunLog().call('b', 'breakpoint').paused(['b', 'breakpoint_tool']);

  test('shows a breakpoint as a call for the client to answer', () => {
    const { chunks, state } = asking().translate();
    expect(chunks.slice(2)).toEqual([
      {
        type: 'tool-input-available',
        toolCallId: 'lead/1/b',
        toolName: 'breakpoint_tool',
        input: { of: 'b' },
        dynamic: true,
        ...by,
      },
    ]);
    expect(state.phase).toBe('paused');
    expect(finishPaused(state)).toEqual([
      { type: 'finish-step' },
      { type: 'finish', finishReason: 'tool-calls', messageMetadata: { outcome: 'paused', seq: 3 } },
    ]);
  });

  test('asks for an approval of an action that needs one, and shows it as the client’s', () => {
    const { chunks, state } = new RunLog().call('c', 'action').paused(['c', 'action_tool']).translate();
    expect(chunks.slice(2)).toEqual([
      {
        type: 'tool-input-available',
        toolCallId: 'lead/1/c',
        toolName: 'action_tool',
        input: { of: 'c' },
        dynamic: true,
        ...by,
      },
      { type: 'tool-approval-request', approvalId: 'lead/1/c', toolCallId: 'lead/1/c' },
    ]);
    expect(state.phase).toBe('paused');
  });

  test('is one only when nothing else is being written or run', () => {
    const writing = asking().begin('text', 0, { agent: 'clerk' });
    expect(writing.translate().state.phase).toBe('open');
    expect(writing.written({ agent: 'clerk', text: 'x' }).translate().state.phase).toBe('paused');
    const acting = asking().call('c', 'action', 'action_tool', { agent: 'clerk' });
    expect(acting.translate().state.phase).toBe('open');
  });

  test('does not wait for what another swarm is at', () => {
    const fact = { type: 'call', callId: 'annex/c', tool: 'look', kind: 'action', input: null } as const;
    const log = asking().add({ type: 'remote', swarm: 'annex', fact }, { agent: 'scout@annex' });
    expect(log.translate().state.phase).toBe('paused');
  });

  test('that is told again asks nobody twice', () => {
    expect(asking().paused(['b', 'breakpoint_tool']).chunks).toHaveLength(1);
    const log = new RunLog().call('c', 'action').paused(['c', 'action_tool']).paused(['c', 'action_tool']);
    expect(log.chunks).toHaveLength(2);
  });

  test('about a call that nobody has made asks all the same', () => {
    expect(new RunLog().paused(['x', 'ask']).chunks).toMatchObject([{ toolCallId: 'lead/1/x', toolName: 'ask' }]);
  });

  test('is over when somebody has answered; what comes then is a new step', () => {
    const log = asking().ended('b', 'breakpoint', 'yes').resumed('b').written({ turn: 2, text: 'Good.' });
    expect(types(log.chunks)).toEqual([
      'tool-input-available',
      'tool-output-available',
      'finish-step',
      'start-step',
      'reasoning-start',
      'reasoning-delta',
      'reasoning-end',
    ]);
    expect(log.chunks[1]).toEqual({
      type: 'tool-output-available',
      toolCallId: 'lead/1/b',
      output: 'yes',
      dynamic: true,
    });
  });

  test('does not cut through a text that is being written across it', () => {
    const log = asking().begin('text', 0, { agent: 'clerk' }).ended('b', 'breakpoint', 'yes').resumed('b');
    log.begin('text', 1).written({ agent: 'clerk', text: 'x' }).written({ part: 1, text: 'y' }).call('m', 'mail');
    const order = types(log.chunks);
    expect(order.indexOf('start-step')).toBe(order.lastIndexOf('reasoning-end') + 2);
    expect(order.slice(-3)).toEqual(['finish-step', 'start-step', 'tool-input-available']);
  });

  test('is followed by a step even if nothing comes of it: clients would send their answers again', () => {
    const log = asking().ended('b', 'breakpoint', 'yes').resumed('b').end('complete', '');
    expect(types(log.chunks).slice(-4)).toEqual(['finish-step', 'start-step', 'finish-step', 'finish']);
  });

  test('is gone on from under the same id', () => {
    expect(continueRun(asking().translate().state)).toEqual([
      { type: 'start', messageId: 'answer-1', messageMetadata: { taskId: 'task-1', run: 1, swarm: 'team' } },
    ]);
    expect(continueRun(startRun(run))).toEqual([]);
  });

  test('ends with the run', () => {
    const log = asking().end('cancelled', 'stopped');
    expect(types(log.chunks)).toEqual(['tool-input-available', 'tool-output-error', 'finish-step', 'abort', 'finish']);
    expect(log.translate().state).toMatchObject({ phase: 'ended', isPaused: false });
  });
});

describe('a run ends', () => {
  test('in an error that is said where it is kept, before clients stop reading', () => {
    const log = new RunLog().begin('text').end('error', 'the model is gone', 'model_failed');
    expect(log.chunks.slice(1)).toEqual([
      { type: 'reasoning-end', id: 'lead/1/1/0', ...retracted('lead/1/1/0', 'text') },
      { type: 'data-notice', data: { code: 'model_failed', text: 'the model is gone' } },
      { type: 'finish-step' },
      {
        type: 'message-metadata',
        messageMetadata: { outcome: 'error', error: 'the model is gone', code: 'model_failed', seq: 3 },
      },
      { type: 'error', errorText: 'the model is gone' },
      { type: 'finish', finishReason: 'error' },
    ]);
  });

  test('stopped, with everything closed and nothing taken back', () => {
    const log = new RunLog().begin('answer').call('c', 'action').started('c').end('cancelled', 'stopped');
    expect(types(log.chunks).slice(2)).toEqual(['text-end', 'tool-output-error', 'finish-step', 'abort', 'finish']);
    expect(log.chunks[2]).toEqual({ type: 'text-end', id: 'lead/1/1/0' });
    expect(log.chunks.at(-1)).toEqual({
      type: 'finish',
      finishReason: 'other',
      messageMetadata: { outcome: 'cancelled', seq: 5 },
    });
  });

  test('and then nothing happens in it any more', () => {
    const log = new RunLog().end('complete', 'x');
    const { length } = log.chunks;
    expect(log.add({ type: 'notice', code: 'late', text: 'x' }).chunks).toHaveLength(length);
  });

  test('with what all model calls have used', () => {
    const usage = { inputTokens: 10, outputTokens: 2, cacheReadTokens: 1, cost: 0.5 };
    const log = new RunLog().add({ type: 'usage', model: 'm', usage });
    log.add({
      type: 'remote',
      swarm: 'annex',
      fact: { type: 'usage', model: 'n', usage: { ...usage, reasoningTokens: 3 } },
    });
    expect(log.end('complete', 'x').chunks.at(-1)).toMatchObject({
      messageMetadata: {
        usage: { inputTokens: 20, outputTokens: 4, cacheReadTokens: 2, reasoningTokens: 3 },
        cost: 1,
      },
    });
  });
});

describe('mail', () => {
  const agent = { addressType: 'agent', address: 'lead' } as const;

  test('between agents is shown, once for each who gets it', () => {
    const message = letter(agent, 'How is the weather?');
    const log = new RunLog()
      .add({ type: 'message', to: 'clerk', message })
      .add({ type: 'message', to: 'porter', message });
    expect(log.chunks).toMatchObject([
      {
        type: 'data-mail-message',
        id: 'letter-1/clerk',
        data: { from: 'lead', to: 'clerk', subject: 'Hi', body: 'How is the weather?', type: 'request' },
      },
      { id: 'letter-1/porter', data: { to: 'porter' } },
    ]);
  });

  test.each([
    ['of the user', letter({ addressType: 'user', address: 'u-1' }, 'x')],
    ['of an administrator', letter({ addressType: 'admin', address: 'root' }, 'x')],
    ['of the system', letter({ addressType: 'system', address: 'team' }, 'x')],
    ['that is the answer', letter(agent, 'x', { msgType: 'broadcast_complete' })],
  ])('%s is not', (_, message) => {
    expect(new RunLog().add({ type: 'message', to: 'clerk', message }).chunks).toEqual([]);
  });

  test('mail to another swarm is told once, though both swarms have it in their logs', () => {
    const there = { type: 'message', to: 'scout', message: letter({ ...agent, address: 'lead@team' }, 'x') } as const;
    const log = new RunLog().add({ type: 'message', to: 'scout@annex', message: letter(agent, 'x') });
    log.add({ type: 'remote', swarm: 'annex', fact: there });
    expect(log.chunks).toMatchObject([{ id: 'letter-1/scout@annex' }]);
  });
});

describe('notices', () => {
  test('are shown, with whom they are about', () => {
    const log = new RunLog().add({ type: 'notice', code: 'limit_reached', text: 'enough' });
    expect(log.chunks).toEqual([
      { type: 'data-notice', data: { code: 'limit_reached', text: 'enough', agent: 'lead' } },
    ]);
  });

  test.each(['unheard', 'manual_step_ended'])('of the kind %s are for the runtime only', (code) => {
    expect(new RunLog().add({ type: 'notice', code, text: 'x' }).chunks).toEqual([]);
  });
});

describe('another swarm', () => {
  const place = { agent: 'scout@annex' };

  test('answers us, not the user', () => {
    const part = { agent: 'scout@annex', turn: 1, attempt: 1, part: 0, kind: 'answer', text: 'Seven.' } as const;
    const fact = { type: 'text-written', attempt: 1, parts: [part] } as const;
    const log = new RunLog().add({ type: 'remote', swarm: 'annex', fact: { ...fact, parts: [part] } }, place);
    expect(types(log.chunks)).toEqual(['reasoning-start', 'reasoning-delta', 'reasoning-end']);
    expect(log.chunks[0]).toMatchObject(about('answer', 'scout@annex'));
  });

  test('makes calls of its own', () => {
    const call = { callId: 'annex/c', tool: 'look', kind: 'builtin' } as const;
    const log = new RunLog().add(
      { type: 'remote', swarm: 'annex', fact: { type: 'call', ...call, input: null } },
      place,
    );
    log.add(
      {
        type: 'remote',
        swarm: 'annex',
        fact: { type: 'call-ended', ...call, result: { status: 'success', content: 1 } },
      },
      place,
    );
    expect(log.chunks).toMatchObject([
      { type: 'tool-input-available', toolCallId: 'scout@annex/1/annex/c', input: null },
      { type: 'tool-output-available', toolCallId: 'scout@annex/1/annex/c', output: 1 },
    ]);
  });

  test.each([
    { type: 'run-started', answerId: 'theirs' },
    { type: 'run-ended', outcome: 'complete', text: 'x' },
    { type: 'paused', calls: [{ callId: 'c', tool: 't', input: 1 }] },
    { type: 'resumed', callIds: ['c'] },
    { type: 'compacted', through: 3 },
  ] as const)('has its own $type', (fact) => {
    const { chunks, state } = new RunLog()
      .add({ type: 'remote', swarm: 'annex', fact: fact as never }, place)
      .translate();
    expect([chunks.length, state.phase]).toEqual([2, 'open']);
  });
});
