import { z } from 'zod';
import { idSchema } from '../id-schema.ts';
import { timestampSchema } from '../timestamp.ts';
import { wireCodec, type Wired } from '../wire/wire-codec.ts';
import { mailBroadcastSchema, mailInterruptSchema, mailRequestSchema, mailResponseSchema } from './mail-payloads.ts';

/** The five kinds of message; each is bound to one payload type. */
export const MESSAGE_TYPES = ['request', 'response', 'broadcast', 'interrupt', 'broadcast_complete'] as const;
export type MessageType = (typeof MESSAGE_TYPES)[number];

const envelope = { id: idSchema, timestamp: timestampSchema };

export const mailMessageSchema = z
  .discriminatedUnion('msg_type', [
    z.strictObject({ ...envelope, msg_type: z.literal('request'), message: mailRequestSchema }),
    z.strictObject({ ...envelope, msg_type: z.literal('response'), message: mailResponseSchema }),
    z.strictObject({ ...envelope, msg_type: z.literal('broadcast'), message: mailBroadcastSchema }),
    z.strictObject({ ...envelope, msg_type: z.literal('interrupt'), message: mailInterruptSchema }),
    z.strictObject({ ...envelope, msg_type: z.literal('broadcast_complete'), message: mailBroadcastSchema }),
  ])
  .meta({ id: 'MAILMessage' });

/**
 * The envelope every message travels in.
 *
 * @example
 * const { value, dropped } = mailMessageWire.parse(JSON.parse(text));
 * if (value.msgType === 'request') console.log(value.message.requestId);
 */
export const mailMessageWire = wireCodec({ name: 'MAILMessage', schema: mailMessageSchema });

export type MAILMessage = Wired<typeof mailMessageWire>;
