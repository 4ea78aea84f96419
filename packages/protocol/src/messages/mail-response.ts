import { z } from 'zod';
import { freeIdSchema } from '../id-schema.ts';
import { wireCodec, type Wired } from '../wire/wire-codec.ts';
import { directFields } from './payload-fields.ts';

export const mailResponseSchema = z
  .strictObject({ ...directFields, request_id: freeIdSchema })
  .meta({ id: 'MAILResponse' });

export const mailResponseWire = wireCodec({ name: 'MAILResponse', schema: mailResponseSchema });

/** Answers a request. */
export type MAILResponse = Wired<typeof mailResponseWire>;
