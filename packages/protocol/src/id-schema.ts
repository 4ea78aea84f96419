import { z } from 'zod';
import { isId, MAX_ID_LENGTH } from './id.ts';

/**
 * An id on the wire. The length is a refinement and `format` an annotation, because the MAIL schemas accept any string:
 * what we publish stays equal to them, what we let in is a little stricter.
 */
export const idSchema = z
  .string()
  .refine(isId, { error: `an id of 1 to ${MAX_ID_LENGTH} characters` })
  .meta({ format: 'uuid' });

/** An id that MAIL does not describe as a UUID. */
export const freeIdSchema = z.string().refine(isId, { error: `an id of 1 to ${MAX_ID_LENGTH} characters` });
