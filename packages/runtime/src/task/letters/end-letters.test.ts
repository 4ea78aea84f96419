import type { NewMail } from '@posthouse/store';
import { describe, expect, test } from 'vitest';
import { ending, ledgerOf, letter, taskAt, visitingTask } from '../../__fixtures__/letters.ts';
import { dataOf } from '../task-data.ts';
import { type EndedRun, owesAnswer, toDismissal, toEndLetters } from './end-letters.ts';
import { noteOf } from './letter-note.ts';

function end(changes: Partial<EndedRun> = {}): EndedRun {
  return { task: taskAt(), ledger: ledgerOf(), outcome: 'complete', text: 'done', ...changes };
}

/** One line for each letter: to whom, to which instance, about what. */
function outline(run: EndedRun): string[] {
  return toEndLetters(run).put.map(({ mailbox, message }) => {
    const to = 'recipient' in message.message ? message.message.recipient.address : '';
    const { cancel, to: instance } = noteOf(message);
    return [mailbox, to, instance, message.message.subject, cancel === true ? 'stop' : []].flat().join(' ');
  });
}

function noteOfFirst(run: EndedRun) {
  return noteOf((toEndLetters(run).put as NewMail[])[0]!.message);
}

const asking = letter('boss', 'chief@beta', 'request', { note: { to: 'swarm:alpha@beta' } });
const heard = letter('chief@beta', 'boss', 'request', { note: { instance: 'user:eve@beta' } });
const requestId = (heard.message as { requestId: string }).requestId;
const answer = letter('boss', 'chief@beta', 'response', { requestId });
const caller = {
  swarm: 'beta',
  agent: 'chief',
  instance: 'user:eve@beta',
  requestId,
  ours: true,
  hops: 1,
};

describe('the end of a run without other swarms', () => {
  test('nobody is told of the end of a run without other swarms', () => {
    expect(toEndLetters(end())).toEqual({ entries: [], put: [] });
    expect(toEndLetters(end({ ledger: ledgerOf(['math', letter('boss', 'math')]) }))).toEqual({ entries: [], put: [] });
  });
});

describe('the caller of an ended run', () => {
  const asked = { task: visitingTask({ caller }), ledger: ledgerOf(['boss', heard]) };

  test('the caller is told the outcome, even if no agent has written to it (Q6)', () => {
    const { entries, put } = toEndLetters(end({ ...asked, agent: 'math' }));
    expect(put).toMatchObject([{ mailbox: '@beta', tier: 5, run: null }]);
    expect(entries).toMatchObject([{ run: 1, type: 'message', to: 'chief@beta' }]);
    expect(put[0]!.message).toMatchObject({
      msgType: 'response',
      message: {
        requestId,
        subject: '::task_complete::',
        body: 'done',
        sender: { address: 'math' },
        recipient: { address: 'chief@beta' },
        routingInfo: { origin_swarm: 'alpha', remote_swarm: 'beta', direction: 'back' },
      },
    });
    expect(noteOf(put[0]!.message)).toEqual({
      ended: { outcome: 'complete', seen: [heard.id], answered: false },
      to: 'user:eve@beta',
    });
  });

  test('the agent that took part tells the caller, not one that has the name of ours (Q8)', () => {
    expect(outline(end(asked))).toEqual(['@beta chief@beta user:eve@beta ::task_complete::']);
  });

  test('the caller is told that the run failed', () => {
    expect(outline(end({ ...asked, outcome: 'error' }))).toEqual(['@beta chief@beta user:eve@beta ::task_error::']);
  });

  test.each([
    ['before', { ledger: ledgerOf(['boss', heard], ['chief@beta', answer]) }],
    ['in the turn that ends it', { sending: [answer] }],
  ])('the caller is told that it was answered, when the answer went out %s', (_, changes) => {
    expect(noteOfFirst(end({ ...asked, ...changes })).ended).toMatchObject({ answered: true });
  });

  test('the caller is not told what it knows: that it stopped the run, or has ended itself', () => {
    expect(outline(end({ ...asked, outcome: 'cancelled', callerKnows: true }))).toEqual([]);
    expect(outline(end({ ...asked, callerKnows: true }))).toEqual([]);
  });

  test('the caller is told which of its letters came too late to be read', () => {
    const late = letter('chief@beta', 'boss', 'request', { subject: 'two', note: { instance: 'user:eve@beta' } });
    const ledger = ledgerOf(['boss', heard], ['boss', late]);
    const missed = [{ message: late }, { message: letter('math', 'boss', 'request', { subject: 'sum' }) }];
    const [mail] = toEndLetters(end({ ...asked, ledger, sending: [answer], missed })).put;
    expect(mail!.message.message.body).toBe(
      "done\n\n(Nobody has read 'two': it came when the run was about to end. Ask again if it matters.)",
    );
    expect(noteOf(mail!.message).ended).toMatchObject({ answered: false });
  });

  test('the caller is not told yet of letters that start the next run', () => {
    const late = letter('chief@beta', 'boss', 'request', { subject: 'two', note: { instance: 'user:eve@beta' } });
    const ledger = ledgerOf(['boss', heard], ['boss', late]);
    const run = end({ ...asked, ledger, sending: [answer], late: [{ message: late }] });
    expect(noteOfFirst(run).ended).toEqual({ outcome: 'complete', seen: [heard.id], answered: true });
    expect(toEndLetters(run).put[0]!.message.message.body).toBe('done');
    expect(toEndLetters(end({ ...asked, late: [{ message: heard }] })).put).toEqual([]);
  });

  test('the caller is told that somebody else has stopped the run', () => {
    expect(outline(end({ ...asked, outcome: 'cancelled' }))).toEqual(['@beta chief@beta user:eve@beta ::task_error::']);
    expect(noteOfFirst(end({ ...asked, outcome: 'cancelled' })).ended).toMatchObject({ seen: [heard.id] });
  });

  test('the caller is told, and so are others that have asked us something', () => {
    const other = letter('head@gamma', 'boss', 'request', { note: { instance: 'swarm:beta@gamma' } });
    expect(outline(end({ ...asked, ledger: ledgerOf(['boss', heard], ['boss', other]) }))).toEqual([
      '@beta chief@beta user:eve@beta ::task_complete::',
      '@gamma head@gamma swarm:beta@gamma ::task_complete::',
    ]);
  });
});

