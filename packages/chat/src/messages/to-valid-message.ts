import { settleApprovals } from './settle-approvals.ts';
import type { CallPart, UIMessage, UIPart } from './ui-message.ts';

/**
 * A message that `validateUIMessages` of every AI SDK takes, that of the oldest client too. Whoever keeps or shows answers
 * does so through this: a stream may be cut anywhere, and cannot say everything that a message has to.
 */
export function toValidMessage(message: UIMessage): UIMessage {
  const { parts, ...rest } = settleApprovals(message);
  // What the SDK itself leaves of an answer that was stopped before its first word.
  return { ...rest, parts: parts.length === 0 ? [{ type: 'step-start' }] : parts.map(toValidPart) };
}

function toValidPart(part: UIPart): UIPart {
  if ('toolCallId' in part) return completeCall(part);
  // JSON has no word for undefined, and takes the key away with it.
  const lacksData = part.type.startsWith('data-') && (part as { data?: unknown }).data === undefined;
  return lacksData ? ({ ...part, data: null } as UIPart) : part;
}

/** A call that was killed in its input has none, and models want an object; one may also end without a result. */
function completeCall(part: CallPart): CallPart {
  if (part.state === 'input-streaming') return part;
  const { input = {}, output = null } = part;
  return { ...part, input, ...(part.state === 'output-available' && { output }) };
}
