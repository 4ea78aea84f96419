import type { UIMessage, UIPart } from './ui-message.ts';

/**
 * A message whose answered questions say so. Chunks that the oldest client knows can ask, but not tell that somebody has
 * answered; and a call with a result whose approval is open is no valid part.
 */
export function settleApprovals(message: UIMessage): UIMessage {
  return { ...message, parts: message.parts.map(settle) };
}

function settle(part: UIPart): UIPart {
  if (!('toolCallId' in part)) return part;
  const { approval, ...rest } = part;
  if (part.state === 'output-denied') {
    return { ...rest, approval: { id: part.toolCallId, ...approval, approved: false } };
  }
  if (approval === undefined || approval.approved === true) return part;
  // A call that has a result was allowed; of one that has failed, nobody can tell from here.
  if (part.state === 'output-available') return { ...rest, approval: { ...approval, approved: true } };
  return part.state === 'output-error' ? rest : part;
}
