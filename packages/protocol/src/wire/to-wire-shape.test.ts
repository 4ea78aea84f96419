import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { toWireShape } from './to-wire-shape.ts';

describe('toWireShape', () => {
  test.each([
    ['text', z.string()],
    ['numbers', z.number().int().optional()],
    ['enums', z.enum(['a', 'b'])],
    ['unions of plain values', z.union([z.boolean(), z.literal('tokens')])],
  ])('takes %s as leaves', (_, schema) => {
    expect(toWireShape(schema)).toEqual({ kind: 'leaf' });
  });

  test.each([
    ['unknown', z.unknown()],
    ['an optional unknown', z.unknown().optional()],
    ['an object of anything', z.record(z.string(), z.unknown()).optional()],
  ])('takes %s as free-form JSON', (_, schema) => {
    expect(toWireShape(schema)).toEqual({ kind: 'json' });
  });

  test('knows both names of the fields of an object, which may be absent, and which may be null', () => {
    const shape = toWireShape(z.strictObject({ task_id: z.string(), swarm_name: z.string().nullable().optional() }));
    expect(shape.kind === 'object' && [...shape.fields.values()]).toEqual([
      { key: 'task_id', camel: 'taskId', shape: { kind: 'leaf' }, optional: false },
      { key: 'swarm_name', camel: 'swarmName', shape: { kind: 'leaf', nullable: true }, optional: true },
    ]);
  });

  test('follows lists and maps to their items', () => {
    expect(toWireShape(z.array(z.array(z.string())))).toEqual({
      kind: 'array',
      element: { kind: 'array', element: { kind: 'leaf' } },
    });
    expect(toWireShape(z.record(z.string(), z.number()))).toEqual({ kind: 'map', value: { kind: 'leaf' } });
  });

  test('tells tagged unions apart by either name of their tag', () => {
    const shape = toWireShape(
      z.discriminatedUnion('msg_type', [
        z.strictObject({ msg_type: z.literal('a'), a_key: z.string() }),
        z.strictObject({ msg_type: z.literal('b') }),
      ]),
    );
    if (shape.kind !== 'union') throw new Error('expected a union');
    expect(shape).toMatchObject({
      discriminator: 'msg_type',
      camelDiscriminator: 'msgType',
      expectedTag: 'one of "a", "b"',
    });
    expect([...shape.options.keys()]).toEqual(['a', 'b']);
    expect([...shape.options.get('a')!.fields.keys()]).toEqual(['msg_type', 'a_key']);
  });

  test('refuses a union of objects without a tag when the codec is made', () => {
    const schema = z.union([z.strictObject({ a: z.string() }), z.string()]);
    expect(() => toWireShape(schema)).toThrow('needs a discriminator');
  });

  test('refuses a tagged union of other values than objects', () => {
    const inner = z.discriminatedUnion('kind', [z.strictObject({ kind: z.literal('a') })]);
    expect(() => toWireShape(z.discriminatedUnion('kind', [inner]))).toThrow('made of objects');
  });
});
