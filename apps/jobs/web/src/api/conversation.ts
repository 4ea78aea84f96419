import type { Server } from '@posthouse/components';

/** A conversation as the list shows it. */
export type ConversationSummary = {
  id: string;
  title: string | null;
  messageCount: number;
  createdAt: string;
  updatedAt: string;
};

/** A message as the history has it; its parts are those of the AI SDK. */
export type HistoryMessage = {
  id: string;
  role: 'user' | 'assistant';
  parts: Record<string, unknown>[];
  metadata: Record<string, unknown>;
  finishReason: string | null;
  usage?: Record<string, unknown>;
};

/** A page of a conversation, the newest one unless asked for another. An answer that is being written is not in it. */
export type History = {
  conversation: ConversationSummary;
  messages: HistoryMessage[];
  /** Where the page before begins; null when there is none. */
  before: string | null;
  status: 'ready' | 'running';
};

export async function loadConversations(server: Server, signal?: AbortSignal): Promise<ConversationSummary[]> {
  const answer = await server.ask('/jobs/chat/conversations?limit=100', { signal });
  return (answer as { conversations: ConversationSummary[] }).conversations;
}

export async function loadHistory(server: Server, id: string, before?: string): Promise<History> {
  const query = new URLSearchParams({ conversationId: id, ...(before === undefined ? {} : { before }) });
  return (await server.ask(`/jobs/chat/history?${query}`)) as History;
}

export async function deleteConversation(server: Server, id: string): Promise<void> {
  await server.ask(`/jobs/chat/conversations/${encodeURIComponent(id)}`, { method: 'DELETE' });
}

/** Stops the answer that is being written; it ends its stream itself. */
export async function stopAnswer(server: Server, conversationId: string): Promise<void> {
  await server.ask('/jobs/chat/stop', { method: 'POST', body: { conversationId } });
}
