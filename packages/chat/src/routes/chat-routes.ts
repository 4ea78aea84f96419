import { PosthouseError } from '@posthouse/protocol';
import type { Session, SessionOwner } from '@posthouse/store';
import { type Context, Hono, type MiddlewareHandler } from 'hono';
import { UI_STREAM_HEADERS } from '../chunks/encode-chunk.ts';
import type { ChatAnswer } from '../sessions/chat-answer.ts';
import type { ChatSessions } from '../sessions/chat-sessions.ts';
import { toChatRequest } from '../sessions/to-chat-request.ts';
import type { OpenConnection } from '../streams/chunk-connection.ts';
import { toLimit, toText, toVersion } from './read-query.ts';
import { toSessionBody } from './to-session-body.ts';

export type ChatRoutesOptions = {
  sessions: ChatSessions;
  /** Runs before every route: who may come in. */
  guard: MiddlewareHandler;
  /** Who is there, once the guard has let them in. */
  identify: (c: Context) => SessionOwner;
  /** The body of a request as a JSON object. */
  readJSON: (c: Context) => Promise<Record<string, unknown>>;
  /** The connection that an answer is streamed over. `onEnd` is called once, however it ends. */
  connect: (c: Context, onEnd: () => void) => OpenConnection;
};

const PAGE = 50;
const LONGEST_PAGE = 200;
const LONGEST_TITLE = 200;

/**
 * The routes of the chat, to be mounted where clients look for them.
 *
 * @example app.route('/api/chat', chatRoutes({ sessions, guard, identify, readJSON, connect }));
 */
export function chatRoutes(options: ChatRoutesOptions): Hono {
  const { sessions, guard, identify, readJSON } = options;
  const router = new Hono();
  const idOf = (c: Context): string => c.req.param('id') ?? '';

  router.post('/', guard, async (c) => {
    const key = toText('Idempotency-Key', c.req.header('idempotency-key'));
    const request = toChatRequest(await readJSON(c), key === undefined ? {} : { key });
    return answerStream(c, options, await sessions.send(identify(c), request));
  });

  router.get('/sessions', guard, async (c) => {
    const limit = toLimit(c.req.query('limit'), { usual: PAGE, most: LONGEST_PAGE });
    const before = toVersion(c.req.query('before'));
    const page = await sessions.list(identify(c), { limit: limit + 1, ...(before === undefined ? {} : { before }) });
    const shown = page.slice(0, limit);
    const next = page.length > limit ? String(shown.at(-1)!.version) : null;
    return c.json({ sessions: shown.map((session) => toSessionBody(session)), before: next });
  });

  const answerSession = async (c: Context, session: Session): Promise<Response> =>
    c.json({ ...toSessionBody(session), status: await sessions.status(session) });

  router.get('/sessions/:id', guard, async (c) => answerSession(c, await sessions.get(identify(c), idOf(c))));

  router.patch('/sessions/:id', guard, async (c) => {
    const { title } = await readJSON(c);
    if (typeof title !== 'string' || title.trim() === '' || title.length > LONGEST_TITLE) {
      throw invalid(`title must be a text of 1 to ${LONGEST_TITLE} characters`);
    }
    return answerSession(c, await sessions.rename(identify(c), idOf(c), title.trim()));
  });

  router.delete('/sessions/:id', guard, async (c) => {
    await sessions.remove(identify(c), idOf(c));
    return c.json({ deleted: true, id: idOf(c) });
  });

  router.get('/:id/stream', guard, async (c) => {
    const answer = await sessions.resume(identify(c), idOf(c), toText('message', c.req.query('message')));
    return answer === undefined ? c.body(null, 204) : answerStream(c, options, answer);
  });

  router.post('/:id/stop', guard, async (c) => c.json({ stopped: await sessions.stop(identify(c), idOf(c)) }));

  router.get('/:id/messages', guard, async (c) => {
    const owner = identify(c);
    const limit = toLimit(c.req.query('limit'), { usual: PAGE, most: LONGEST_PAGE });
    const before = toText('before', c.req.query('before'));
    const session = await sessions.get(owner, idOf(c));
    // Before the messages: what is told as running may have ended by then, but never the other way round.
    const status = await sessions.status(session);
    const page = await sessions.messages(owner, idOf(c), { limit, ...(before === undefined ? {} : { before }) });
    return c.json({ messages: page.messages, before: page.before ?? null, status });
  });

  return router;
}

function answerStream(c: Context, { connect }: ChatRoutesOptions, answer: ChatAnswer): Response {
  const headers = { ...UI_STREAM_HEADERS, 'X-Session-Id': encodeURIComponent(answer.sessionId.toWellFormed()) };
  if (c.req.method === 'HEAD') return c.body(null, 200, headers);
  const left = new AbortController();
  const connection = connect(c, () => left.abort());
  void answer.stream(connection, left.signal);
  return c.body(connection.body, 200, headers);
}

function invalid(message: string): PosthouseError {
  return new PosthouseError({ code: 'invalid_input', message });
}
