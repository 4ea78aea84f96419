import { toConversationText } from '@posthouse/protocol';

/**
 * One contribution to a conversation. `itemId` and `callId` are ids that we gave, if the client has kept them, or of
 * whoever was asked before.
 */
export type Turn =
  | { type: 'said'; role: 'user' | 'assistant'; text: string; itemId?: string }
  | { type: 'called'; callId: string; tool: string; input: string; itemId?: string }
  | { type: 'gave'; callId: string; output: string }
  /** Something that we have and the client only names. */
  | { type: 'named'; itemId: string };

/** What a client sends: who should be how, and what has been said so far. */
export type Conversation = { instructions: string; turns: Turn[] };

/**
 * Part of a conversation as the body of one message.
 *
 * @example toMessageText({ instructions: 'Be brief.', turns: [{ type: 'said', role: 'user', text: 'Hello' }] })
 */
export function toMessageText({ instructions, turns }: Conversation): string {
  const tools = new Map(turns.flatMap((turn) => (turn.type === 'called' ? [[turn.callId, turn.tool] as const] : [])));
  return toConversationText(
    instructions,
    turns.map((turn) => toSpoken(turn, tools)),
  );
}

/** Whether there is anything in it that an agent has not been told. */
export function hasWords(turns: readonly Turn[]): boolean {
  return turns.some((turn) => turn.type !== 'named' && (turn.type !== 'said' || turn.text.trim() !== ''));
}

function toSpoken(turn: Turn, tools: ReadonlyMap<string, string>): { role: string; text: string } {
  switch (turn.type) {
    case 'said':
      return { role: turn.role, text: turn.text };
    case 'called':
      return { role: 'assistant', text: `(calls ${turn.tool} with ${turn.input})` };
    case 'gave':
      return { role: 'tool', text: `(${tools.get(turn.callId) ?? 'the tool'} gives ${turn.output})` };
    case 'named':
      return { role: 'assistant', text: '' };
  }
}
