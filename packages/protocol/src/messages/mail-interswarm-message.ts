import { z } from 'zod';
import { timestampSchema } from '../timestamp.ts';
import { filledTextSchema } from '../wire/filled.ts';
import { isPlainObject } from '../wire/is-plain-object.ts';
import type { Camel } from '../wire/wire-case.ts';
import { wireCodec } from '../wire/wire-codec.ts';
import { mailBroadcastSchema, mailInterruptSchema, mailRequestSchema, mailResponseSchema } from './mail-payloads.ts';

const wrapper = {
  message_id: filledTextSchema,
  source_swarm: filledTextSchema,
  target_swarm: filledTextSchema,
  timestamp: timestampSchema,
  task_owner: filledTextSchema,
  task_contributors: z.array(z.string()),
  auth_token: z.string().optional(),
  metadata: z.record(z.string(), z.unknown()).optional(),
};

export const mailInterswarmMessageSchema = z
  .discriminatedUnion('msg_type', [
    z.strictObject({ ...wrapper, msg_type: z.literal('request'), payload: mailRequestSchema }),
    z.strictObject({ ...wrapper, msg_type: z.literal('response'), payload: mailResponseSchema }),
    z.strictObject({ ...wrapper, msg_type: z.literal('broadcast'), payload: mailBroadcastSchema }),
    z.strictObject({ ...wrapper, msg_type: z.literal('interrupt'), payload: mailInterruptSchema }),
  ])
  .meta({ id: 'MAILInterswarmMessage' });

/** What one swarm server sends another: the inner payload, the owner of the task, and who has worked on it. */
export const mailInterswarmMessageWire = wireCodec({
  name: 'MAILInterswarmMessage',
  schema: mailInterswarmMessageSchema,
  complete: completeWrapper,
});

export type MAILInterswarmMessage = Camel<z.infer<typeof mailInterswarmMessageSchema>>;

/** The schema calls these fields optional, but MAIL servers in the field refuse a wrapper without them. */
export function completeWrapper(message: MAILInterswarmMessage): MAILInterswarmMessage {
  // Only the schema judges whether this is a message at all, so nothing may be taken for granted here.
  if (!isPlainObject(message) || !isPlainObject(message.payload)) return message;
  return {
    ...message,
    authToken: message.authToken ?? '',
    metadata: message.metadata ?? {},
    payload: { ...message.payload, routingInfo: message.payload.routingInfo ?? {} },
  } as MAILInterswarmMessage;
}
