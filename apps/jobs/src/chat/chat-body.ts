import { z } from 'zod';
import { JobsError } from '../errors/jobs-error.ts';
import type { UserMessage } from './user-message.ts';

const id = z.string().min(1).max(200);
const text = z.string().max(100_000);

/** A message with a text, as simple clients send it. */
const flatMessage = z.object({
  id: id.optional(),
  role: z.enum(['user', 'assistant', 'system']),
  content: text,
  timestamp: z.string().max(100).optional(),
});
/** A message with parts, as `useChat` sends it. */
const partsMessage = z.object({
  id,
  role: z.enum(['user', 'assistant', 'system']),
  parts: z.array(z.looseObject({ type: z.string(), text: text.optional() })).max(10_000),
});

const shortText = z.string().max(2_000);

/** What the page shows while somebody writes. All of it is data for the agent, never something it was told to do. */
const chatContext = z
  .object({
    jobId: z.int().positive().optional().meta({ description: 'The job that is open.' }),
    resumeId: z.int().positive().optional().meta({ description: 'The resume that is open.' }),
    detectedJob: z
      .looseObject({
        title: shortText.optional(),
        company: shortText.optional(),
        url: shortText.optional(),
        source: shortText.optional(),
        description: z.string().max(100_000).optional(),
      })
      .optional()
      .meta({ description: 'A posting on the page that the browser shows.' }),
    activeFilters: z
      .looseObject({
        search: shortText.optional(),
        status: shortText.optional(),
        location: shortText.optional(),
        company: shortText.optional(),
        remote: z.boolean().optional(),
        starred: z.boolean().optional(),
        salaryMin: z.number().nonnegative().optional(),
      })
      .optional(),
    activeTab: shortText.optional(),
  })
  .meta({ id: 'ChatContext' });
export type ChatContext = z.output<typeof chatContext>;

const chatOptions = z.object({
  showThinking: z
    .boolean()
    .optional()
    .meta({ description: 'Whether to tell what the model thinks; true unless given.' }),
  stream: z.boolean().optional().meta({ description: 'false: one JSON answer at the end instead of a stream.' }),
  conversationId: id.optional(),
});

/** What `POST /jobs/chat` takes: messages with texts or messages with parts, and what belongs to them. */
export const chatBody = z
  .looseObject({
    id: id.optional().meta({ description: 'The conversation, as useChat names it.' }),
    messages: z
      .array(z.union([partsMessage, flatMessage]))
      .max(10_000)
      .optional(),
    trigger: z.string().max(100).optional(),
    messageId: id.optional(),
    context: chatContext.optional(),
    options: chatOptions.optional(),
  })
  .meta({ id: 'ChatRequest' });

/** A body in the one form that the chat works with. */
export type ChatInput = {
  conversationId: string | undefined;
  message: UserMessage;
  timestamp: string | undefined;
  context: ChatContext;
  showThinking: boolean;
  stream: boolean;
};

/**
 * Takes what is new from a body: its last message. Earlier ones are known here, and what a client claims about them is
 * not looked at, so that nobody can put words into the agent's mouth.
 */
export function readChatBody(body: z.output<typeof chatBody>, newMessageId: () => string): ChatInput {
  const { messages = [], context = {}, options = {} } = body;
  const last = messages.at(-1);
  if (last === undefined) throw new JobsError('noMessages', { details: [{ path: 'messages', message: '1 …' }] });
  if (body.trigger === 'regenerate-message') throw invalid('trigger', 'submit-message');
  if (last.role !== 'user') throw invalid('messages', 'user');
  const said = 'parts' in last ? textsOf(last.parts) : [last.content];
  const words = said.join('\n\n').trim();
  if (words === '') throw new JobsError('noMessages', { details: [{ path: 'messages', message: 'text' }] });
  const given = 'timestamp' in last ? last.timestamp : undefined;
  const time = given === undefined ? Number.NaN : Date.parse(given);
  return {
    conversationId: options.conversationId ?? body.id,
    message: { id: last.id ?? newMessageId(), parts: [{ type: 'text', text: words }] },
    timestamp: Number.isNaN(time) ? undefined : new Date(time).toISOString(),
    context,
    showThinking: options.showThinking ?? true,
    stream: options.stream ?? true,
  };
}

function textsOf(parts: readonly { type: string; text?: string | undefined }[]): string[] {
  return parts.flatMap(({ type, text: words }) => (type === 'text' && words !== undefined ? [words] : []));
}

function invalid(path: string, expected: string): JobsError {
  return new JobsError('validation', {
    values: { what: `${path}: ${expected}` },
    details: [{ path, message: expected }],
  });
}
