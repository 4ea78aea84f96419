import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { filledList, filledTextSchema } from '../../packages/protocol/src/wire/filled.ts';
import { toShapeCode } from './to-shape-code.ts';

describe('toShapeCode', () => {
  test('gives code that makes a shape with the same rules', () => {
    const schema = z.strictObject({
      task_id: z.string(),
      title: z.string().nullable().optional(),
      limit: z.number().int().positive(),
      targets: filledList(filledTextSchema),
      stream: z.union([z.boolean(), z.literal('tokens')]),
      kwargs: z.record(z.string(), z.unknown()),
    });
    expect(toShapeCode(schema)).toBe(
      "object({ task_id: text, title: optional(nullable(text)), limit: count, targets: filledList(filledText), stream: either(flag, oneOf('tokens')), kwargs: jsonObject })",
    );
  });

  test.each([
    ['text of a certain length', z.string().max(9)],
    ['text in a form that only a function knows', z.string().refine((text) => text.startsWith('a'))],
    ['a number within bounds', z.number().min(3)],
    ['a list of a certain length', z.array(z.string()).max(2)],
    ['an object that takes any key', z.looseObject({ a: z.string() })],
    ['an object whose fields depend on each other', z.strictObject({ a: z.string() }).refine(({ a }) => a !== '')],
    ['a date', z.date()],
    ['a default', z.string().default('x')],
  ])('refuses %s, which no rule checks', (_, schema) => {
    expect(() => toShapeCode(z.strictObject({ field: schema }))).toThrow('There is no rule for');
  });
});
