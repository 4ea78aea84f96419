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
export { AgentSessions, type AgentSessionsOptions } from './agent-sessions/agent-sessions.ts';
export { createAgentSessionStore } from './agent-sessions/create-agent-session-store.ts';
export type { AgentNodes } from './agent-sessions/agent-nodes.ts';
export type { NewAgentSession, SendOptions } from './agent-sessions/live-session.ts';
export type { ApprovalVerdict, OpenApproval } from './agent-sessions/open-approvals.ts';
export { toChunks } from './agent-sessions/to-chunks.ts';
export { type MailRunState, startRun } from './adapters/mail/mail-run-state.ts';
export { toRunMessage, toUserMessages } from './adapters/mail/to-run-message.ts';
export { continueRun, finishPaused, translateRun } from './adapters/mail/translate-run.ts';
export { DONE, encodeChunk, UI_STREAM_HEADERS } from './chunks/encode-chunk.ts';
export type { FinishReason, PartMetadata, UIChunk } from './chunks/ui-chunk.ts';
export { Backlog } from './connections/backlog.ts';
export type { ChunkConnection, ConnectionEnd, OpenConnection } from './connections/chunk-connection.ts';
export { Connections, type ConnectionsOptions, type NewConnection } from './connections/connections.ts';
export { EventConnection, type Outgoing } from './connections/event-connection.ts';
export {
  type Encoded,
  type Encoding,
  type FeedEvent,
  type Piece,
  selectBehind,
  type TextFrame,
  type Wish,
} from './feed/encoding.ts';
export type { FeedBatch, FeedSource, FollowOptions } from './feed/feed-source.ts';
export { toHeldTexts } from './feed/held-texts.ts';
export { type Frame, joinFrames, sliceText } from './feed/text-frames.ts';
export { type TaskPlace, TaskSource } from './feed/task-source.ts';
export { FeedHub, type FeedHubOptions, type OpenFeed, type Wait } from './feed/feed-hub.ts';
export { MessageAccumulator } from './messages/message-accumulator.ts';
export type { CallPart, CallState, TextPart, UIMessage, UIPart } from './messages/ui-message.ts';
export { chatRoutes, type ChatRoutesOptions } from './routes/chat-routes.ts';
export { forkSchema, newSessionSchema, sessionRoutes } from './routes/session-routes.ts';
export { agentSessionBodySchema, sessionBodySchema } from './conversations/to-session-body.ts';
export type {
  AgentObserver,
  AgentOutcome,
  AgentRunFact,
  AgentToolFact,
  ToolFailure,
} from './telemetry/agent-observer.ts';
export type { ChatAnswer } from './sessions/chat-answer.ts';
export { shortChatBodySchema, useChatBodySchema } from './sessions/chat-body.ts';
export type { ChatHost } from './sessions/chat-host.ts';
export { ChatSessions, type ChatSessionsOptions } from './sessions/chat-sessions.ts';
export { Conversations, type ConversationsOptions } from './conversations/conversations.ts';
export type { MessagePage } from './sessions/read-messages.ts';
export type { ChatRequest, ChatWish, WhenBusy } from './sessions/to-chat-request.ts';
export { type RunCursor, RunStreams, type RunStreamsOptions, type RunPlace } from './streams/run-streams.ts';
