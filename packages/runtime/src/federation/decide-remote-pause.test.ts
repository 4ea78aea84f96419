import type { NewEntry } from '@posthouse/protocol';
import { describe, expect, test } from 'vitest';
import { letter, taskAt, visitingTask } from '../__fixtures__/letters.ts';
import { callOf, mailTo, openTurn } from '../__fixtures__/decision-state.ts';
import { readTurn } from '../task/turn-data.ts';
import { decideAnswered, decideRemotePause, isBehindAnother, withPauseLetter } from './decide-remote-pause.ts';
import { noteOf } from '../task/letters/letter-note.ts';

const ask = { callId: 'c-1', tool: 'ask_human', input: { q: 'ok?' } };
const question = mailTo('@beta', letter('chief@beta', 'boss', 'response', { note: { paused: [ask] } }));
const remote = { ...ask, callId: 'beta/c-1' };
const success = { status: 'success', content: 'yes' } as const;

describe('a question of a swarm that works for us', () => {
  test('pauses our run, with calls that name the swarm', () => {
    const decision = decideRemotePause({ task: taskAt(), open: [] }, question);
    expect(decision).toMatchObject({ take: [question.id], status: 'paused' });
    expect(decision.entries).toMatchObject([{ run: 1, type: 'paused', calls: [remote] }]);
    expect(decision.turns).toMatchObject([{ agent: '@beta', turn: 0, run: 1, done: false }]);
    expect(readTurn(decision.turns![0]!).calls).toEqual([{ ...remote, kind: 'breakpoint' }]);
  });

  test("another swarm's question is added to the calls that are open already", () => {
    const own = openTurn('math', [callOf('ask_human', { callId: 'own', kind: 'breakpoint' })]);
    const { entries } = decideRemotePause({ task: taskAt(), open: [own] }, question);
    expect(entries).toMatchObject([{ calls: [{ callId: 'own' }, remote] }]);
  });

  test('keeps the answers already given when it comes again with more calls', () => {
    const known = decideRemotePause({ task: taskAt(), open: [] }, question).turns![0]!;
    const answered = { ...known, data: openTurn('@beta', [{ ...callOf('ask_human', remote), result: success }]).data };
    const more = mailTo(
      '@beta',
      letter('chief@beta', 'boss', 'response', { note: { paused: [ask, { ...ask, callId: 'c-2' }] } }),
    );
    const decision = decideRemotePause({ task: taskAt(), open: [answered] }, more);
    expect(readTurn(decision.turns![0]!).calls.map(({ callId, result }) => [callId, result])).toEqual([
      ['beta/c-1', success],
      ['beta/c-2', undefined],
    ]);
    expect(decision.entries).toMatchObject([{ calls: [{ callId: 'beta/c-2' }] }]);
  });

  test("another swarm's question is dropped when no run is open", () => {
    const decision = decideRemotePause({ task: taskAt({}, { openRun: null }), open: [] }, question);
    expect(decision).toEqual({ entries: [], take: [question.id] });
  });

  test("another swarm's question is passed on to the swarm that we work for", () => {
    const task = visitingTask();
    const { put } = withPauseLetter(task, decideRemotePause({ task, open: [] }, question));
    expect(put).toMatchObject([{ mailbox: '@beta', run: null }]);
    expect(noteOf(put![0]!.message)).toEqual({ asks: [remote], run: 1, to: 'user:eve@beta' });
    // The agent that asks is one of another swarm; here the entrypoint speaks for it.
    expect(put![0]!.message.message.sender.address).toBe('boss');
  });
});

describe('two instances of one swarm that ask at the same time', () => {
  const first = mailTo(
    '@beta',
    letter('chief@beta', 'boss', 'response', { note: { paused: [ask], instance: 'swarm:alpha@beta' } }),
  );
  const second = mailTo(
    '@beta',
    letter('clerk@beta', 'boss', 'response', { note: { paused: [ask], instance: 'swarm:gamma@beta' } }),
  );
  const open = decideRemotePause({ task: taskAt(), open: [] }, first).turns!;

  test('two instances that ask at the same time are asked about one after the other', () => {
    expect(isBehindAnother(second, [])).toBe(false);
    expect(isBehindAnother(second, open)).toBe(true);
    expect(isBehindAnother(first, open)).toBe(false);
  });

  test('get their own answers', () => {
    const answered = (mail: typeof first) => {
      const [turn] = decideRemotePause({ task: taskAt(), open: [] }, mail).turns!;
      const { asker } = readTurn(turn!);
      const calls = [{ ...callOf('ask_human', remote), result: success }];
      const data = { ...openTurn('@beta', calls, 0).data, asker: asker! };
      return decideAnswered(taskAt(), { ...turn!, data }).put![0]!.message;
    };
    expect(noteOf(answered(second))).toMatchObject({ to: 'swarm:gamma@beta' });
    expect(noteOf(answered(first))).toMatchObject({ to: 'swarm:alpha@beta' });
    expect(answered(second).message).toMatchObject({ recipient: { address: 'clerk@beta' } });
  });
});

test('answers go back as mail, with the call ids of the other swarm', () => {
  const turn = openTurn('@beta', [{ ...callOf('ask_human', remote), result: success }], 0);
  const { entries, turns, put } = decideAnswered(taskAt(), turn);
  expect(entries).toEqual([]);
  expect(turns).toEqual([{ ...turn, done: true }]);
  expect(put).toMatchObject([{ mailbox: '@beta', tier: 1, run: 1 }]);
  expect(noteOf(put![0]!.message).resume).toEqual([{ callId: 'c-1', content: 'yes' }]);
});

describe('a pause of our own', () => {
  const paused: NewEntry = { run: 1, agent: 'math', turn: 2, type: 'paused', calls: [ask] };

  test('becomes a letter to the swarm that we work for, from the agent that asks', () => {
    const { put } = withPauseLetter(visitingTask(), { entries: [paused] });
    expect(put).toMatchObject([{ mailbox: '@beta', tier: 5, run: null }]);
    expect(put![0]!.message).toMatchObject({
      msgType: 'response',
      message: {
        subject: '::breakpoint_tool_call::',
        sender: { address: 'math' },
        recipient: { address: 'chief@beta' },
      },
    });
    expect(JSON.parse(put![0]!.message.message.body)).toMatchObject([{ call_id: 'c-1', name: 'ask_human' }]);
  });

  test('answers the request that the run was started with', () => {
    const caller = { swarm: 'beta', agent: 'chief', ours: false, hops: 1, requestId: 'r-1' };
    const { put } = withPauseLetter(visitingTask({ caller }), { entries: [paused] });
    expect(put![0]!.message.message).toMatchObject({ requestId: 'r-1' });
    expect(noteOf(put![0]!.message)).toEqual({ asks: [ask], run: 1 });
  });

  test('the letter about a pause is sent after everything else that is decided with it', () => {
    const other = mailTo('math', letter('boss', 'math'));
    expect(
      withPauseLetter(visitingTask(), { entries: [paused], put: [other] }).put!.map(({ mailbox }) => mailbox),
    ).toEqual(['math', '@beta']);
  });

  test('nobody is told of a pause in a task of a user, or if nothing pauses', () => {
    const decision = { entries: [paused] };
    expect(withPauseLetter(taskAt(), decision)).toBe(decision);
    const nothing = { entries: [] };
    expect(withPauseLetter(visitingTask(), nothing)).toBe(nothing);
  });
});
