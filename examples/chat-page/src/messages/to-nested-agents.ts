import { shownParts } from '@posthouse/client/chat';
import type { AgentNote, CallPart, NestedPart, SwarmPart } from './swarm-message.ts';

/** An agent inside the agent, with what it does, and with the agents that it has started itself. */
export type NestedAgent = { type: 'nested-agent'; note: AgentNote; items: NestedItem[] };

type NestedItem = { part: NestedPart; started: NestedAgent | undefined };

/** The agents that the answering one has started itself, by the calls that started them. */
export function toNestedAgents(parts: readonly SwarmPart[]): Map<string, NestedAgent> {
  const notes = new Map<string, AgentNote>();
  const nested = new Map<string, NestedPart[]>();
  for (const part of shownParts({ parts })) {
    if (part.type === 'data-agent') notes.set(part.data.toolCallId, part.data);
    if (part.type !== 'data-agent-part') continue;
    const { toolCallId, part: inner } = part.data;
    nested.set(toolCallId, [...(nested.get(toolCallId) ?? []), inner]);
  }
  const isCall = (part: NestedPart): part is CallPart => part.type === 'dynamic-tool';
  const inner = new Set([...nested.values()].flat().flatMap((part) => (isCall(part) ? part.toolCallId : [])));
  const toAgent = (note: AgentNote, above: readonly string[] = []): NestedAgent => ({
    type: 'nested-agent',
    note,
    items: (nested.get(note.toolCallId) ?? []).map((part) => {
      const started = isCall(part) && !above.includes(part.toolCallId) ? notes.get(part.toolCallId) : undefined;
      return { part, started: started && toAgent(started, [...above, note.toolCallId]) };
    }),
  });
  return new Map([...notes].filter(([id]) => !inner.has(id)).map(([id, note]) => [id, toAgent(note)]));
}
