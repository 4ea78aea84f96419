import { describe, expect, test } from 'vitest';
import { letter, taskAt, visitingTask } from '../__fixtures__/letters.ts';
import { agentMessage, callOf, mailTo, openTurn, runningTask, userMessage } from '../__fixtures__/decision-state.ts';
import { withNote } from './letters/letter-note.ts';
import { QUIET } from '../mailbox/mailbox.ts';
import { composeCompletion } from '../messages/compose-messages.ts';
import { decideNextRun, decidePost } from './decide-post.ts';
import { dataOf, type RunData, toData } from './task-data.ts';

const post = { message: userMessage(), to: 'boss', now: 1_000 };
const idle = runningTask({ openRun: null, status: 'complete', run: 3, head: 40 });

describe('posting a message', () => {
  test('starts the first run of a new task', () => {
    const { entries, put, status, data } = decidePost({ task: undefined, mail: [], open: [] }, post);
    expect(entries).toMatchObject([
      { run: 1, type: 'run-started', messages: [post.message.id] },
      { run: 1, type: 'message', to: 'boss', message: post.message },
    ]);
    expect(put).toMatchObject([{ mailbox: 'boss', tier: 2, run: 1 }]);
    expect([status, data]).toMatchObject([
      'running',
      { current: { run: 1, entrypoint: 'boss', startedAt: 1_000, startSeq: 0 } },
    ]);
  });

  test('starts the next run of an idle task, after what is in the log', () => {
    const { entries, data } = decidePost({ task: idle, mail: [], open: [] }, post);
    expect(entries.map((entry) => entry.run)).toEqual([4, 4]);
    expect(data).toMatchObject({ current: { run: 4, startSeq: 40 } });
  });

  test('joins the open run of a task', () => {
    const { entries, put } = decidePost({ task: runningTask(), mail: [], open: [] }, post);
    expect(entries.map((entry) => entry.type)).toEqual(['message']);
    expect(put).toMatchObject([{ mailbox: 'boss', run: 1 }]);
  });

  test('gives its tools, format, limits and addressee to the run that it starts', () => {
    const tools = [{ name: 'search', parameters: { type: 'object' } }];
    const responseFormat = { type: 'object' };
    const options = { ...post, tools, responseFormat, limits: { messages: 3 }, direct: true };
    const { entries, data } = decidePost({ task: idle, mail: [], open: [] }, options);
    expect(entries[0]).toMatchObject({ tools, responseFormat });
    expect(data).toMatchObject({ current: { tools, responseFormat, limits: { messages: 3 }, direct: 'boss' } });
  });

  test.each([{ tools: [] }, { responseFormat: { type: 'object' } }])(
    'a message cannot give %j to a run that is open',
    (options) => {
      expect(() => decidePost({ task: runningTask(), mail: [], open: [] }, { ...post, ...options })).toThrow(
        /in the middle of a run/,
      );
    },
  );

  test('wakes mail that a limit held back, and leaves completions asleep', () => {
    const held = mailTo('math', agentMessage('boss', 'math'), { due: QUIET });
    const told = mailTo('math', composeCompletion({ taskId: 't', swarm: 'desk' }, 'boss', 'done'), { due: QUIET });
    const { take, put } = decidePost({ task: idle, mail: [held, told], open: [] }, post);
    expect(take).toEqual([held.id]);
    expect(put).toMatchObject([{ mailbox: 'boss' }, { mailbox: 'math', run: 4, message: held.message }]);
    expect(put![1]).not.toHaveProperty('due');
  });

  test('voids every question of a paused task', () => {
    const open = [
      openTurn('boss', [callOf('ask', { kind: 'breakpoint' })]),
      openTurn('math', [callOf('pay', { approval: 'asked' })], 2),
    ];
    const { entries, turns, status } = decidePost({ task: runningTask({ status: 'paused' }), mail: [], open }, post);
    expect(entries.map((entry) => entry.type)).toEqual(['call-ended', 'call-ended', 'resumed', 'message']);
    expect(entries[0]).toMatchObject({ agent: 'boss', result: { status: 'not-run', code: 'superseded' } });
    expect(turns!.map((turn) => turn.agent)).toEqual(['boss', 'math']);
    expect(status).toBe('running');
  });

  test('leaves a task waiting for its budget, and voids what it had asked', () => {
    const budget = { scope: 'run' as const, unit: 'tokens' as const, limit: 1, used: 2 };
    const task = runningTask({ status: 'paused', data: toData({ held: budget }) });
    const open = [openTurn('boss', [callOf('ask', { kind: 'breakpoint' })])];
    const { entries, status } = decidePost({ task, mail: [], open }, post);
    expect(entries.map((entry) => entry.type)).toEqual(['call-ended', 'resumed', 'message', 'paused']);
    expect([entries.at(-1), status]).toMatchObject([{ calls: [], budget }, undefined]);
  });
});

