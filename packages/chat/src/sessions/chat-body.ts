import { MAX_ID_LENGTH } from '@posthouse/protocol';
import { z } from 'zod';

const id = z.string().min(1).max(MAX_ID_LENGTH);

const attachment = z.object({ url: z.string(), mediaType: z.string(), filename: z.string().nullish() });

/** A message as the AI SDK has it. What is in its parts is looked at later, and only in the last one. */
export const uiMessageSchema = z.object({
  id: z.string().max(MAX_ID_LENGTH).nullish(),
  role: z.enum(['user', 'assistant', 'system']),
  parts: z.array(z.looseObject({ type: z.string() })).max(10_000),
  metadata: z.unknown().optional(),
});

const routing = {
  /** The swarm a new session is with, when it is not the default one. */
  swarm: z.string().nullish(),
  /** The agent a new session is with, instead of a swarm; and where it works, and with which model. */
  agent: z.string().nullish(),
  cwd: z.string().nullish(),
  model: z.string().nullish(),
  /** The agent that gets the message, when it is not the swarm's entrypoint. */
  entrypoint: z.string().nullish(),
  whenBusy: z.enum(['queue', 'interrupt', 'reject']).nullish(),
};

/** What `useChat` sends. */
export const useChatBodySchema = z
  .object({
    id,
    messages: z.array(z.unknown()).min(1),
    trigger: z.enum(['submit-message', 'regenerate-message']).nullish(),
    messageId: id.nullish(),
    ...routing,
  })
  .meta({ id: 'UseChatBody' });

/** The short form, for programs. */
export const shortChatBodySchema = z
  .object({
    sessionId: id.nullish(),
    id: id.nullish(),
    message: z.union([z.string(), uiMessageSchema]),
    attachments: z.array(attachment).max(100).nullish(),
    ...routing,
  })
  .meta({ id: 'ChatBody' });

export type ChatUIMessage = z.infer<typeof uiMessageSchema>;
export type UseChatBody = z.infer<typeof useChatBodySchema>;
export type ShortChatBody = z.infer<typeof shortChatBodySchema>;
