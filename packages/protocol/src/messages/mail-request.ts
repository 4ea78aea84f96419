import { z } from 'zod';
import { idSchema } from '../id-schema.ts';
import { wireCodec, type Wired } from '../wire/wire-codec.ts';
import { directFields } from './payload-fields.ts';

export const mailRequestSchema = z.strictObject({ ...directFields, request_id: idSchema }).meta({ id: 'MAILRequest' });

export const mailRequestWire = wireCodec({ name: 'MAILRequest', schema: mailRequestSchema });

/** Asks one agent for something. */
export type MAILRequest = Wired<typeof mailRequestWire>;
