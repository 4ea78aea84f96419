export type { ClientOptions } from './client-options.ts';
export { createClient, type MAILClient } from './create-client.ts';
export type { TokenSource } from './http/connection.ts';
export type { RequestOptions } from './http/request.ts';
export { RequestError, type RequestErrorOptions } from './http/request-error.ts';
export type {
  Answer,
  KeyOptions,
  MessageMethods,
  MessageStreamOptions,
  NewMessage,
  ResumeResults,
  ResumeTellingsOptions,
} from './methods/message-methods.ts';
export type { ServerMethods, SwarmChoice } from './methods/server-methods.ts';
export type { InterswarmMessage, SwarmMethods } from './methods/swarm-methods.ts';
export type { FollowOptions, TaskMethods, TellingsOptions } from './methods/task-methods.ts';
export type { PlatformFetch, WebSignal } from './platform/web-types.ts';
export { BoundedEventParser } from './sse/bounded-event-parser.ts';
export type { FrameStream, TellingStream } from './streams/task-stream.ts';
export type { Reconnect, StreamOptions, StreamTimeouts } from './streams/stream-options.ts';
export { type EndFrame, isEnd, type ServerEvent } from '@posthouse/protocol/light';
