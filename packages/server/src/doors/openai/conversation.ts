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
 * Part of a conversation as the body of one message: what the user said last is the message, whatever came before stands
 * ahead of it, and the instructions first of all.
 *
 * @example toMessageText({ instructions: 'Be brief.', turns: [{ type: 'said', role: 'user', text: 'Hello' }] })
 */
export function toMessageText({ instructions, turns }: Conversation): string {
  const tools = new Map(turns.flatMap((turn) => (turn.type === 'called' ? [[turn.callId, turn.tool] as const] : [])));
  const spoken = turns.map((turn) => toSpoken(turn, tools)).filter(({ text }) => text !== '');
  const last = spoken.findLastIndex(({ role }) => role !== 'user') + 1;
  const earlier = spoken.slice(0, last).map(({ role, text }) => `<${role}>\n${text}\n</${role}>`);
  return [
    instructions === '' ? '' : `<instructions>\n${instructions}\n</instructions>`,
    earlier.length === 0 ? '' : `<conversation>\n${earlier.join('\n')}\n</conversation>`,
    ...spoken.slice(last).map(({ text }) => text),
  ]
    .filter((section) => section !== '')
    .join('\n\n');
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
