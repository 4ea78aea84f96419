import { PosthouseError } from '@posthouse/protocol';
import type { Task } from '@posthouse/store';
import { describe, expect, test } from 'vitest';
import { arrivalOf, ending, ledgerOf, letter, taskAt, visitingTask } from '../__fixtures__/letters.ts';
import { actor } from '../__fixtures__/play.ts';
import { callOf, mailTo, openTurn, stateOf } from '../__fixtures__/decision-state.ts';
import { defineSwarm } from '../definitions/define-swarm.ts';
import { QUIET } from '../mailbox/mailbox.ts';
import type { Decision } from '../task/decision.ts';
import { dataOf, type TaskData, type DecisionState } from '../task/task-data.ts';
import { decideReceive } from './decide-receive.ts';
import { noteOf } from '../task/letters/letter-note.ts';
import type { Arrival } from './read-letter.ts';

const definition = defineSwarm({
  name: 'alpha',
  version: '1.0.0',
  entrypoint: 'boss',
  enableInterswarm: true,
  limits: { messages: 10, turns: 50 },
  agents: [
    actor('boss', [], { commTargets: ['math'], enableEntrypoint: true, canCompleteTasks: true }),
    actor('math', [], { commTargets: ['boss'], enableInterswarm: true }),
  ],
});
const owner = { swarm: 'alpha', role: 'swarm', id: 'beta' } as const;

function receive(arrival: Arrival, state: Partial<DecisionState> = {}): Decision | undefined {
  const whole = { ...stateOf(), ...state, task: state.task };
  return decideReceive(whole, arrival, { owner, definition, now: 7 });
}

function refusal(arrival: Arrival, state: Partial<DecisionState>): [code: string, message: string] | undefined {
  try {
    receive(arrival, state);
    return undefined;
  } catch (error) {
    return PosthouseError.isInstance(error) ? [error.code, error.message] : undefined;
  }
}

const between = (task: Task): Task => {
  const { current: _, ...data } = dataOf(task);
  return { ...task, openRun: null, status: 'complete', data: data as typeof task.data };
};
const data = (decision: Decision | undefined) => decision!.data as unknown as TaskData;

describe('the first letter of a task', () => {
  test('starts a run that works for its sender', () => {
    const message = letter('chief@beta', 'math@alpha', 'request');
    const metadata = { from: 'user:eve@beta', hops: 3, invitations: { beta: 'i' } };
    const decision = receive(arrivalOf({ message, metadata }));
    expect(decision!.entries.map(({ type, run }) => [type, run])).toEqual([
      ['run-started', 1],
      ['message', 1],
    ]);
    expect(decision!.put).toMatchObject([{ mailbox: 'math' }]);
    expect(data(decision)).toMatchObject({
      taskOwner: 'user:eve@beta',
      contributors: ['user:eve@beta', 'swarm:beta@alpha'],
      current: {
        entrypoint: 'math',
        caller: {
          swarm: 'beta',
          agent: 'chief',
          instance: 'user:eve@beta',
          requestId: (message.message as { requestId: string }).requestId,
          ours: true,
          hops: 3,
          invitations: { beta: 'i' },
        },
      },
    });
  });

  test('reaches several agents in the same run', () => {
    const message = letter('chief@beta', 'all@alpha', 'broadcast');
    const decision = receive(arrivalOf({ message }));
    expect(decision!.put!.map(({ mailbox }) => mailbox)).toEqual(['boss', 'math']);
    expect(decision!.entries.map(({ type }) => type)).toEqual(['run-started', 'message', 'message']);
  });

  test('brings limits, of which the smaller ones count', () => {
    const decision = receive(arrivalOf({ metadata: { left: { messages: 4, turns: 90, cost: 1 } } }));
    expect(data(decision).current!.limits).toEqual({ messages: 4, turns: 50, cost: 1 });
  });

  test('refuses an answer as the first letter of a task', () => {
    expect(refusal(arrivalOf({ message: letter('chief@beta', 'boss', 'response') }), {})).toEqual([
      'task_not_found',
      'task is not running',
    ]);
  });

  test('ignores a first letter that says that a run is over', () => {
    const message = ending('chief@beta', 'boss', {});
    expect(receive(arrivalOf({ message, metadata: { ended: { outcome: 'complete', seen: [] } } }))).toBeUndefined();
  });
});

