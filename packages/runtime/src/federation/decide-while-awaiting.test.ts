import { describe, expect, test } from 'vitest';
import { ledgerOf, letter, taskAt, visitingTask } from '../__fixtures__/letters.ts';
import { decideSilence, decideWhileAwaiting } from './decide-while-awaiting.ts';
import { noteOf, withNote } from '../task/letters/letter-note.ts';

const asked = letter('head@gamma', 'math', 'request');
const requestId = (asked.message as { requestId: string }).requestId;

describe('while another swarm has something to do for us, somebody there may wait for us', () => {
  test('then whoever was asked is reminded', () => {
    const { entries, put } = decideWhileAwaiting({ task: taskAt(), ledger: ledgerOf(['math', asked]) })!;
    expect(entries).toMatchObject([
      { type: 'notice', code: 'answer_owed', text: 'nobody is at work; math is asked to answer head@gamma' },
      { type: 'message', to: 'math' },
    ]);
    expect(put).toMatchObject([{ mailbox: 'math', tier: 1, run: 1 }]);
    expect(put![0]!.message.message).toMatchObject({ subject: '::stalled::', sender: { addressType: 'system' } });
    expect(put![0]!.message.message.body).toContain('head@gamma waits for an answer of yours');
    expect(noteOf(put![0]!.message).reminds).toBe(requestId);
  });

  test('but once only for each request', () => {
    const reminder = withNote(letter('alpha', 'math', 'response'), { reminds: requestId });
    const ledger = ledgerOf(['math', asked], ['math', reminder]);
    expect(decideWhileAwaiting({ task: taskAt(), ledger })).toBeUndefined();
  });

  test('not about what the run as a whole owes to whoever asked for it', () => {
    const byCaller = letter('chief@beta', 'boss', 'request');
    expect(decideWhileAwaiting({ task: visitingTask(), ledger: ledgerOf(['boss', byCaller]) })).toBeUndefined();
  });

  test('nor about questions of our own, or among ourselves', () => {
    const ledger = ledgerOf(['chief@beta', letter('boss', 'chief@beta')], ['math', letter('boss', 'math')]);
    expect(decideWhileAwaiting({ task: taskAt(), ledger })).toBeUndefined();
  });
});

describe('when a swarm has been silent for too long', () => {
  const note = { to: 'swarm:alpha@beta' };

  test('everybody who asked it is told not to wait', () => {
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

  test('and then waits for it no more', () => {
    const ledger = ledgerOf(['chief@beta', letter('boss', 'chief@beta', 'request', { note })]);
    for (const entry of decideSilence({ task: taskAt(), ledger }, 1).entries) ledger.enter(entry);
    expect(ledger.peers.isAtWork('beta')).toBe(false);
    expect(ledger.requests.open()).toEqual([]);
  });

  test('the entrypoint is told, if it was only told something', () => {
    const ledger = ledgerOf(['chief@beta', letter('math', 'chief@beta', 'interrupt', { note })]);
    expect(decideSilence({ task: taskAt(), ledger }, 1).put).toMatchObject([{ mailbox: 'boss' }]);
  });
});
