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
  let notices = 0;
  for (const part of parts) {
    if (part.type === 'data-notice') {
      notices += 1;
    } else if (part.type === 'data-mail-message') {
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
    count(notices, 'notice'),
  ];
  // What is left is a list of things to do.
  return counted.filter((each) => each !== undefined).join(', ') || 'A plan';
}

function count(number: number, noun: string): string | undefined {
  if (number === 0) return undefined;
  return number === 1 ? `1 ${noun}` : `${number} ${noun}s`;
}
