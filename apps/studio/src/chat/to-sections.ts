import type {
  CallPart,
  FilePart,
  MailPart,
  NoticePart,
  ReasoningPart,
  SwarmMessage,
  SwarmPart,
  TextPart,
} from './swarm-message.ts';

export type WorkPart = ReasoningPart | CallPart | MailPart | NoticePart;

/** A stretch of an answer: what the agents did, a question to the reader, words for the reader, or a file. */
export type Section =
  | { kind: 'work'; parts: WorkPart[] }
  | { kind: 'question'; part: CallPart }
  | { kind: 'text'; part: TextPart }
  | { kind: 'file'; part: FilePart };

/** Calls that send mail or wait for it. The mail itself is shown, unless something is wrong with it. */
const MAIL_TOOLS: ReadonlySet<string> = new Set([
  'send_request',
  'send_response',
  'send_interrupt',
  'send_broadcast',
  'await_message',
]);

/** Puts the parts of an answer together as they are shown, in their order. What went wrong is shown elsewhere. */
export function toSections({ parts, metadata }: Pick<SwarmMessage, 'parts' | 'metadata'>): Section[] {
  const sections: Section[] = [];
  for (const part of parts) {
    if (part.type === 'data-notice' && part.data.text === metadata?.error) continue;
    if (part.type === 'text') {
      if (part.text !== '') sections.push({ kind: 'text', part });
    } else if (part.type === 'file') {
      sections.push({ kind: 'file', part });
    } else if (part.type === 'dynamic-tool' && isQuestion(part)) {
      sections.push({ kind: 'question', part });
    } else if (isWork(part)) {
      const last = sections.at(-1);
      if (last?.kind === 'work') last.parts.push(part);
      else sections.push({ kind: 'work', parts: [part] });
    }
  }
  return sections;
}

/** Whether a call still waits for the reader. */
export function isOpenQuestion(part: SwarmPart): boolean {
  if (part.type !== 'dynamic-tool' || !isQuestion(part)) return false;
  return part.state === 'input-available' || part.state === 'approval-requested';
}

/** Whether a call is one that the reader has to answer, or has answered. The swarm runs all others by itself. */
function isQuestion(part: CallPart): boolean {
  return part.providerExecuted !== true || part.approval !== undefined;
}

function isWork(part: SwarmPart): part is WorkPart {
  if (part.type === 'reasoning') return part.text !== '';
  if (part.type === 'dynamic-tool') return part.state === 'output-error' || !MAIL_TOOLS.has(part.toolName);
  return part.type === 'data-mail-message' || part.type === 'data-notice';
}
