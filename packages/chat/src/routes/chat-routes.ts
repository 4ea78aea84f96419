import { invalidInput, isId } from '@posthouse/protocol';
import type { SessionOwner } from '@posthouse/store';
import { type Context, Hono, type MiddlewareHandler } from 'hono';
import { UI_STREAM_HEADERS } from '../chunks/encode-chunk.ts';
import type { ConnectionEnd, OpenConnection } from '../connections/chunk-connection.ts';
import { Connections } from '../connections/connections.ts';
import type { ChatAnswer } from '../sessions/chat-answer.ts';
import type { Conversations } from '../conversations/conversations.ts';
import { toChatRequest, toUserParts } from '../sessions/to-chat-request.ts';
import { toCursor, readName } from './read-query.ts';
import { readMessagesPage, sessionRoutes } from './session-routes.ts';

export type ChatRoutesOptions = {
  sessions: Conversations;
  /** Runs before every route and refuses callers that may not use it. */
  guard: MiddlewareHandler;
  /** The caller, once the guard has let the request pass. */
  identify: (c: Context) => SessionOwner;
  /** The body of a request as a JSON object. */
  readJSON: (c: Context) => Promise<Record<string, unknown>>;
  /** The connection for a streamed answer; `onEnd` is called once, however it ends. Ready-made by default. */
  connect?: (c: Context, onEnd: (how: ConnectionEnd) => void) => OpenConnection;
  /** Called when a session was deleted, for instance to log it. */
  onDeleted?: (c: Context) => void;
  /** Whether an answer stops when its sender disconnects; false by default. */
  abortOnDisconnect?: boolean;
};

/**
 * The routes of the chat, to mount where clients expect them.
 *
 * @example app.route('/api/chat', chatRoutes({ sessions, guard, identify, readJSON }));
 */
export function chatRoutes(options: ChatRoutesOptions): Hono {
  const { sessions, guard, identify, readJSON } = options;
  const router = new Hono();
  const idOf = (c: Context): string => c.req.param('id') ?? '';

  router.post('/', guard, async (c) => {
    const key = readName('Idempotency-Key', c.req.header('idempotency-key'));
    const request = toChatRequest(await readJSON(c), { key });
    return askedStream(c, options, await sessions.send(identify(c), request));
  });

  router.get('/agents', guard, async (c) => c.json(await sessions.partners()));

  router.route('/sessions', sessionRoutes(options));

  router.get('/:id/stream', guard, async (c) => {
    const message = readName('message', c.req.query('message'));
    const cursor = toCursor(c.req.query('after'), c.req.queries('has'));
    if (cursor !== undefined && message === undefined)
      throw invalidInput('after can only be used together with message');
    const answer = await sessions.resume(identify(c), idOf(c), message, cursor);
    return answer === undefined ? c.body(null, 204) : answerStream(c, options, answer);
  });

  router.post('/:id/stop', guard, async (c) => c.json({ stopped: await sessions.stop(identify(c), idOf(c)) }));

  router.get('/:id/messages', guard, async (c) => {
    const { messages, before, status } = await readMessagesPage(c, options);
    return c.json({ messages, before: before ?? null, status });
  });

  router.get('/:id/branches', guard, async (c) => c.json({ places: await sessions.branches(identify(c), idOf(c)) }));

  router.post('/:id/branch', guard, async (c) => {
    const { taskId } = await readJSON(c);
    if (typeof taskId !== 'string' || !isId(taskId)) throw invalidInput('taskId must name a branch of the session');
    return c.json(await sessions.moveTo(identify(c), idOf(c), taskId));
  });

  router.patch('/:id/queue/:messageId', guard, async (c) => {
    const parts = toUserParts((await readJSON(c)).message);
    return c.json(await sessions.editQueued(identify(c), idOf(c), { id: c.req.param('messageId'), parts }));
  });

  router.delete('/:id/queue/:messageId', guard, async (c) => {
    const id = c.req.param('messageId');
    await sessions.removeQueued(identify(c), idOf(c), id);
    return c.json({ removed: true, id });
  });

  router.post('/:id/approvals/:approvalId', guard, async (c) => {
    const { approved, reason } = await readJSON(c);
    if (typeof approved !== 'boolean') throw invalidInput('approved must be true or false');
    const verdict = {
      approvalId: c.req.param('approvalId'),
      approved,
      ...(typeof reason === 'string' ? { reason } : {}),
    };
    return askedStream(c, options, await sessions.approve(identify(c), idOf(c), verdict));
  });

  return router;
}

/** The stream of an answer for the one who has asked for it, who may not want it any more once they have left. */
function askedStream(c: Context, options: ChatRoutesOptions, answer: ChatAnswer): Response {
  return answerStream(c, options, answer, (how) => {
    if (options.abortOnDisconnect !== true || how === 'ended' || how === 'cut') return;
    // Nobody hears how that goes; the answer says it itself.
    answer.abandon?.().catch(() => undefined);
  });
}

const connections = new Connections();

function answerStream(
  c: Context,
  { connect = (_, onEnd) => connections.open({ onEnd }) }: ChatRoutesOptions,
  answer: ChatAnswer,
  onEnd?: (how: ConnectionEnd) => void,
): Response {
  const headers = { ...UI_STREAM_HEADERS, 'X-Session-Id': encodeURIComponent(answer.sessionId.toWellFormed()) };
  if (c.req.method === 'HEAD') return c.body(null, 200, headers);
  const left = new AbortController();
  const connection = connect(c, (how) => {
    left.abort();
    onEnd?.(how);
  });
  // What cannot be read on is cut, which the reader notices.
  void answer.stream(connection, left.signal).catch(() => connection.drop());
  return c.body(connection.body, 200, headers);
}
