import { toTaskId } from '../../../packages/server/src/routes/idempotency.ts';
import type { Account } from './account.ts';

export const TOKEN = 'user:ada';
export const SWARM = 'alpha';

/** A run that every door can ask for: the message has one key, so whoever posts it again gets the same run. */
export type Place = { url: string; taskId: string; key: string; session: string; question: string };

/** MCP makes the key of a message out of the session and the number of the request, so all others take that one. */
export function placeOf(url: string, session: string, question: string): Place {
  const key = `mcp ${session} number 0`;
  return { url, session, key, question, taskId: toTaskId(key, { swarm: SWARM, role: 'user', id: 'ada' }) };
}

/** What a run asks its caller, as the door has it. */
export type Question = { callId: string; tool: string; input: unknown };

/** What the caller says: a yes or a no, or a result. */
export type Reply = { approved: boolean; reason?: string } | string;

/** Somebody at a door. Accounts are of the whole run so far. */
export type Caller = {
  ask(): Promise<Account>;
  /** Gives a reply to each question of the last account; whoever only watches cannot. */
  reply?(toReply: (question: Question) => Reply): Promise<Account>;
};

export type Door = {
  name: string;
  /** Whether its client notices that a connection has broken; true unless given. */
  noticesCuts?: boolean;
  open(place: Place): Caller;
};

/** The tool whose result the caller gives, for doors to which tools can be declared. */
export const ASK_HUMAN = {
  name: 'ask_human',
  description: 'Asks the caller.',
  parameters: { type: 'object', properties: { q: { type: 'string' } } },
} as const;

export const authorization = { authorization: `Bearer ${TOKEN}` };
export const headersOf = ({ key }: Place) => ({ ...authorization, 'idempotency-key': key });
