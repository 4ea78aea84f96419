import { z } from 'zod';
import { freeIdSchema, idSchema } from '../id-schema.ts';
import { filledList } from '../wire/filled.ts';
import { wireCodec, type Wired } from '../wire/wire-codec.ts';
import { mailAddressSchema } from './mail-address.ts';

/** What every MAIL payload carries. */
const payloadFields = {
  task_id: idSchema,
  sender: mailAddressSchema,
  subject: z.string(),
  body: z.string(),
  sender_swarm: z.string().optional(),
  routing_info: z.record(z.string(), z.unknown()).optional(),
};

/** Payloads for one agent. */
const directFields = {
  ...payloadFields,
  recipient: mailAddressSchema,
  recipient_swarm: z.string().optional(),
};

/** Payloads for several agents at once. */
const groupFields = {
  ...payloadFields,
  recipients: filledList(mailAddressSchema),
  recipient_swarms: z.array(z.string()).optional(),
};

export const mailRequestSchema = z.strictObject({ ...directFields, request_id: idSchema }).meta({ id: 'MAILRequest' });

export const mailRequestWire = wireCodec({ name: 'MAILRequest', schema: mailRequestSchema });

/** Asks one agent for something. */
export type MAILRequest = Wired<typeof mailRequestWire>;

export const mailResponseSchema = z
  .strictObject({ ...directFields, request_id: freeIdSchema })
  .meta({ id: 'MAILResponse' });

export const mailResponseWire = wireCodec({ name: 'MAILResponse', schema: mailResponseSchema });

/** Answers a request. */
export type MAILResponse = Wired<typeof mailResponseWire>;

export const mailBroadcastSchema = z
  .strictObject({ ...groupFields, broadcast_id: idSchema })
  .meta({ id: 'MAILBroadcast' });

export const mailBroadcastWire = wireCodec({ name: 'MAILBroadcast', schema: mailBroadcastSchema });

/** Tells several agents something; also how a task is completed. */
export type MAILBroadcast = Wired<typeof mailBroadcastWire>;

export const mailInterruptSchema = z
  .strictObject({ ...groupFields, interrupt_id: idSchema })
  .meta({ id: 'MAILInterrupt' });

export const mailInterruptWire = wireCodec({ name: 'MAILInterrupt', schema: mailInterruptSchema });

/** Interrupts what an agent is doing. */
export type MAILInterrupt = Wired<typeof mailInterruptWire>;
