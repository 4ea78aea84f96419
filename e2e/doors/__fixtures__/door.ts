import { toTaskId } from '../../../packages/server/src/routes/idempotency.ts';
import type { Account } from './account.ts';

export const TOKEN = 'user:ada';
export const SWARM = 'alpha';

/** A run that every door can ask for: the message has one key, so whoever posts it again gets the same run. */
export type Place = {
  url: string;
  taskId: string;
  key: string;
  session: string;
  question: string;
  /** Tools that only the caller knows. Whoever posts the message without them posts another one. */
  tools?: readonly CallerTool[];
  /** What the run was given first, for doors that cannot declare its tools: there it is the way to the same run. */
  given?: readonly Given[];
};

export type CallerTool = { name: string; description: string; parameters: object };
export type Given = { call_id: string; content: Reply };

/** MCP makes the key of a message out of the session and the number of the request, so all others take that one. */
export function placeOf(url: string, session: string, question: string, tools?: readonly CallerTool[]): Place {
  const key = `mcp ${session} number 0`;
  return {
    url,
    session,
    key,
    question,
    ...(tools && { tools }),
    taskId: toTaskId(key, { swarm: SWARM, role: 'user', id: 'ada' }),
  };
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
  /** Whether its callers can bring tools along; true unless given. */
  declaresTools?: boolean;
  open(place: Place): Caller;
};

/** The tool of the swarm whose result the caller gives, for doors to which tools can be declared. */
const ASK_HUMAN: CallerTool = {
  name: 'ask_human',
  description: 'Asks the caller.',
  parameters: { type: 'object', properties: { q: { type: 'string' } } },
};

/** The tool that no swarm has heard of before its caller brings it. */
export const READ_METER: CallerTool = {
  name: 'read_meter',
  description: 'Reads a meter in the house of the caller.',
  parameters: {
    type: 'object',
    properties: { at: { type: 'string', description: 'Where it hangs.' } },
    required: ['at'],
    additionalProperties: false,
  },
};

/** All that a caller of a door declares. */
export const declaredIn = ({ tools = [] }: Place): CallerTool[] => [ASK_HUMAN, ...tools];

export const authorization = { authorization: `Bearer ${TOKEN}` };
export const headersOf = ({ key }: Place) => ({ ...authorization, 'idempotency-key': key });
