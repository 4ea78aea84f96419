import { z } from 'zod';
import { idSchema } from '../id-schema.ts';
import { filledList } from '../wire/filled.ts';
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
export const directFields = {
  ...payloadFields,
  recipient: mailAddressSchema,
  recipient_swarm: z.string().optional(),
};

/** Payloads for several agents at once. */
export const groupFields = {
  ...payloadFields,
  recipients: filledList(mailAddressSchema),
  recipient_swarms: z.array(z.string()).optional(),
};
