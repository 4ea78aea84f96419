import { agentOf } from './agent-of.ts';
import type { WorkPart } from './to-sections.ts';

/**
 * What a stretch of work comes to, in a few words.
 *
 * @example toSummary(parts) // '3 agents, 4 messages, 2 calls'
 */
export function toSummary(parts: readonly WorkPart[]): string {
  const agents = new Set<string>();
  const counts = { thought: 0, message: 0, call: 0, notice: 0 };
  for (const part of parts) {
    if (part.type === 'data-notice') {
      counts.notice += 1;
    } else if (part.type === 'data-mail-message') {
      agents.add(part.data.from).add(part.data.to);
      counts.message += 1;
    } else {
      agents.add(agentOf(part));
      counts[part.type === 'dynamic-tool' ? 'call' : 'thought'] += 1;
    }
  }
  const all = Object.entries({ agent: agents.size, ...counts });
  return all
    .flatMap(([noun, number]) => (number === 0 ? [] : `${number} ${noun}${number === 1 ? '' : 's'}`))
    .join(', ');
}
