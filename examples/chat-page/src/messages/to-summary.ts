import { namedAgentOf } from './mail-facts.ts';
import type { ActivityPart } from './to-sections.ts';

/**
 * What a stretch of activity comes to, in a few words.
 *
 * @example toSummary(parts) // '3 agents, 2 thoughts, 4 messages, 2 calls'
 */
export function toSummary(parts: readonly ActivityPart[]): string {
  const agents = new Set<string>();
  let thoughts = 0;
  let messages = 0;
  let calls = 0;
  for (const part of parts) {
    if (part.type === 'data-mail-message') {
      agents.add(part.data.from).add(part.data.to);
      messages += 1;
    } else if (part.type === 'nested-agent') {
      agents.add(part.note.toolCallId);
    } else if (part.type === 'reasoning' || part.type === 'dynamic-tool') {
      const agent = namedAgentOf(part);
      if (agent !== undefined) agents.add(agent);
      if (part.type === 'dynamic-tool') calls += 1;
      else thoughts += 1;
    }
  }
  const counted = [
    count(agents.size, 'agent'),
    count(thoughts, 'thought'),
    count(messages, 'message'),
    count(calls, 'call'),
  ];
  return (
    counted.filter((each) => each !== undefined).join(', ') ||
    (parts.some(({ type }) => type === 'data-todos') ? 'A plan' : 'A notice')
  );
}

function count(number: number, noun: string): string | undefined {
  if (number === 0) return undefined;
  return number === 1 ? `1 ${noun}` : `${number} ${noun}s`;
}
