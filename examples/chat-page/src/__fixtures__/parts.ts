import type {
  AgentNote,
  CallPart,
  MailPart,
  NestedPart,
  NoticePart,
  ReasoningPart,
  SwarmPart,
  TextPart,
} from '../messages/swarm-message.ts';

/** Parts of an answer, as the AI SDK builds them from what the server sends. */
export const text = (words: string, fields: Partial<TextPart> = {}): TextPart => ({
  type: 'text',
  text: words,
  state: 'done',
  providerMetadata: { mail: { agent: 'supervisor', kind: 'answer' } },
  ...fields,
});

export const reasoning = (words: string, fields: Partial<ReasoningPart> = {}): ReasoningPart => ({
  type: 'reasoning',
  text: words,
  state: 'done',
  providerMetadata: { mail: { agent: 'math', kind: 'reasoning' } },
  ...fields,
});

export const mail = (from: string, to: string): MailPart => ({
  type: 'data-mail-message',
  id: `${from}/${to}`,
  data: { from, to, subject: 'A sum', body: 'How much is 1 + 2?' },
});

export const notice = (words: string): NoticePart => ({ type: 'data-notice', data: { code: 'retry', text: words } });

/** An agent inside the agent. */
export const agentNote = (
  toolCallId: string,
  status: AgentNote['status'],
  fields: Partial<AgentNote> = {},
): SwarmPart => ({
  type: 'data-agent',
  id: toolCallId,
  data: { toolCallId, status, ...fields },
});

/** Something that such an agent says or does. */
export const agentPart = (toolCallId: string, part: NestedPart): SwarmPart => ({
  type: 'data-agent-part',
  id: `${toolCallId}/${crypto.randomUUID()}`,
  data: { toolCallId, part },
});

type CallState = { [State in CallPart['state']]: Omit<Extract<CallPart, { state: State }>, 'type'> };

/** A call in one of its states; the swarm runs it, unless the fields say otherwise. */
export function call<State extends CallPart['state']>(
  state: State,
  fields: Partial<CallState[State]> = {},
): Extract<CallPart, { state: State }> {
  const known = {
    type: 'dynamic-tool',
    state,
    toolName: 'add',
    toolCallId: 'call-1',
    input: { a: 1, b: 2 },
    providerExecuted: true,
    callProviderMetadata: { mail: { agent: 'math' } },
    ...fields,
  };
  return known as unknown as Extract<CallPart, { state: State }>;
}
