import { type JSONSchema, PosthouseError, type Problem } from '@posthouse/protocol';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { errorOf, stamp, weigh } from './__fixtures__/sample-swarm.ts';
import { findParametersProblem, parseActionInput, toInputSchema } from './action-parameters.ts';
import { action, type AnyAction } from './action.ts';

function make(parameters: AnyAction['parameters']): AnyAction {
  return action<never>({
    name: 'try',
    description: '',
    parameters: parameters as JSONSchema,
    execute: () => undefined,
  });
}

describe('toInputSchema', () => {
  test('passes a JSON Schema on unchanged, constraints and all (Q44)', () => {
    const parameters: JSONSchema = {
      $schema: 'http://json-schema.org/draft-07/schema#',
      type: 'object',
      properties: {
        priority: { type: 'string', enum: ['high', 'urgent'] },
        days: { type: 'integer', minimum: 0, maximum: 14, default: 1 },
        code: { type: 'string', pattern: '^[A-Z]{3}$', minLength: 3 },
        tags: { type: 'array', items: { type: 'string' }, uniqueItems: true },
      },
      required: ['priority'],
      'x-anything': { else: true },
    };
    const before = structuredClone(parameters);
    expect(toInputSchema(make(parameters))).toBe(parameters);
    expect(parameters).toEqual(before);
  });

  test('describes a zod schema, constraints and all', () => {
    const parameters = z.object({
      priority: z.enum(['high', 'urgent']).describe('How soon.'),
      days: z.int().min(0).max(14).optional(),
      code: z.string().regex(/^[A-Z]{3}$/),
    });
    expect(toInputSchema(make(parameters))).toEqual({
      type: 'object',
      properties: {
        priority: { type: 'string', enum: ['high', 'urgent'], description: 'How soon.' },
        days: { type: 'integer', minimum: 0, maximum: 14 },
        code: { type: 'string', pattern: '^[A-Z]{3}$' },
      },
      required: ['priority', 'code'],
    });
  });

  test('describes what the model has to write: defaults are optional, transformations come later', () => {
    const parameters = z.object({
      count: z.number().default(3),
      day: z.string().transform((text) => new Date(text)),
    });
    const schema = toInputSchema(make(parameters));
    expect(schema).toMatchObject({ required: ['day'] });
    expect(schema).toMatchObject({ properties: { day: { type: 'string' }, count: { type: 'number', default: 3 } } });
  });

  test('gives plain JSON', () => {
    const schema = toInputSchema(weigh);
    expect(structuredClone(schema)).toEqual(JSON.parse(JSON.stringify(schema)));
    expect(schema).not.toHaveProperty('$schema');
  });

  test('computes the schema of an action once', () => {
    expect(toInputSchema(weigh)).toBe(toInputSchema(weigh));
  });

  test('names the action that cannot be described', () => {
    const error = errorOf(() => toInputSchema({ name: 'when', parameters: z.object({ at: z.date() }) }));
    expect(error.code).toBe('invalid_swarm');
    expect(error.message).toMatch(/^the parameters of action 'when' cannot be written as JSON Schema: .*[Dd]ate/);
    expect(error.cause).toBeInstanceOf(Error);
  });
});

describe('parseActionInput with zod', () => {
  test('gives what the action asked for, defaults and transformations applied', () => {
    expect(parseActionInput(weigh, { parcel: 'box' })).toEqual({ parcel: 'box', grams: 500 });
    const upper = make(z.object({ word: z.string().transform((text) => text.toUpperCase()) }));
    expect(parseActionInput(upper, { word: 'hello' })).toEqual({ word: 'HELLO' });
  });

  test('gives input of the type that execute wants', () => {
    const input: { parcel: string; grams: number } = parseActionInput(weigh, { parcel: 'box', grams: 2 });
    expect(input.grams).toBe(2);
  });

  test('lists every problem with path, expectation and what came', () => {
    const error = errorOf(() => parseActionInput(weigh, { grams: 'many' }));
    expect(error.code).toBe('action_failed');
    expect(error.details).toEqual<Problem[]>([
      { path: 'parcel', expected: 'a string', received: 'nothing' },
      { path: 'grams', expected: 'a number', received: 'the string "many"' },
    ]);
    expect(error.message).toBe(
      "invalid input for action 'weigh_parcel': parcel: expected a string, got nothing; " +
        'grams: expected a number, got the string "many"',
    );
  });

  test('drops keys that the schema does not know', () => {
    expect(parseActionInput(weigh, { parcel: 'box', fragile: true })).not.toHaveProperty('fragile');
  });

  test('refuses a schema that can only be checked asynchronously', () => {
    const slow = make(z.object({ word: z.string().refine(async () => true) }));
    const error = errorOf(() => parseActionInput(slow, { word: 'x' }));
    expect(error.code).toBe('action_failed');
    expect(error.message).toMatch(/^the input of action 'try' could not be checked: /);
  });

  test('turns an exception inside of the schema into a failed action', () => {
    const broken = make(
      z.object({}).transform(() => {
        throw new RangeError('oh no');
      }),
    );
    const error = errorOf(() => parseActionInput(broken, {}));
    expect(error).toMatchObject({ code: 'action_failed', cause: expect.any(RangeError) as unknown });
    expect(error.message).toContain('oh no');
  });
});

