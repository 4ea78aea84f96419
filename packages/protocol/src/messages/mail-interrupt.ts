import { z } from 'zod';
import { idSchema } from '../id-schema.ts';
import { wireCodec, type Wired } from '../wire/wire-codec.ts';
import { groupFields } from './payload-fields.ts';

export const mailInterruptSchema = z
  .strictObject({ ...groupFields, interrupt_id: idSchema })
  .meta({ id: 'MAILInterrupt' });

export const mailInterruptWire = wireCodec({ name: 'MAILInterrupt', schema: mailInterruptSchema });

/** Interrupts what an agent is doing. */
export type MAILInterrupt = Wired<typeof mailInterruptWire>;
