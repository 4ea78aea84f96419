import { z } from 'zod';
import { freeIdSchema } from '../id-schema.ts';
import { completeWrapper, mailInterswarmMessageSchema } from '../messages/mail-interswarm-message.ts';
import { mailMessageSchema } from '../messages/mail-message.ts';
import { filledList, filledTextSchema } from '../wire/filled.ts';
import { isPlainObject } from '../wire/is-plain-object.ts';
import { wireCodec, type Wired } from '../wire/wire-codec.ts';

/** `POST /interswarm/forward` and `/interswarm/back`. */
export const interswarmDeliveryWire = wireCodec({
  name: 'interswarm delivery',
  schema: z.strictObject({ message: mailInterswarmMessageSchema }).meta({ id: 'InterswarmDelivery' }),
  complete: (delivery) =>
    isPlainObject(delivery) ? { ...delivery, message: completeWrapper(delivery.message) } : delivery,
});
export type InterswarmDelivery = Wired<typeof interswarmDeliveryWire>;

/** What a delivery answers: the letter was taken, not that its work is done. */
export const interswarmReceiptWire = wireCodec({
  name: 'interswarm receipt',
  schema: z
    .strictObject({ swarm: z.string(), task_id: z.string(), status: z.string(), local_runner: z.string() })
    .meta({ id: 'InterswarmReceipt' }),
});
export type InterswarmReceipt = Wired<typeof interswarmReceiptWire>;

/** `POST /interswarm/message`: a user writes to agents of other swarms. */
export const interswarmPostWire = wireCodec({
  name: 'interswarm message',
  schema: z
    .strictObject({
      user_token: filledTextSchema,
      targets: filledList(filledTextSchema),
      body: z.string(),
      subject: z.string().optional(),
      msg_type: z.enum(['request', 'broadcast']).optional(),
      task_id: freeIdSchema.optional(),
      routing_info: z.record(z.string(), z.unknown()).optional(),
      stream: z.boolean().optional(),
      ignore_stream_pings: z.boolean().optional(),
    })
    .meta({ id: 'InterswarmPost' }),
});
export type InterswarmPost = Wired<typeof interswarmPostWire>;

/** What it answers: the message that ended the task. */
export const interswarmResultWire = wireCodec({
  name: 'interswarm result',
  schema: z
    .strictObject({
      response: mailMessageSchema,
      events: z.array(z.unknown()).nullable().optional(),
      /** Ours: the answer of each swarm by name, when the message went to more than one. */
      responses: z.record(z.string(), mailMessageSchema).optional(),
    })
    .meta({ id: 'InterswarmResult' }),
});
export type InterswarmResult = Wired<typeof interswarmResultWire>;