describe('parseActionInput with a JSON Schema', () => {
  test('gives the input as it came', () => {
    expect(parseActionInput(stamp, { value: 2, extra: [1] })).toEqual({ value: 2, extra: [1] });
  });

  test('lists every problem', () => {
    const error = errorOf(() => parseActionInput(stamp, { value: 0 }));
    expect(error.code).toBe('action_failed');
    expect(error.details).toEqual([{ path: 'value', expected: 'a value >= 1', received: 'the number 0' }]);
    expect(error.message).toBe(
      "invalid input for action 'stamp_letter': value: expected a value >= 1, got the number 0",
    );
  });

  test('shows the first five problems and keeps all of them', () => {
    const required = Array.from({ length: 9 }, (_, index) => `key${index}`);
    const error = errorOf(() => parseActionInput(make({ type: 'object', required }), {}));
    expect(error.details).toHaveLength(9);
    expect(error.message).toContain('key4: expected a value, got nothing (and 4 more)');
    expect(error.message).not.toContain('key5');
  });

  test('cuts a long value in the error', () => {
    const error = errorOf(() => parseActionInput(stamp, { value: 'x'.repeat(10_000) }));
    expect(error.message.length).toBeLessThan(300);
  });

  test('survives a schema that refers to itself endlessly', () => {
    const endless = make({ $ref: '#' });
    const error = errorOf(() => parseActionInput(endless, {}));
    expect(error.code).toBe('action_failed');
    expect(error.message).toContain('could not be checked');
  });

  test('names a schema that is invalid', () => {
    const error = errorOf(() => parseActionInput(make({ type: 'integr' }), {}));
    expect(error.code).toBe('action_failed');
    expect(error.message).toContain("the input of action 'try' could not be checked");
  });
});

describe('parseActionInput', () => {
  test.each([undefined, null])('takes %s as no arguments', (input) => {
    expect(parseActionInput(make({ type: 'object' }), input)).toEqual({});
    expect(parseActionInput(make(z.object({})), input)).toEqual({});
  });

  test.each(['text', 1, true, [[]]])('refuses %j, which is not an object', (input) => {
    expect(errorOf(() => parseActionInput(make({ type: 'object' }), input)).code).toBe('action_failed');
    expect(errorOf(() => parseActionInput(make(z.object({})), input)).code).toBe('action_failed');
  });

  test('lets no prototype in', () => {
    const input: unknown = JSON.parse(
      '{"a":{"__proto__":{"admin":true}},"__proto__":{"admin":true},"list":[{"__proto__":1}]}',
    );
    for (const parameters of [{ type: 'object' }, z.looseObject({}), z.record(z.string(), z.unknown())]) {
      const parsed = parseActionInput(make(parameters), input) as Record<string, object>;
      expect(JSON.stringify(parsed)).toBe('{"a":{},"list":[{}]}');
      expect(Object.getPrototypeOf(parsed.a)).toBe(Object.prototype);
      expect(Object.assign({}, parsed)).not.toHaveProperty('admin');
    }
  });

  test('copies inputs, so that an action cannot change the recorded call', () => {
    const input = { value: 1, inner: { list: [1] } };
    const parsed = parseActionInput(stamp, input) as typeof input;
    parsed.inner.list.push(2);
    expect(input.inner.list).toEqual([1]);
  });

  test('refuses inputs that are nested too deeply, and does not crash', () => {
    let deep: unknown = 1;
    for (let depth = 0; depth < 200_000; depth += 1) deep = [deep];
    expect(errorOf(() => parseActionInput(make({ type: 'object' }), { deep })).code).toBe('action_failed');
  });

  test('leaves inputs unchanged when anything is allowed', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (input) => {
        const expected: unknown = JSON.parse(JSON.stringify(input), (key, value: unknown) =>
          key === '__proto__' ? undefined : value,
        );
        expect(JSON.parse(JSON.stringify(parseActionInput(make({ type: 'object' }), input)))).toEqual(expected);
      }),
    );
  });

  test('judges inputs alike by zod and by the JSON Schema made from it', () => {
    const parameters = z.object({ a: z.int().min(0).max(9), b: z.enum(['x', 'y']).optional() });
    const described = make(toInputSchema(make(parameters)));
    const input = fc.record({
      a: fc.oneof(fc.integer({ min: -3, max: 12 }), fc.string()),
      b: fc.constantFrom('x', 'z', 1),
    });
    const passes = (one: AnyAction, value: unknown): boolean => {
      try {
        parseActionInput(one, value);
        return true;
      } catch (error) {
        if (!PosthouseError.isInstance(error)) throw error;
        return false;
      }
    };
    fc.assert(
      fc.property(input, (value) => {
        expect(passes(described, value)).toBe(passes(make(parameters), value));
      }),
    );
  });
});

describe('findParametersProblem', () => {
  test.each([
    ['a zod object', z.object({ a: z.string() })],
    ['a union of objects', z.union([z.object({ a: z.string() }), z.object({ b: z.string() })])],
    ['a JSON Schema', { type: 'object', properties: { a: { type: 'string' } } }],
    ['an empty JSON Schema', {}],
  ])('accepts %s', (_, parameters) => {
    expect(findParametersProblem({ name: 'try', parameters })).toBeUndefined();
  });

  test.each([
    ['a text', z.string(), 'must describe an object, not "string"'],
    ['a list', { type: 'array' }, 'must describe an object, not "array"'],
    ['what JSON Schema cannot say', z.object({ at: z.date() }), 'cannot be written as JSON Schema'],
    ['what is no JSON Schema', { type: 'objekt' }, 'are not a JSON Schema: parameters'],
  ])('refuses %s', (_, parameters, reason) => {
    const problem = findParametersProblem({ name: 'try', parameters });
    expect(problem).toMatch(/^the parameters of action 'try' /);
    expect(problem).toContain(reason);
  });
});
