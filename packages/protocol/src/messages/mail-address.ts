import { z } from 'zod';
import { filledTextSchema } from '../wire/filled.ts';
import { wireCodec, type Wired } from '../wire/wire-codec.ts';

export const mailAddressSchema = z
  .strictObject({
    address_type: z.enum(['admin', 'agent', 'user', 'system']),
    address: filledTextSchema,
  })
  .meta({ id: 'MAILAddress' });

export const mailAddressWire = wireCodec({ name: 'MAILAddress', schema: mailAddressSchema });

/** Who wrote a message, or who gets it. */
export type MAILAddress = Wired<typeof mailAddressWire>;
