import { describe, expect, it } from 'vitest';
import type { HostEvent } from '../host-event.ts';
import { ApprovalDesk } from './approval-desk.ts';

function openDesk(): { desk: ApprovalDesk; told: HostEvent[] } {
  const told: HostEvent[] = [];
  return { desk: new ApprovalDesk((event) => told.push(event)), told };
}

const question = { approvalId: 'a1', toolCallId: 'c1', toolName: 'Bash', input: { command: 'ls' } };

describe('ApprovalDesk', () => {
  it('tells the question, and the answer to whoever asked', async () => {
    const { desk, told } = openDesk();
    const asked = desk.ask(question);
    expect(desk.size).toBe(1);
    desk.answer({ approvalId: 'a1', approved: true, input: { command: 'ls -l' } });
    expect(await asked).toEqual({ approvalId: 'a1', approved: true, input: { command: 'ls -l' } });
    expect(desk.size).toBe(0);
    expect(told).toEqual([
      { type: 'posthouse.approval-requested', ...question },
      { type: 'posthouse.approval-answered', approvalId: 'a1', toolCallId: 'c1', approved: true },
    ]);
  });

  it('tells the reason of a refusal', async () => {
    const { desk, told } = openDesk();
    const asked = desk.ask(question);
    desk.answer({ approvalId: 'a1', approved: false, reason: 'Not today.' });
    expect(await asked).toMatchObject({ approved: false, reason: 'Not today.' });
    expect(told.at(-1)).toMatchObject({ approved: false, reason: 'Not today.' });
  });

  it('takes an answer once', () => {
    const { desk } = openDesk();
    void desk.ask(question);
    desk.answer({ approvalId: 'a1', approved: true });
    expect(() => desk.answer({ approvalId: 'a1', approved: true })).toThrow(
      expect.objectContaining({ code: 'call_not_found' }),
    );
  });

  it('knows nothing of an answer nobody asked for', () => {
    expect(() => openDesk().desk.answer({ approvalId: 'x', approved: true })).toThrow(/"x"/);
  });

  it('refuses one question and leaves the others', async () => {
    const { desk } = openDesk();
    const first = desk.ask(question);
    void desk.ask({ ...question, approvalId: 'a2' });
    desk.refuse('a1', 'Withdrawn.');
    desk.refuse('a1', 'Withdrawn again.');
    expect(await first).toEqual({ approvalId: 'a1', approved: false, reason: 'Withdrawn.' });
    expect(desk.size).toBe(1);
  });

  it('refuses everything when a run ends', async () => {
    const { desk, told } = openDesk();
    const asked = [desk.ask(question), desk.ask({ ...question, approvalId: 'a2' })];
    desk.refuseAll('The run is over.');
    for (const answer of await Promise.all(asked)) expect(answer).toMatchObject({ approved: false });
    expect(desk.size).toBe(0);
    expect(told.filter(({ type }) => type === 'posthouse.approval-answered')).toHaveLength(2);
  });

  it('refuses a question that is asked a second time', async () => {
    const { desk } = openDesk();
    const first = desk.ask(question);
    const second = desk.ask(question);
    expect(await first).toMatchObject({ approved: false });
    desk.answer({ approvalId: 'a1', approved: true });
    expect(await second).toMatchObject({ approved: true });
  });
});
