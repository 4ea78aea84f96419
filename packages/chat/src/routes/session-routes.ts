import { invalidInput, newId } from '@posthouse/protocol';
import { type Context, Hono } from 'hono';
import { z } from 'zod';
import { toTurns } from '../agent-sessions/to-turns.ts';
import type { ChatRoutesOptions } from './chat-routes.ts';
import { toLimit, readName, toVersion } from './read-query.ts';

const PAGE_SIZE = 50;
const MAX_PAGE_SIZE = 200;
const MAX_TITLE_LENGTH = 200;
const MAX_TEXT_LENGTH = 4_096;

const title = z.string().trim().min(1).max(MAX_TITLE_LENGTH);
const id = z
  .string()
  .min(1)
  .max(256)
  .refine((text) => text !== 'sessions');

export const newSessionSchema = z
  .object({
    id: id.nullish(),
    agent: z.string().max(MAX_TEXT_LENGTH).nullish(),
    title: title.nullish(),
    cwd: z.string().max(MAX_TEXT_LENGTH).nullish(),
    model: z.string().max(MAX_TEXT_LENGTH).nullish(),
  })
  .meta({ id: 'NewChatSession' });

export const forkSchema = z.object({ id: id.nullish(), title: title.nullish() }).meta({ id: 'ForkChatSession' });

type SessionRoutesOptions = Pick<ChatRoutesOptions, 'sessions' | 'guard' | 'identify' | 'readJSON' | 'onDeleted'>;

/**
 * The routes of sessions, besides those of their messages.
 *
 * @example app.route('/api/sessions', sessionRoutes({ sessions, guard, identify, readJSON }));
 */
export function sessionRoutes(options: SessionRoutesOptions): Hono {
  const { sessions, guard, identify, readJSON } = options;
  const router = new Hono();
  const idOf = (c: Context): string => c.req.param('id') ?? '';

  router.get('/', guard, async (c) => {
    const limit = toLimit(c.req.query('limit'), { usual: PAGE_SIZE, most: MAX_PAGE_SIZE });
    const before = toVersion(c.req.query('before'));
    const page = await sessions.list(identify(c), { limit: limit + 1, before });
    const shown = page.slice(0, limit);
    const next = page.length > limit ? String(shown.at(-1)!.version) : null;
    return c.json({ sessions: shown.map(({ body }) => body), before: next });
  });

  router.post('/', guard, async (c) => {
    const body = read(newSessionSchema, await readJSON(c));
    return c.json(await sessions.create(identify(c), { id: newId(), ...body }), 201);
  });

  router.get('/:id', guard, async (c) => c.json(await sessions.get(identify(c), idOf(c))));

  router.patch('/:id', guard, async (c) => {
    const { title: given } = await readJSON(c);
    if (typeof given !== 'string' || given.trim() === '' || given.length > MAX_TITLE_LENGTH) {
      throw invalidInput(`title must be a text of 1 to ${MAX_TITLE_LENGTH} characters`);
    }
    await sessions.rename(identify(c), idOf(c), given.trim());
    return c.json(await sessions.get(identify(c), idOf(c)));
  });

  router.delete('/:id', guard, async (c) => {
    const erased = await sessions.remove(identify(c), idOf(c));
    options.onDeleted?.(c);
    return c.json({ deleted: true, id: idOf(c), erased });
  });

  router.post('/:id/fork', guard, async (c) => {
    const text = await c.req.text();
    const body = read(forkSchema, text.trim() === '' ? {} : await readJSON(c));
    return c.json(await sessions.fork(identify(c), idOf(c), body), 201);
  });

  router.get('/:id/messages', guard, async (c) => {
    const { messages, next } = await readMessagesPage(c, options);
    return c.json({ messages, nextCursor: next });
  });

  router.get('/:id/turns', guard, async (c) => {
    const { messages, next } = await readMessagesPage(c, options);
    return c.json({ turns: toTurns(messages), nextCursor: next });
  });

  return router;
}

/** The page of messages that a request asks for, and how to ask for the next one in the same direction. */
export async function readMessagesPage(c: Context, { sessions, identify }: SessionRoutesOptions) {
  const limit = toLimit(c.req.query('limit'), { usual: PAGE_SIZE, most: MAX_PAGE_SIZE });
  const before = readName('before', c.req.query('before'));
  const after = readName('after', c.req.query('after'));
  if (before !== undefined && after !== undefined) throw invalidInput('before and after cannot be used together');
  const page = await sessions.messages(identify(c), c.req.param('id') ?? '', {
    limit,
    before,
    after,
  });
  const { messages } = page;
  const newer = messages.length === limit ? messages.at(-1)!.id : null;
  return { ...page, next: after === undefined ? (page.before ?? null) : newer };
}

/** What a body says, without what it leaves open. */
function read<Schema extends z.ZodType<Record<string, unknown>>>(
  schema: Schema,
  body: unknown,
): { [Key in keyof z.infer<Schema>]?: NonNullable<z.infer<Schema>[Key]> } {
  const { success, data, error } = schema.safeParse(body);
  if (!success) {
    const [issue] = error.issues;
    throw invalidInput(`${issue?.path.join('.') ?? ''}: ${issue?.message ?? 'invalid'}`);
  }
  const given = Object.entries(data).filter(([, value]) => value !== undefined && value !== null);
  return Object.fromEntries(given) as ReturnType<typeof read<Schema>>;
}
