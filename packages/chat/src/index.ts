export type { AgentOfferOptions, AgentSettings } from './agent-sessions/agent-offer.ts';
export type {
  AgentSessionData,
  AgentSessionRecord,
  AgentSessionStore,
  MessagePageOptions,
  MessagePlace,
  MessageWrite,
  RunRecord,
  StoredAgentSession,
} from './agent-sessions/agent-session-store.ts';
export * from './agent-sessions/agent-sessions.ts';
export { createAgentSessionStore } from './agent-sessions/create-agent-session-store.ts';
export * from './agent-sessions/agent-nodes.ts';
export type { NewAgentSession, SendOptions } from './agent-sessions/live-session.ts';
export type { ApprovalVerdict, OpenApproval } from './agent-sessions/open-approvals.ts';
export { toChunks } from './agent-sessions/to-chunks.ts';
export * from './agent-chunks/adapt-stream.ts';
export * from './agent-chunks/news-to-chunks.ts';
export * from './run-messages/mail-run-state.ts';
export * from './run-messages/to-run-message.ts';
export * from './run-messages/translate-run.ts';
export * from './chunks/encode-chunk.ts';
export * from './chunks/ui-chunk.ts';
export { Backlog } from './connections/backlog.ts';
export * from './connections/chunk-connection.ts';
export * from './connections/connections.ts';
export { EventConnection, type Outgoing } from './connections/event-connection.ts';
export * from './feed/encoding.ts';
export * from './feed/feed-source.ts';
export * from './feed/held-texts.ts';
export { type Frame, joinFrames, sliceText } from './feed/text-frames.ts';
export * from './feed/task-source.ts';
export * from './feed/feed-hub.ts';
export * from './messages/message-accumulator.ts';
export * from './messages/ui-message.ts';
export * from './routes/chat-routes.ts';
export { forkSchema, newSessionSchema, sessionRoutes } from './routes/session-routes.ts';
export { agentSessionBodySchema, sessionBodySchema } from './conversations/to-session-body.ts';
export * from './telemetry/agent-observer.ts';
export * from './sessions/chat-answer.ts';
export { shortChatBodySchema, useChatBodySchema } from './sessions/chat-body.ts';
export * from './sessions/chat-host.ts';
export * from './sessions/chat-sessions.ts';
export { Conversations, type ConversationsOptions } from './conversations/conversations.ts';
export type { MessagePage } from './sessions/read-messages.ts';
export type { ChatRequest, ChatWish, WhenBusy } from './sessions/to-chat-request.ts';
export * from './streams/run-streams.ts';
