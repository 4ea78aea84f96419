import type {
  CallPart,
  MailPart,
  NoticePart,
  ReasoningPart,
  SwarmMessage,
  SwarmPart,
  TextPart,
  TodosPart,
} from './swarm-message.ts';
import { type NestedAgent, toNestedAgents } from './to-nested-agents.ts';

export type ActivityPart = ReasoningPart | CallPart | MailPart | NoticePart | TodosPart | NestedAgent;

/** Calls that send mail or wait for it. The mail itself is shown, unless something is wrong with it. */
const MAIL_TOOLS = new Set(['send_request', 'send_response', 'send_interrupt', 'send_broadcast', 'await_message']);

/** A stretch of an answer: what the agents did, a question to the reader, or words that are meant for the reader. */
export type Section =
  | { kind: 'activity'; parts: ActivityPart[] }
  | { kind: 'question'; part: CallPart }
  | { kind: 'text'; part: TextPart };

/** Puts the parts of an answer together as they are shown, in their order. What went wrong is shown elsewhere. */
export function toSections({ parts, metadata }: Pick<SwarmMessage, 'parts' | 'metadata'>): Section[] {
  const sections: Section[] = [];
  const nested = toNestedAgents(parts);
  for (const part of parts) {
    if (part.type === 'data-notice' && part.data.text === metadata?.error) continue;
    const shown = part.type === 'data-agent' ? nested.get(part.data.toolCallId) : part;
    if (shown === undefined) continue;
    if (shown.type === 'text') {
      if (shown.text !== '') sections.push({ kind: 'text', part: shown });
    } else if (shown.type === 'dynamic-tool' && isQuestion(shown)) {
      sections.push({ kind: 'question', part: shown });
    } else if (isActivity(shown)) {
      const last = sections.at(-1);
      if (last?.kind === 'activity') last.parts.push(shown);
      else sections.push({ kind: 'activity', parts: [shown] });
    }
  }
  return sections;
}

/** Whether a call is one that the reader has to answer, or has answered. The swarm runs all others by itself. */
function isQuestion(part: CallPart): boolean {
  return part.providerExecuted !== true || part.approval !== undefined;
}

/** Whether a call still waits for the reader. */
export function isOpenQuestion(part: SwarmPart): boolean {
  if (part.type !== 'dynamic-tool' || !isQuestion(part)) return false;
  return part.state === 'input-available' || part.state === 'approval-requested';
}

function isActivity(part: SwarmPart | NestedAgent): part is ActivityPart {
  if (part.type === 'reasoning') return part.text !== '';
  if (part.type === 'dynamic-tool') return part.state === 'output-error' || !MAIL_TOOLS.has(part.toolName);
  return ['data-mail-message', 'data-notice', 'data-todos', 'nested-agent'].includes(part.type);
}
