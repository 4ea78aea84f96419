import type { JSONValue } from '@posthouse/protocol';

/** What somebody says to a call that waits: a result, or `{ approved, reason? }`. The call is named as clients know it. */
export type CallAnswer = { toolCallId: string; content: JSONValue };

/** What a message says to a call that waits to be allowed, and about which input. */
export type CallVerdict = {
  approvalId?: string;
  toolCallId: string;
  approved: boolean;
  reason?: string;
  input?: unknown;
};

/**
 * What an assistant's message holds of results and approvals. Whether anybody waits for them is not known here: a client
 * can write whatever it likes into a message that is not its own.
 *
 * @example toCallAnswers([{ type: 'dynamic-tool', toolCallId: 'c', state: 'output-available', output: 'yes' }])
 */
export function toCallAnswers(parts: readonly Record<string, unknown>[]): CallAnswer[] {
  const answers = parts.flatMap((part) => {
    const { type, toolCallId, state } = part;
    const isCall = type === 'dynamic-tool' || (typeof type === 'string' && type.startsWith('tool-'));
    if (!isCall || typeof toolCallId !== 'string') return [];
    if (state === 'output-available') return [{ toolCallId, content: (part.output ?? null) as JSONValue }];
    if (state === 'output-error') return [{ toolCallId, content: { error: toText(part.errorText) } }];
    return state === 'approval-responded' || state === 'output-denied' ? toVerdict(toolCallId, part.approval) : [];
  });
  // A call has one result, whatever a message says; the last one, as the reader of a stream would have it.
  return [...new Map(answers.map((answer) => [answer.toolCallId, answer])).values()];
}

/**
 * The approvals and refusals in an assistant's message. Like results, they may be made up.
 *
 * @example toCallVerdicts([{ type: 'dynamic-tool', toolCallId: 'c', state: 'approval-responded', approval: { id: 'a', approved: true } }])
 */
export function toCallVerdicts(parts: readonly Record<string, unknown>[]): CallVerdict[] {
  return parts.flatMap((part): CallVerdict[] => {
    const { toolCallId, state, approval, input } = part;
    const isAnswered = state === 'approval-responded' || state === 'output-denied';
    if (!isAnswered || typeof toolCallId !== 'string' || typeof approval !== 'object' || approval === null) return [];
    const { id, approved, reason } = approval as { id?: unknown; approved?: unknown; reason?: unknown };
    if (typeof approved !== 'boolean') return [];
    return [
      {
        toolCallId,
        approved,
        ...(typeof id === 'string' ? { approvalId: id } : {}),
        ...(typeof reason === 'string' ? { reason } : {}),
        ...(Object.hasOwn(part, 'input') ? { input } : {}),
      },
    ];
  });
}

function toVerdict(toolCallId: string, approval: unknown): CallAnswer[] {
  if (typeof approval !== 'object' || approval === null) return [];
  const { approved, reason } = approval as { approved?: unknown; reason?: unknown };
  if (typeof approved !== 'boolean') return [];
  return [{ toolCallId, content: { approved, ...(typeof reason === 'string' ? { reason } : {}) } }];
}

function toText(value: unknown): string {
  return typeof value === 'string' ? value : 'the call failed';
}