describe('a further letter', () => {
  test('joins the open run', () => {
    const decision = receive(arrivalOf({ message: letter('chief@beta', 'math') }), { task: visitingTask() });
    expect(decision!.entries).toMatchObject([{ run: 1, type: 'message', to: 'math' }]);
    expect(decision!.put).toMatchObject([{ mailbox: 'math', tier: 5, run: 1 }]);
    expect(decision).not.toHaveProperty('data');
  });

  test('carries what a run needs to know if it starts one later', () => {
    const metadata = { left: { messages: 4 }, invitations: { beta: 'i' } };
    const joining = receive(arrivalOf({ metadata }), { task: visitingTask() })!;
    const starting = receive(arrivalOf({ metadata }))!;
    for (const { put, entries } of [joining, starting]) {
      const origin = { ours: true, limits: { messages: 4, turns: 50 }, invitations: { beta: 'i' } };
      expect(noteOf(put![0]!.message).origin).toEqual(origin);
      // Whoever reads the log is not to learn what lets us write to others.
      expect(JSON.stringify(entries)).not.toContain('invitations');
    }
  });

  test.each<[string, Arrival, Task]>([
    ['is an answer', arrivalOf({ message: letter('chief@beta', 'boss', 'response') }), visitingTask()],
    ['is about a user’s task', arrivalOf(), taskAt({ taskOwner: 'user:eve@beta', contributors: ['user:eve@beta'] })],
  ])('starts no run if it %s', (_, arrival, task) => {
    expect(noteOf(receive(arrival, { task })!.put![0]!.message)).not.toHaveProperty('origin');
  });

  test('starts the next run of a task that a swarm brought', () => {
    const decision = receive(arrivalOf(), { task: between(visitingTask()) });
    expect(decision!.entries).toMatchObject([{ type: 'run-started', run: 2 }, { run: 2 }]);
  });

  test("starts no run of a user's task: only the user does", () => {
    const task = between(taskAt({ runners: { beta: 'swarm:alpha@beta' }, taskOwner: 'user:eve@beta' }));
    expect(refusal(arrivalOf(), { task })).toEqual(['task_not_found', 'task is not running']);
  });

  test('an answer that comes while nobody is at work is read at the next turn of its reader', () => {
    const decision = receive(arrivalOf({ message: letter('chief@beta', 'math', 'response') }), {
      task: between(visitingTask()),
    });
    expect(decision!.put).toMatchObject([{ mailbox: 'math', due: QUIET, run: null }]);
    expect(noteOf(decision!.put![0]!.message).late).toBe(true);
    expect(decision!.entries).toMatchObject([{ run: 0, type: 'message', to: 'math' }]);
  });

  test('makes those known who have joined the task meanwhile', () => {
    const decision = receive(arrivalOf({ taskContributors: ['user:eve@beta', 'swarm:beta@gamma'] }), {
      task: visitingTask(),
    });
    expect(data(decision).contributors).toEqual(['user:eve@beta', 'swarm:beta@alpha', 'swarm:beta@gamma']);
  });

  test('waits for its step in manual mode', () => {
    const task = visitingTask();
    const current = { ...dataOf(task).current!, manual: true };
    const manual = { ...task, data: { ...task.data, current } as unknown as typeof task.data };
    const decision = receive(arrivalOf(), { task: manual });
    expect(decision!.put).toHaveLength(1);
    expect(decision!.put![0]!.due).toBeGreaterThan(1e12);
  });
});

