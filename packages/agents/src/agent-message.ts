/** A whole message of an agent or of its user, in the form that the AI SDK gives to messages. */
export type AgentMessage = {
  id: string;
  role: 'user' | 'assistant';
  parts: AgentMessagePart[];
};

export type AgentMessagePart =
  | { type: 'text' | 'reasoning'; text: string; state?: 'done' }
  | AgentCallPart
  | { type: 'step-start' }
  | { type: 'file'; mediaType: string; url: string; filename?: string };

type AgentCallPart = {
  type: 'dynamic-tool';
  toolName: string;
  toolCallId: string;
  state: 'input-available' | 'output-available' | 'output-error';
  input: unknown;
  output?: unknown;
  errorText?: string;
  providerExecuted: true;
};