test('unread mail starts the next run, which names all of it', () => {
  const waiting = [mailTo('boss', userMessage('one')), mailTo('boss', userMessage('two'))];
  const { entries, put } = decideNextRun(idle, waiting, 1_000);
  expect(entries).toMatchObject([{ run: 4, type: 'run-started', messages: waiting.map((mail) => mail.message.id) }]);
  expect(put).toBeUndefined();
});

describe('an unread letter of another swarm', () => {
  const late = (from: string, limits = {}) =>
    withNote(letter(from, 'math'), { origin: { ours: true, limits, invitations: { beta: 'i' } }, hops: 2 });
  const currentOf = ({ data }: ReturnType<typeof decideNextRun>) => (data as { current: RunData }).current;
  const task = visitingTask({}, { head: 40 });

  test('starts a run that works for its sender, within the limits that it brought', () => {
    const decision = decideNextRun(task, [mailTo('math', late('chief@beta', { turns: 3 }))], 1_000);
    expect(currentOf(decision)).toMatchObject({
      run: 2,
      entrypoint: 'math',
      startSeq: 40,
      limits: { turns: 3 },
      caller: { swarm: 'beta', agent: 'chief', hops: 2, ours: true, invitations: { beta: 'i' } },
    });
  });

  test("another swarm's unread letter is found in the log of the run before", () => {
    const waiting = [mailTo('math', late('chief@beta')), mailTo('boss', late('head@gamma'))];
    const decision = decideNextRun(task, waiting, 1_000);
    const ids = waiting.map(({ message }) => message.id);
    expect(currentOf(decision).letters).toEqual({ ids, after: dataOf(task).current!.startSeq });
    expect(decision.entries).toMatchObject([{ type: 'run-started', messages: ids }]);
  });

  test("another swarm's unread letter is named once, however many agents it is for", () => {
    const told = late('chief@beta');
    const decision = decideNextRun(task, [mailTo('math', told), mailTo('boss', told)], 1_000);
    expect(decision.entries).toMatchObject([{ messages: [told.id] }]);
    expect(currentOf(decision).letters!.ids).toEqual([told.id]);
  });

  test("another swarm's unread letter is found further back if it started the run before as well", () => {
    const again = late('chief@beta');
    const current = { ...dataOf(task).current!, startSeq: 30, letters: { ids: [again.id], after: 10 } };
    const second = { ...task, data: { ...task.data, current } as unknown as typeof task.data };
    const afterOf = (message: typeof again) =>
      currentOf(decideNextRun(second, [mailTo('math', message)], 1_000)).letters!.after;
    expect([afterOf(again), afterOf(late('chief@beta'))]).toEqual([10, 30]);
  });

  test('comes after mail of a user', () => {
    const waiting = [mailTo('boss', userMessage()), mailTo('math', late('chief@beta', { turns: 3 }))];
    const current = currentOf(decideNextRun(taskAt(), waiting, 1_000));
    expect(current.entrypoint).toBe('boss');
    expect([current.caller, current.limits]).toEqual([undefined, undefined]);
    expect(current.letters!.ids).toEqual([waiting[1]!.message.id]);
  });
});
