import type { MAILMessage } from '@posthouse/protocol';
import type { Turn } from '@posthouse/store';
import { composeRequest } from '../../../messages/compose-messages.ts';
import { toStoredTurn, type TurnData } from '../../../task/turn-data.ts';

/** A request to the agent `a`, from a user unless told otherwise. */
export function request(
  body: string,
  from: { addressType: 'user' | 'admin' | 'agent'; address: string } = USER,
): MAILMessage {
  return composeRequest({ taskId: 't', swarm: 's' }, { sender: from, recipient: 'a', subject: 'S', body });
}

const USER = { addressType: 'user', address: 'u-1' } as const;

/** A turn that reads some mail and says something. */
export function saying(text: string, inputs: MAILMessage[] = [], more: Partial<TurnData> = {}): TurnData {
  return { format: 1, inputs, attempt: 1, messages: [{ role: 'assistant', content: text }], calls: [], text, ...more };
}

/** A turn with one call of an action and its result. */
export function acting(callId: string, content = 'fine'): TurnData {
  const input = { q: callId };
  return {
    format: 1,
    inputs: [],
    attempt: 1,
    messages: [{ role: 'assistant', content: [{ type: 'tool-call', toolCallId: callId, toolName: 'look', input }] }],
    calls: [{ callId, tool: 'look', input, kind: 'action', result: { status: 'success', content } }],
  };
}

export function stored(data: TurnData, turn: number, summaryThrough?: number): Turn {
  const place = { agent: 'a', run: 1, turn, done: true };
  return toStoredTurn({ ...place, ...(summaryThrough === undefined ? {} : { summaryThrough }) }, data);
}
