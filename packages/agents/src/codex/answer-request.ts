import { randomUUID } from 'node:crypto';
import { ownValue, present } from '@posthouse/protocol';
import type { ApprovalAnswer } from '../agent-adapter.ts';
import type { PendingApprovals } from '../driving/pending-approvals.ts';
import { JsonRpcError } from '../driving/json-rpc.ts';

/** What Codex asks for in its requests, as far as we look at it. */
interface RequestParams {
  readonly itemId?: string;
  readonly approvalId?: string | null;
  readonly reason?: string | null;
  readonly command?: string | null;
  readonly cwd?: string | null;
  readonly grantRoot?: string | null;
  readonly questions?: readonly unknown[];
  readonly permissions?: unknown;
  readonly serverName?: string;
  readonly elicitationId?: string;
  readonly message?: string;
  readonly requestedSchema?: unknown;
}

export interface AnswerContext {
  readonly approvals: PendingApprovals;
  /** Whether a run is open whose user can be asked. */
  readonly isAttended: () => boolean;
}

/**
 * Brings a question of Codex to the user, and the answer back in the form Codex wants: approvals of commands, changes of
 * files and more rights, questions of its model, and those of MCP servers. Throws for anything else.
 */
export async function answerRequest(
  { method, params }: { method: string; params: unknown },
  { approvals, isAttended }: AnswerContext,
): Promise<unknown> {
  const kind = ownValue(KINDS, method);
  if (kind === undefined) throw new JsonRpcError(-32_601, `Posthouse does not support ${method}.`);
  const asked = params as RequestParams;
  const toolCallId = asked.itemId ?? asked.elicitationId ?? randomUUID();
  const approvalId = asked.approvalId ?? toolCallId;
  const question = { approvalId, toolCallId, toolName: kind.toolName, input: kind.toInput(asked) };
  const answer = isAttended() ? await approvals.ask(question) : { approvalId, approved: false };
  return kind.toResult(answer, asked);
}

interface Kind {
  readonly toolName: string;
  readonly toInput: (params: RequestParams) => unknown;
  readonly toResult: (answer: ApprovalAnswer, params: RequestParams) => unknown;
}

// `decline` lets Codex continue without the call, where `cancel` would end its turn.
const decide = ({ approved }: ApprovalAnswer): unknown => ({ decision: approved ? 'accept' : 'decline' });

const KINDS: Readonly<Record<string, Kind>> = {
  'item/commandExecution/requestApproval': {
    toolName: 'shell',
    toInput: ({ command, cwd, reason }) => present({ command, cwd, reason }),
    toResult: decide,
  },
  'item/fileChange/requestApproval': {
    toolName: 'apply_patch',
    toInput: ({ reason, grantRoot }) => present({ reason, grantRoot }),
    toResult: decide,
  },
  'item/permissions/requestApproval': {
    toolName: 'request_permissions',
    toInput: ({ permissions, reason }) => present({ permissions, reason }),
    toResult: ({ approved }, { permissions }) => ({ permissions: approved ? permissions : {}, scope: 'turn' }),
  },
  'item/tool/requestUserInput': {
    toolName: 'request_user_input',
    toInput: ({ questions }) => ({ questions: questions ?? [] }),
    toResult: ({ approved, input }) => ({ answers: approved ? readAnswers(input) : {} }),
  },
  'mcpServer/elicitation/request': {
    toolName: 'mcp_elicitation',
    toInput: ({ serverName, message, requestedSchema }) => present({ serverName, message, requestedSchema }),
    toResult: ({ approved, input }) => ({
      action: approved ? 'accept' : 'decline',
      content: approved ? (input ?? {}) : null,
      _meta: null,
    }),
  },
};

/** Answers by question, each a text or a list of texts. */
function readAnswers(input: unknown): Record<string, { answers: string[] }> {
  if (typeof input !== 'object' || input === null) return {};
  const answers =
    'answers' in input && typeof input.answers === 'object' && input.answers !== null ? input.answers : input;
  return Object.fromEntries(
    Object.entries(answers).map(([id, answer]) => [id, { answers: [answer].flat().map(String) }]),
  );
}
