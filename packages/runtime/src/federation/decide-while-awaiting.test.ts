import { describe, expect, test } from 'vitest';
import { ledgerOf, letter, taskAt, visitingTask } from '../__fixtures__/letters.ts';
import { decideSilence, decideWhileAwaiting } from './decide-while-awaiting.ts';
import { noteOf, withNote } from '../task/letters/letter-note.ts';

const asked = letter('head@gamma', 'math', 'request');
const requestId = (asked.message as { requestId: string }).requestId;

describe('decideWhileAwaiting', () => {
  test('reminds an agent that owes another swarm an answer', () => {
    const { entries, put } = decideWhileAwaiting({ task: taskAt(), ledger: ledgerOf(['math', asked]) })!;
    expect(entries).toMatchObject([
      { type: 'notice', code: 'answer_owed', text: 'no agent is at work; math is asked to answer head@gamma' },
      { type: 'message', to: 'math' },
    ]);
    expect(put).toMatchObject([{ mailbox: 'math', tier: 1, run: 1 }]);
    expect(put![0]!.message.message).toMatchObject({ subject: '::stalled::', sender: { addressType: 'system' } });
    expect(put![0]!.message.message.body).toContain('head@gamma waits for an answer of yours');
    expect(noteOf(put![0]!.message).reminds).toBe(requestId);
  });

  test('reminds once for each request', () => {
    const reminder = withNote(letter('alpha', 'math', 'response'), { reminds: requestId });
    const ledger = ledgerOf(['math', asked], ['math', reminder]);
    expect(decideWhileAwaiting({ task: taskAt(), ledger })).toBeUndefined();
  });

  test('does not remind anybody of the answer that the whole run owes to its caller', () => {
    const byCaller = letter('chief@beta', 'boss', 'request');
    expect(decideWhileAwaiting({ task: visitingTask(), ledger: ledgerOf(['boss', byCaller]) })).toBeUndefined();
  });

  test('does not remind anybody of our own questions, or of questions between agents here', () => {
    const ledger = ledgerOf(['chief@beta', letter('boss', 'chief@beta')], ['math', letter('boss', 'math')]);
    expect(decideWhileAwaiting({ task: taskAt(), ledger })).toBeUndefined();
  });
});

describe('decideSilence', () => {
  const note = { to: 'swarm:alpha@beta' };

  test('tells everybody who asked the silent swarm not to wait', () => {
    const ledger = ledgerOf(
      ['chief@beta', letter('boss', 'chief@beta', 'request', { note })],
      ['chief@beta', letter('math', 'chief@beta', 'request', { note })],
    );
    const { entries, put } = decideSilence({ task: taskAt(), ledger }, 3_600_000);
    expect(entries[0]).toMatchObject({ code: 'peer_silent', text: 'nothing has been heard of beta for 60 minutes' });
    expect(put!.map(({ mailbox }) => mailbox)).toEqual(['boss', 'math']);
    expect(put!.map(({ message }) => noteOf(message).lost)).toEqual([{ swarm: 'beta' }, { swarm: 'beta' }]);
    expect(put![0]!.message.message.body).toMatch(/^Swarm 'beta' has taken what was sent to it/);
  });

  test('waits for the silent swarm no more', () => {
    const ledger = ledgerOf(['chief@beta', letter('boss', 'chief@beta', 'request', { note })]);
    for (const entry of decideSilence({ task: taskAt(), ledger }, 1).entries) ledger.enter(entry);
    expect(ledger.peers.isAtWork('beta')).toBe(false);
    expect(ledger.requests.open()).toEqual([]);
  });

  test('tells the entrypoint if nobody had asked the swarm a question', () => {
    const ledger = ledgerOf(['chief@beta', letter('math', 'chief@beta', 'interrupt', { note })]);
    expect(decideSilence({ task: taskAt(), ledger }, 1).put).toMatchObject([{ mailbox: 'boss' }]);
  });
});
