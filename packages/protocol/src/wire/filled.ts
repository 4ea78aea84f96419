import { z } from 'zod';

// Instead of `.min(1)`, which asks whatever comes for its `length`, also when it is neither text nor a list: with a length
// that cannot be compared, as JSON can describe one, zod throws a TypeError.

/** Text that is not empty. */
export const filledTextSchema = z
  .string()
  .refine((text) => text !== '', { error: 'a string of at least 1 character' })
  .meta({ minLength: 1 });

/** A list that is not empty. */
export function filledList<Element extends z.ZodType>(element: Element): z.ZodArray<Element> {
  return z
    .array(element)
    .refine((list) => list.length > 0, { error: 'a list of at least 1 item' })
    .meta({ minItems: 1 });
}
