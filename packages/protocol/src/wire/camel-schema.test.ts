import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { messageArbitrary, wireMessageArbitrary } from '../__fixtures__/message-arbitraries.ts';
import { mailMessageSchema, mailMessageWire } from '../messages/mail-message.ts';
import { camelSchema } from './camel-schema.ts';

describe('camelSchema', () => {
  const schema = camelSchema(mailMessageSchema);

  test('accepts exactly what the codec parses to', () => {
    fc.assert(
      fc.property(messageArbitrary, wireMessageArbitrary, (message, wire) => {
        expect(schema.safeParse(message)).toEqual({ success: true, data: message });
        const { value } = mailMessageWire.parse(wire);
        expect(schema.safeParse(value)).toEqual({ success: true, data: value });
        expect(schema.safeParse(wire).success).toBe(false);
      }),
    );
  });

  test('keeps limits, optional fields, nullable fields and strictness', () => {
    const converted = camelSchema(
      z.strictObject({
        some_list: z.array(z.strictObject({ inner_key: z.string() })).min(1),
        may_miss: z.number().optional(),
        may_be_null: z.strictObject({ deep_key: z.string() }).nullable(),
      }),
    );
    const valid = { someList: [{ innerKey: 'x' }], mayBeNull: { deepKey: 'y' } };
    expect(converted.safeParse(valid).success).toBe(true);
    expect(converted.safeParse({ ...valid, mayMiss: 1, mayBeNull: null }).success).toBe(true);
    expect(converted.safeParse({ ...valid, someList: [] }).success).toBe(false);
    expect(converted.safeParse({ ...valid, someList: [{ inner_key: 'x' }] }).success).toBe(false);
    expect(converted.safeParse({ ...valid, mayMiss: 'x' }).success).toBe(false);
    expect(converted.safeParse({ ...valid, mayBeNull: undefined }).success).toBe(false);
    expect(converted.safeParse({ ...valid, more: 1 }).success).toBe(false);
  });

  test('leaves the original schema unchanged', () => {
    expect(Object.keys(mailMessageSchema.options[0].shape.message.shape)).toContain('task_id');
    expect(mailMessageSchema.def.discriminator).toBe('msg_type');
  });
});
