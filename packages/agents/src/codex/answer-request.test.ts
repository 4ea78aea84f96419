import { describe, expect, it } from 'vitest';
import type { ApprovalAnswer } from '../agent-adapter.ts';
import { PendingApprovals } from '../driving/pending-approvals.ts';
import type { ApprovalRequested } from '../host-event.ts';
import { answerRequest } from './answer-request.ts';

/** Asks, answers, and gives both sides. */
async function ask(method: string, params: object, answer: Omit<ApprovalAnswer, 'approvalId'>) {
  const asked: ApprovalRequested[] = [];
  const approvals = new PendingApprovals((event) => {
    if (event.type !== 'posthouse.approval-requested') return;
    asked.push(event);
    queueMicrotask(() => approvals.answer({ approvalId: event.approvalId, ...answer }));
  });
  const result = await answerRequest({ method, params }, { approvals, isAttended: () => true });
  return { asked: asked[0]!, result };
}

const yes = { approved: true };
const no = { approved: false };

describe('answerRequest', () => {
  it.each([
    [
      'item/commandExecution/requestApproval',
      'shell',
      { command: 'ls', cwd: '/w', reason: null },
      { command: 'ls', cwd: '/w' },
    ],
    ['item/fileChange/requestApproval', 'apply_patch', { reason: 'more', grantRoot: null }, { reason: 'more' }],
  ])('answerRequest decides %s', async (method, toolName, params, input) => {
    const { asked, result } = await ask(method, { itemId: 'c1', ...params }, yes);
    expect(asked).toMatchObject({ approvalId: 'c1', toolCallId: 'c1', toolName, input });
    expect(result).toEqual({ decision: 'accept' });
    expect((await ask(method, { itemId: 'c1', ...params }, no)).result).toEqual({ decision: 'decline' });
  });

  it('distinguishes several questions about one call', async () => {
    const { asked } = await ask('item/commandExecution/requestApproval', { itemId: 'c1', approvalId: 'a7' }, yes);
    expect(asked).toMatchObject({ approvalId: 'a7', toolCallId: 'c1' });
  });

  it('grants permissions, or none', async () => {
    const params = { itemId: 'c1', permissions: { network: { enabled: true } } };
    expect((await ask('item/permissions/requestApproval', params, yes)).result).toEqual({
      permissions: params.permissions,
      scope: 'turn',
    });
    expect((await ask('item/permissions/requestApproval', params, no)).result).toEqual({
      permissions: {},
      scope: 'turn',
    });
  });

  it.each([
    [{ answers: { q1: 'blue', q2: ['a', 'b'] } }, { q1: { answers: ['blue'] }, q2: { answers: ['a', 'b'] } }],
    [{ q1: 'blue' }, { q1: { answers: ['blue'] } }],
    [undefined, {}],
  ])('answers questions of the model with %j', async (input, answers) => {
    const params = { itemId: 'c1', questions: [{ id: 'q1', question: 'Which?' }] };
    const { asked, result } = await ask('item/tool/requestUserInput', params, { approved: true, input });
    expect(asked).toMatchObject({ toolName: 'request_user_input', input: { questions: params.questions } });
    expect(result).toEqual({ answers });
  });

  it('answerRequest leaves questions unanswered', async () => {
    expect((await ask('item/tool/requestUserInput', { itemId: 'c1' }, no)).result).toEqual({ answers: {} });
  });

  it('answers MCP servers, whose questions have no id', async () => {
    const params = { serverName: 'calc', message: 'Sure?', requestedSchema: { type: 'object' } };
    const { asked, result } = await ask('mcpServer/elicitation/request', params, {
      approved: true,
      input: { sure: true },
    });
    expect(asked.toolCallId).toMatch(/^[0-9a-f-]{36}$/);
    expect(asked).toMatchObject({ toolName: 'mcp_elicitation', input: params });
    expect(result).toEqual({ action: 'accept', content: { sure: true }, _meta: null });
    expect((await ask('mcpServer/elicitation/request', params, yes)).result).toMatchObject({ content: {} });
    expect((await ask('mcpServer/elicitation/request', params, no)).result).toEqual({
      action: 'decline',
      content: null,
      _meta: null,
    });
  });

  it('refuses when nobody is there to ask', async () => {
    const approvals = new PendingApprovals(() => undefined);
    const request = { method: 'item/fileChange/requestApproval', params: { itemId: 'c1' } };
    expect(await answerRequest(request, { approvals, isAttended: () => false })).toEqual({ decision: 'decline' });
    expect(approvals.size).toBe(0);
  });

  it('answerRequest does not answer unknown requests', async () => {
    const approvals = new PendingApprovals(() => undefined);
    const unknown = answerRequest(
      { method: 'attestation/generate', params: {} },
      { approvals, isAttended: () => true },
    );
    await expect(unknown).rejects.toMatchObject({ code: -32_601 });
  });
});
