import { AgentSessions } from '@posthouse/chat';
import { AgentRegistry } from '@posthouse/agents';
import { newId } from '@posthouse/protocol';
import type { Agent } from './agent/open-agent.ts';
import { AgentChat } from './chat/agent-chat.ts';
import { WaitingChatRequests } from './chat/chat-request.ts';
import { ChatStore } from './chat/chat-store.ts';
import { createJobsAdapter } from './chat/jobs-adapter.ts';
import { fromMessageRow } from './chat/message-row.ts';
import { listBefore } from './chat/read-conversations.ts';
import type { Route } from './http/route.ts';
import type { RetryOptions } from './llm/ask-models.ts';
import { agentRoutes } from './routes/agent-routes.ts';
import { chatRoutes } from './routes/chat-routes.ts';
import type { Services } from './services/services.ts';

export type AssistantOptions = {
  readonly services: Services;
  readonly agent: Agent;
  /** Told what no reader can be told. */
  readonly report: (error: unknown) => void;
  /** When to ask a model again. */
  readonly retry?: RetryOptions | undefined;
};

/** The chat with an agent and everything about it. */
export type Assistant = AsyncDisposable & {
  readonly routes: Route[];
  /** Ends what an earlier process has left unfinished. */
  recover(): Promise<void>;
};

/** How much of a conversation the agent is told. */
const MAX_REMEMBERED_MESSAGES = 60;

/** Brings the chat together: sessions, their tables, the agent and the routes. */
export function createAssistant({ services, agent, report, retry }: AssistantOptions): Assistant {
  const requests = new WaitingChatRequests();
  const store = new ChatStore({
    database: services.database,
    now: services.now,
    requests,
    saveMs: () => agent.file.read().config.chat.persist_interval_ms,
  });
  const registry = new AgentRegistry();
  registry.register(
    agent.id,
    createJobsAdapter(agent.id, {
      services,
      agent,
      requests,
      retry,
      history: async (ownerId, conversationId, messageId) =>
        listBefore({ database: services.database, ownerId }, conversationId, messageId, MAX_REMEMBERED_MESSAGES).map(
          fromMessageRow,
        ),
    }),
  );
  const sessions = new AgentSessions({
    store,
    registry: async () => registry,
    names: [agent.id],
    folders: [services.dataDir],
    newAnswerId: () => `msg_${newId()}`,
    onError: report,
  });
  const chat = new AgentChat({ agent, store, sessions, requests });
  const path = `/${agent.id}/chat`;
  return {
    routes: [
      ...agentRoutes({ agent, chat, startedAt: services.now() }),
      ...chatRoutes(chat, { path, capability: 'Jobs' }),
    ],
    recover: () => sessions.recover(),
    [Symbol.asyncDispose]: () => sessions[Symbol.asyncDispose](),
  };
}