describe('a swarm that was asked for help', () => {
  const task = taskAt({ runners: { beta: 'swarm:alpha@beta' } });
  const ledger = ledgerOf(['chief@beta', asking]);

  test('a swarm that was asked is told that the run is over', () => {
    expect(outline(end({ task, ledger }))).toEqual(['@beta chief@beta swarm:alpha@beta ::task_complete::']);
    expect(noteOfFirst(end({ task, ledger })).ended).toEqual({ outcome: 'complete', seen: [] });
  });

  test('a swarm asked in the turn that ends the run is told too', () => {
    expect(outline(end({ sending: [asking] }))).toEqual(['@beta all@beta swarm:alpha@beta ::task_complete::']);
  });

  test('a swarm that only got an answer in that turn is told nothing', () => {
    expect(outline(end({ sending: [answer] }))).toEqual([]);
  });

  test('a swarm still at work is stopped with the run', () => {
    expect(outline(end({ task, ledger, outcome: 'cancelled' }))).toEqual([
      '@beta chief@beta swarm:alpha@beta ::task_complete:: stop',
    ]);
    const done = ending('chief@beta', 'boss', { ended: { outcome: 'complete' } });
    const idle = ledgerOf(['chief@beta', asking], ['boss', done]);
    expect(outline(end({ task, ledger: idle, outcome: 'cancelled' }))).toEqual([]);
  });

  test('a swarm is told once, although it has asked us something too', () => {
    const back = letter('chief@beta', 'boss', 'request', { note: { instance: 'swarm:alpha@beta' } });
    expect(outline(end({ task, ledger: ledgerOf(['chief@beta', asking], ['boss', back]) }))).toEqual([
      '@beta chief@beta swarm:alpha@beta ::task_complete::',
    ]);
  });

  test('a swarm is told although another instance of it, which is told too, has asked us something', () => {
    const asker = letter('clerk@beta', 'boss', 'request', { note: { instance: 'swarm:gamma@beta' } });
    expect(outline(end({ task, ledger: ledgerOf(['chief@beta', asking], ['boss', asker]) }))).toEqual([
      '@beta clerk@beta swarm:gamma@beta ::task_complete::',
      '@beta clerk@beta swarm:alpha@beta ::task_complete::',
    ]);
  });

  test('a swarm is told once, under the newest name of its instance', () => {
    const renamed = taskAt({ runners: { beta: 'swarm:token-7@beta' } });
    const later = letter('boss', 'chief@beta', 'request', { note: { to: 'swarm:token-7@beta' } });
    const both = ledgerOf(['chief@beta', asking], ['chief@beta', later]);
    expect(outline(end({ task: renamed, ledger: both }))).toEqual([
      '@beta chief@beta swarm:token-7@beta ::task_complete::',
    ]);
  });

  test('a swarm is told once if its server does not say which instance has asked us', () => {
    const plain = letter('chief@beta', 'boss');
    expect(outline(end({ task, ledger: ledgerOf(['chief@beta', asking], ['boss', plain]) }))).toEqual([
      '@beta chief@beta  ::task_complete::',
    ]);
  });

  test('a swarm that works for somebody else is not stopped', () => {
    const elsewhere = letter('boss', 'chief@beta', 'request', { note: { to: 'swarm:gamma@beta' } });
    const run = end({ task: taskAt(), ledger: ledgerOf(['chief@beta', elsewhere]), outcome: 'cancelled' });
    expect(outline(run)).toEqual(['@beta chief@beta swarm:gamma@beta ::task_complete::']);
  });
});

test('nothing is told between runs', () => {
  const task = taskAt();
  const { current: _, ...rest } = dataOf(task);
  const between = { ...task, data: rest as typeof task.data };
  expect(toEndLetters(end({ task: between, ledger: ledgerOf(['chief@beta', asking]) }))).toEqual({
    entries: [],
    put: [],
  });
});

describe('an open request of another swarm', () => {
  test('stays open until an answer is there or is being sent', () => {
    expect(owesAnswer({ ledger: ledgerOf() }, 'beta')).toBe(false);
    expect(owesAnswer({ ledger: ledgerOf(['boss', heard]) }, 'beta')).toBe(true);
    expect(owesAnswer({ ledger: ledgerOf(['boss', heard]) }, 'gamma')).toBe(false);
    expect(owesAnswer({ ledger: ledgerOf(['boss', heard], ['chief@beta', answer]) }, 'beta')).toBe(false);
    expect(owesAnswer({ ledger: ledgerOf(['boss', heard]), sending: [answer] }, 'beta')).toBe(false);
  });
});

test('a swarm that waits for something that is over is told so by the agent it wrote to', () => {
  const question = letter('chief@beta', 'boss', 'response', { note: { instance: 'swarm:alpha@beta', run: 3 } });
  const dismissal = toDismissal(taskAt(), question);
  expect(dismissal.message).toMatchObject({ sender: { address: 'boss' }, recipient: { address: 'chief@beta' } });
  expect(noteOf(dismissal)).toEqual({ ended: { outcome: 'cancelled', seen: [] }, to: 'swarm:alpha@beta', run: 3 });
});
