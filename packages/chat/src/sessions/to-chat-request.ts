import type { UserPart } from '@posthouse/agents';
import { invalidInput, newId, type Problem, toProblems } from '@posthouse/protocol';
import type { z } from 'zod';
import {
  type ChatUIMessage,
  type ShortChatBody,
  shortChatBodySchema,
  type UseChatBody,
  useChatBodySchema,
  uiMessageSchema,
} from './chat-body.ts';
import { type CallAnswer, type CallVerdict, toCallAnswers, toCallVerdicts } from './to-call-answers.ts';
import type { UserMessage } from './user-message.ts';

export type WhenBusy = 'queue' | 'interrupt' | 'reject';

/** What a client asks for in a session. */
export type ChatRequest = {
  sessionId: string;
  swarm?: string;
  /** For sessions with an agent: which, where it works, and with which model. */
  agent?: string;
  cwd?: string;
  model?: string;
  entrypoint?: string;
  whenBusy: WhenBusy;
  wish: ChatWish;
};

export type ChatWish =
  /** A new message; with `edits`, one that replaces an earlier one. */
  | { type: 'send'; message: UserMessage; edits?: true }
  /** The answer once more: the one that is named, or the one to the message that is named, or the last. */
  | { type: 'regenerate'; answerId?: string; message?: UserMessage }
  /** Results for the calls that the answer of this id waits for; `seen` is how far into the log the client has it. */
  | { type: 'answer'; answerId: string; answers: CallAnswer[]; verdicts: CallVerdict[]; seen?: number };

/**
 * Reads either form of a request. Of the messages a client sends, only the last one counts: what was said before is known
 * here, and better.
 *
 * @example toChatRequest({ sessionId: 's', message: 'Hello' }) // { sessionId: 's', whenBusy: 'queue', wish: { type: 'send', … } }
 */
export function toChatRequest(body: Record<string, unknown>, { key }: { key?: string } = {}): ChatRequest {
  if (Object.hasOwn(body, 'messages')) return fromUseChat(check(useChatBodySchema, body), key);
  return fromShortForm(check(shortChatBodySchema, body), key);
}

function fromUseChat(body: UseChatBody, key: string | undefined): ChatRequest {
  const index = body.messages.length - 1;
  const last = check(uiMessageSchema, body.messages[index], `messages.${index}`);
  return { sessionId: checkSessionId(body.id), ...toRouting(body), wish: toWish(body, last, key) };
}

function toWish({ trigger, messageId }: UseChatBody, last: ChatUIMessage, key: string | undefined): ChatWish {
  if (trigger === 'regenerate-message') {
    return {
      type: 'regenerate',
      ...(messageId === undefined || messageId === null ? {} : { answerId: messageId }),
      ...(last.role === 'user' ? { message: toUserMessage(last, key) } : {}),
    };
  }
  if (last.role === 'user') {
    const message = toUserMessage(last, key);
    return { type: 'send', message, ...(messageId === message.id ? { edits: true } : {}) };
  }
  if (last.role !== 'assistant' || !last.id) {
    throw invalidInput('the last message must be from the user, or from the assistant with results for its calls');
  }
  const seen = (last.metadata as { seq?: unknown } | null | undefined)?.seq;
  return {
    type: 'answer',
    answerId: last.id,
    answers: toCallAnswers(last.parts),
    verdicts: toCallVerdicts(last.parts),
    ...(Number.isSafeInteger(seen) && (seen as number) >= 0 ? { seen: seen as number } : {}),
  };
}

function fromShortForm(body: ShortChatBody, key: string | undefined): ChatRequest {
  const sessionId = checkSessionId(body.sessionId ?? body.id ?? newId());
  const given = body.message;
  if (typeof given !== 'string' && given.role !== 'user') throw invalidInput('the message must be from the user');
  const parts = typeof given === 'string' ? [{ type: 'text', text: given }] : given.parts;
  const files = (body.attachments ?? []).map((file) => ({ type: 'file', ...file }));
  const id = typeof given === 'string' ? undefined : given.id;
  const message = toUserMessage({ id, role: 'user', parts: [...parts, ...files] }, key);
  return { sessionId, ...toRouting(body), wish: { type: 'send', message } };
}

type Routing = Pick<UseChatBody, 'swarm' | 'agent' | 'cwd' | 'model' | 'entrypoint' | 'whenBusy'>;

function toRouting({ whenBusy, swarm, agent, cwd, model, entrypoint }: Routing) {
  if (typeof swarm === 'string' && typeof agent === 'string')
    throw invalidInput('a session is with a swarm or with an agent, not with both');
  const given = Object.entries({ swarm, agent, cwd, model, entrypoint }).filter(
    ([, value]) => typeof value === 'string',
  );
  return { ...(Object.fromEntries(given) as Partial<Record<keyof Routing, string>>), whenBusy: whenBusy ?? 'queue' };
}

/**
 * The message that a wish brings along. One that asks for its answer once more may never have arrived: then its first answer
 * will do, and it begins the session if need be.
 */
export function toBroughtMessage(wish: ChatWish): UserMessage | undefined {
  if (wish.type === 'send') return wish.message;
  return wish.type === 'regenerate' && wish.answerId === undefined ? wish.message : undefined;
}

/**
 * What a message that waits is changed to: a text, or a message as `useChat` has it.
 *
 * @example toUserParts('Hello') // [{ type: 'text', text: 'Hello' }]
 */
export function toUserParts(message: unknown): UserPart[] {
  if (typeof message === 'string')
    return toUserMessage({ role: 'user', parts: [{ type: 'text', text: message }] }, 'x').parts;
  return toUserMessage(check(uiMessageSchema, message, 'message'), 'x').parts;
}

/** A message without an id of its own is known by the key of its request, or by nothing. */
function toUserMessage({ id, parts }: ChatUIMessage, key: string | undefined): UserMessage {
  const kept = parts.flatMap(toUserPart);
  if (kept.length === 0) throw invalidInput('a message needs a part with text or a file');
  return { id: id || key || newId(), parts: kept };
}

function toUserPart(part: Record<string, unknown>): UserPart[] {
  const { type, text, url, mediaType, filename } = part;
  if (type === 'text' && typeof text === 'string') return [{ type, text }];
  if (type !== 'file' || typeof url !== 'string' || typeof mediaType !== 'string') return [];
  return [{ type, mediaType, url, ...(typeof filename === 'string' ? { filename } : {}) }];
}

/** The routes need this word for themselves. */
function checkSessionId(sessionId: string): string {
  if (sessionId !== 'sessions') return sessionId;
  throw invalidInput("a session cannot be called 'sessions'");
}

function check<Schema extends z.ZodType>(schema: Schema, value: unknown, path = ''): z.infer<Schema> {
  const { success, data, error } = schema.safeParse(value);
  if (success) return data;
  const problems = toProblems(error.issues, value).map((problem): Problem => ({
    ...problem,
    path: [path, problem.path].filter((step) => step !== '').join('.'),
  }));
  const [first] = problems;
  throw invalidInput(`${first!.path}: expected ${first!.expected}, got ${first!.received}`, { details: problems });
}
