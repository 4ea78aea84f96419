import { z } from 'zod';
import { idSchema } from '../id-schema.ts';
import { wireCodec, type Wired } from '../wire/wire-codec.ts';
import { groupFields } from './payload-fields.ts';

export const mailBroadcastSchema = z
  .strictObject({ ...groupFields, broadcast_id: idSchema })
  .meta({ id: 'MAILBroadcast' });

export const mailBroadcastWire = wireCodec({ name: 'MAILBroadcast', schema: mailBroadcastSchema });

/** Tells several agents something; also how a task is completed. */
export type MAILBroadcast = Wired<typeof mailBroadcastWire>;
