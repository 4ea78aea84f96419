import { describe, expect, it } from 'vitest';
import type { HostEvent } from '../host-event.ts';
import { PendingApprovals } from './pending-approvals.ts';

function openApprovals(): { approvals: PendingApprovals; told: HostEvent[] } {
  const told: HostEvent[] = [];
  return { approvals: new PendingApprovals((event) => told.push(event)), told };
}

const question = { approvalId: 'a1', toolCallId: 'c1', toolName: 'Bash', input: { command: 'ls' } };

describe('PendingApprovals', () => {
  it('emits the question, and returns the answer to whoever asked', async () => {
    const { approvals, told } = openApprovals();
    const asked = approvals.ask(question);
    expect(approvals.size).toBe(1);
    approvals.answer({ approvalId: 'a1', approved: true, input: { command: 'ls -l' } });
    expect(await asked).toEqual({ approvalId: 'a1', approved: true, input: { command: 'ls -l' } });
    expect(approvals.size).toBe(0);
    expect(told).toEqual([
      { type: 'posthouse.approval-requested', ...question },
      { type: 'posthouse.approval-answered', approvalId: 'a1', toolCallId: 'c1', approved: true },
    ]);
  });

  it('returns the reason of a refusal', async () => {
    const { approvals, told } = openApprovals();
    const asked = approvals.ask(question);
    approvals.answer({ approvalId: 'a1', approved: false, reason: 'Not today.' });
    expect(await asked).toMatchObject({ approved: false, reason: 'Not today.' });
    expect(told.at(-1)).toMatchObject({ approved: false, reason: 'Not today.' });
  });

  it('accepts an answer once', () => {
    const { approvals } = openApprovals();
    void approvals.ask(question);
    approvals.answer({ approvalId: 'a1', approved: true });
    expect(() => approvals.answer({ approvalId: 'a1', approved: true })).toThrow(
      expect.objectContaining({ code: 'call_not_found' }),
    );
  });

  it('ignores an answer to an unknown question', () => {
    expect(() => openApprovals().approvals.answer({ approvalId: 'x', approved: true })).toThrow(/"x"/);
  });

  it('refuses one question and keeps the others', async () => {
    const { approvals } = openApprovals();
    const first = approvals.ask(question);
    void approvals.ask({ ...question, approvalId: 'a2' });
    approvals.refuse('a1', 'Withdrawn.');
    approvals.refuse('a1', 'Withdrawn again.');
    expect(await first).toEqual({ approvalId: 'a1', approved: false, reason: 'Withdrawn.' });
    expect(approvals.size).toBe(1);
  });

  it('refuses all questions when a run ends', async () => {
    const { approvals, told } = openApprovals();
    const asked = [approvals.ask(question), approvals.ask({ ...question, approvalId: 'a2' })];
    approvals.refuseAll('The run is over.');
    for (const answer of await Promise.all(asked)) expect(answer).toMatchObject({ approved: false });
    expect(approvals.size).toBe(0);
    expect(told.filter(({ type }) => type === 'posthouse.approval-answered')).toHaveLength(2);
  });

  it('refuses a question that is asked twice', async () => {
    const { approvals } = openApprovals();
    const first = approvals.ask(question);
    const second = approvals.ask(question);
    expect(await first).toMatchObject({ approved: false });
    approvals.answer({ approvalId: 'a1', approved: true });
    expect(await second).toMatchObject({ approved: true });
  });
});