describe('Q27: who may write into a task', () => {
  const stranger = taskAt({ taskOwner: 'user:eve@beta' });

  test('answers a swarm without a part as if the task did not exist', () => {
    expect(refusal(arrivalOf(), { task: stranger })).toEqual(['task_not_found', 'task is not running']);
  });

  test('refuses a swarm that names another owner', () => {
    expect(refusal(arrivalOf({ taskOwner: 'user:mallory@beta' }), { task: visitingTask() })).toEqual([
      'invalid_input',
      "task owner mismatch: expected 'user:eve@beta', got 'user:mallory@beta'",
    ]);
  });

  test('refuses a swarm that only names itself as a contributor', () => {
    const arrival = arrivalOf({ taskContributors: ['user:eve@beta', 'swarm:beta@alpha', 'swarm:alpha@beta'] });
    expect(refusal(arrival, { task: stranger })?.[0]).toBe('task_not_found');
  });

  test('refuses an invitation that nobody has given', () => {
    const task = taskAt({ taskOwner: 'user:eve@beta', invitation: 'right' });
    const arrival = (text: string) => arrivalOf({ metadata: { invitations: { alpha: text } } });
    expect(refusal(arrival('wrong'), { task })?.[0]).toBe('task_not_found');
    expect(refusal(arrival('right'), { task })).toBeUndefined();
  });

  test('accepts an invitation of a contributor, also after the run that it came with', () => {
    const owned = { taskOwner: 'user:eve@gamma', taskContributors: ['user:eve@gamma', 'swarm:gamma@beta'] };
    const metadata = { invitations: { gamma: 'right', delta: 'x' } };
    const first = { ...owned, sourceSwarm: 'gamma', message: letter('boss@gamma', 'math@alpha'), metadata };
    const { taskOwner, invitations } = data(receive(arrivalOf(first, { swarm: 'gamma' })));
    expect(invitations).toEqual({ gamma: 'right' });
    const ofGamma = { owner: { swarm: 'alpha', role: 'swarm' as const, id: 'gamma' } };
    const task = between(taskAt({ taskOwner: taskOwner!, invitations: invitations! }, ofGamma));
    const asks = (given: Record<string, string>) =>
      refusal(arrivalOf({ ...owned, metadata: { invitations: given } }), { task });
    expect(asks({ gamma: 'right' })).toBeUndefined();
    const wrong: Record<string, string>[] = [{}, { gamma: 'wrong' }, { delta: 'x' }];
    for (const each of wrong) expect(asks(each)?.[0]).toBe('task_not_found');
  });

  test.each<[string, Partial<DecisionState>]>([
    ['brought the task', { task: visitingTask({ contributors: [] }) }],
    ['works for us', { task: { ...stranger, data: { ...stranger.data, runners: { beta: 'swarm:x@beta' } } } }],
    [
      'was named by somebody who has one',
      { task: taskAt({ ...dataOf(stranger), contributors: ['swarm:gamma@beta'] }) },
    ],
    ['was written to', { task: stranger, ledger: ledgerOf(['chief@beta', letter('boss', 'chief@beta')]) }],
    ['is about to be written to', { task: stranger, mail: [mailTo('@beta', letter('boss', 'chief@beta'))] }],
  ])('accepts a swarm that %s', (_, state) => {
    expect(refusal(arrivalOf(), state)).toBeUndefined();
  });
});

