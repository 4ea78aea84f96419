import type { ErrorCode, JSONValue } from '@posthouse/protocol';
import type { z } from 'zod';

/** Who may use a route: everybody, users and admins, admins alone, or the agents of other swarms. */
export type Access = 'public' | 'user' | 'admin' | 'agent';

export const TAGS = {
  server: 'What this server is and how it is doing.',
  messages: 'Posting messages and reading what agents answer.',
  tasks: 'Tasks of the caller: how they stand, what happens in them, stopping and resuming them.',
  chat: 'Chat sessions, for the AI SDK and other front ends. The same routes are at `/chat` and at `/api/chat`.',
  swarms: 'The swarms this server knows.',
  interswarm: 'Requests between swarm servers.',
  ui: "What MAIL's user interface and the studio ask for; tasks are those of the caller.",
  openai: 'The door for programs that speak to OpenAI: models are swarms.',
  mcp: 'The door for programs that speak MCP: tools are swarms.',
  operations: 'For those who run the server.',
} as const;
export type Tag = keyof typeof TAGS;

export type RouteParameter = {
  name: string;
  in: 'path' | 'query' | 'header';
  description: string;
  schema: z.ZodType;
  example: string;
};

export type RouteBody = {
  schema: z.ZodType;
  example: JSONValue;
  /** What its keys mean, where the names do not say enough. */
  keys?: Record<string, string>;
  /** Some routes take their question from the query as well. */
  optional?: true;
};

export type RouteAnswer = {
  description: string;
  /** Absent when there is no JSON to describe. */
  schema?: z.ZodType;
  example?: JSONValue;
  /** An event stream: some of its frames, as they stand on the wire. */
  frames?: string;
  /** What the data of a frame is, when it is not a frame of MAIL. */
  frameSchema?: z.ZodType;
  /** Anything that is neither JSON nor a stream, by media type. */
  text?: { type: string; example: string };
};

/** Everything that a reader needs to know of a route. The OpenAPI document and `docs/api.md` are made from these. */
export type DocumentedRoute = {
  method: 'get' | 'post' | 'patch' | 'delete';
  /** Parameters in braces: `/tasks/{task_id}`. */
  path: string;
  /** The name of the operation, for programs that make clients from the document. */
  operation: string;
  tag: Tag;
  summary: string;
  description?: string;
  access: Access;
  /** Only there when the server runs in debug mode. */
  debug?: true;
  /** Whose errors its callers expect, when that is not ours. */
  door?: 'openai' | 'mcp';
  parameters?: RouteParameter[];
  body?: RouteBody;
  answers: Record<number, RouteAnswer>;
  /** What else can go wrong, beside what can go wrong everywhere. */
  errors?: ErrorCode[];
};