describe('a letter saying that a run elsewhere is over', () => {
  const over = (ended = {}, from = 'user:eve@beta') =>
    arrivalOf({
      message: ending('chief@beta', 'boss', {}, { body: 'what it came to' }),
      metadata: { from, ended: { outcome: 'complete', ...ended } },
    });
  const asking = letter('boss', 'chief@beta', 'request', { note: { to: 'swarm:alpha@beta' } });
  const heard = letter('chief@beta', 'boss', 'request', { note: { instance: 'user:eve@beta' } });
  const requestId = (heard.message as { requestId: string }).requestId;
  const answer = letter('boss', 'chief@beta', 'response', { requestId, body: 'very deep' });

  test('ends our run if ours works for that run', () => {
    const decision = receive(over(), { task: visitingTask(), ledger: ledgerOf(['boss', heard]) });
    expect(decision!.entries.at(-1)).toMatchObject({
      type: 'run-ended',
      outcome: 'cancelled',
      text: "swarm 'beta' has completed the task",
    });
    expect(decision!.fence).toBe(true);
  });

  test('completes our run if its answer was given', () => {
    const ledger = ledgerOf(['boss', heard], ['chief@beta', answer]);
    expect(receive(over(), { task: visitingTask(), ledger })!.entries.at(-1)).toMatchObject({
      outcome: 'complete',
      text: 'very deep',
    });
  });

  test('ends nothing if it comes from another instance of that swarm', () => {
    const decision = receive(over({ seen: [] }, 'swarm:gamma@beta'), { task: visitingTask() });
    expect(decision).toBeUndefined();
  });

  test('ends nothing if it dismisses a question of an earlier run', () => {
    const dismissal = (run: number) =>
      arrivalOf({
        message: ending('chief@beta', 'boss', {}),
        metadata: { from: 'user:eve@beta', ended: { outcome: 'cancelled', seen: [] }, run },
      });
    const state = { task: visitingTask(), ledger: ledgerOf(['boss', heard]) };
    expect(receive(dismissal(0), state)).toBeUndefined();
    expect(receive(dismissal(1), state)!.entries.at(-1)).toMatchObject({ type: 'run-ended', outcome: 'cancelled' });
  });

  test('ends our run if it comes from the owner of the task, however far away', () => {
    const caller = { swarm: 'gamma', agent: 'head', instance: 'swarm:beta@gamma', ours: true, hops: 2 };
    const asked = letter('head@gamma', 'boss', 'request', { note: { instance: 'swarm:beta@gamma' } });
    const decision = receive(over(), { task: visitingTask({ caller }), ledger: ledgerOf(['boss', asked]) });
    expect(decision!.entries.at(-1)).toMatchObject({ outcome: 'cancelled' });
    // Who asked for the run is somebody else, and would wait for ever.
    expect(decision!.put!.map(({ mailbox, message }) => [mailbox, noteOf(message).to])).toEqual([
      ['@gamma', 'swarm:beta@gamma'],
    ]);
  });

  test('starts a run for others that have written meanwhile, unless the task is over for all', () => {
    const instance = 'swarm:delta@gamma';
    const late = letter('head@gamma', 'boss', 'request', { note: { instance, origin: { ours: true, limits: {} } } });
    const caller = { swarm: 'beta', agent: 'chief', instance: 'swarm:alpha@beta', ours: true, hops: 2 };
    const state = { mail: [mailTo('boss', late)], ledger: ledgerOf(['boss', heard], ['boss', late]) };
    const decision = receive(over({}, 'swarm:alpha@beta'), { ...state, task: visitingTask({ caller }) });
    expect(decision!.entries.at(-1)).toMatchObject({ type: 'run-started', messages: [late.id] });
    expect(data(decision).current!.caller).toMatchObject({ instance });
    expect(receive(over(), { ...state, task: visitingTask() })!.entries.at(-1)).toMatchObject({ type: 'run-ended' });
  });

  test('a letter saying that a run is over is not answered with what its sender knows', () => {
    const decision = receive(over(), { task: visitingTask(), ledger: ledgerOf(['boss', heard]) });
    expect(decision!.put).toEqual([]);
  });

  const waiting = { task: taskAt({ taskOwner: 'user:eve@beta' }), ledger: ledgerOf(['chief@beta', asking]) };

  test('tells the outcome to the agent that asked (Q6)', () => {
    const decision = receive(over({ seen: [asking.id] }, 'swarm:alpha@beta'), waiting);
    expect(decision!.put).toMatchObject([{ mailbox: 'boss', run: 1 }]);
    expect(decision!.put![0]).not.toHaveProperty('due');
    expect(decision!.put![0]!.message.message.body).toBe('what it came to');
  });

  test('wakes nobody if the answer has come already', () => {
    const decision = receive(over({ seen: [asking.id], answered: true }, 'swarm:alpha@beta'), waiting);
    expect(decision!.put).toMatchObject([{ mailbox: 'boss', due: QUIET }]);
  });

  test('a letter saying that a run is over is ignored if it is about letters of an earlier run', () => {
    expect(receive(over({ seen: ['earlier'] }, 'swarm:alpha@beta'), waiting)).toBeUndefined();
  });

  test('a letter saying that a run is over is ignored when no run is open', () => {
    expect(receive(over(), { task: between(visitingTask()) })).toBeUndefined();
  });

  test('need not name the letters it has seen if it comes from a plain MAIL server', () => {
    const message = ending('chief@beta', 'supervisor', {});
    expect(receive(arrivalOf({ message }, { ours: false }), waiting)!.put).toMatchObject([{ mailbox: 'boss' }]);
  });
});

describe('a letter saying that a swarm waits for answers', () => {
  const paused = [{ callId: 'c', tool: 'ask_human', input: {} }];
  const arrival = arrivalOf({
    message: letter('chief@beta', 'boss', 'response'),
    metadata: { from: 'swarm:alpha@beta', paused },
  });
  const asking = letter('boss', 'chief@beta', 'request', { note: { to: 'swarm:alpha@beta' } });
  const task = taskAt({ taskOwner: 'user:eve@beta', runners: { beta: 'swarm:alpha@beta' } });

  test('the pause of a swarm that works for us is passed on', () => {
    const decision = receive(arrival, { task, ledger: ledgerOf(['chief@beta', asking]) });
    expect(decision!.entries).toMatchObject([{ type: 'notice', code: 'peer_paused' }]);
    expect(decision!.put).toMatchObject([{ mailbox: '@beta', run: 1 }]);
    expect(noteOf(decision!.put![0]!.message).paused).toEqual(paused);
  });

  test.each<[string, Task]>([
    ['the run is over', between(task)],
    ['nobody here waits for it any more', task],
  ])('a swarm that waits for answers is dismissed if %s', (_, at) => {
    const decision = receive(arrival, { task: at });
    expect(decision!.entries).toMatchObject([{ type: 'notice', code: 'peer_dismissed' }]);
    expect(decision!.put).toMatchObject([{ mailbox: '@beta', run: null }]);
    expect(noteOf(decision!.put![0]!.message)).toEqual({
      ended: { outcome: 'cancelled', seen: [] },
      to: 'swarm:alpha@beta',
    });
  });

  test('the pause of a swarm in an unknown task is ignored', () => {
    expect(receive(arrival)).toBeUndefined();
  });
});

describe('a letter with answers to our questions', () => {
  const arrival = (from: string) =>
    arrivalOf({
      message: letter('chief@beta', 'math', 'response'),
      metadata: { from, answers: [{ callId: 'c', content: 'yes' }] },
    });
  const open = [openTurn('math', [callOf('ask_human', { callId: 'c', kind: 'breakpoint' })])];
  const task = visitingTask({}, { status: 'paused' });

  test('resumes the run if it comes from the run that ours works for', () => {
    const decision = receive(arrival('user:eve@beta'), { task, open });
    expect(decision!.entries).toMatchObject([{ type: 'call-ended', callId: 'c' }, { type: 'resumed' }]);
    expect(decision!.status).toBe('running');
  });

  test('answers to our questions are ignored if they come from others, or if nobody waits', () => {
    expect(receive(arrival('swarm:gamma@beta'), { task, open })).toBeUndefined();
    expect(receive(arrival('user:eve@beta'), { task, open: [] })).toBeUndefined();
    expect(receive(arrival('user:eve@beta'), { task: between(visitingTask()) })).toBeUndefined();
  });
});
