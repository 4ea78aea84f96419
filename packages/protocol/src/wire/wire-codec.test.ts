import { describe, expect, expectTypeOf, test } from 'vitest';
import { z } from 'zod';
import { errorOf, problemsOf } from '../__fixtures__/attempt.ts';
import { wireCodec, type Wired } from './wire-codec.ts';

const noteWire = wireCodec({
  name: 'note',
  aliases: { message: 'note_body', text: 'note_body' },
  schema: z.strictObject({
    note_body: z.string(),
    due_at: z.string().optional(),
    paid_at: z.string().nullable().optional(),
    seen_at: z.string().nullable(),
    line_items: z.array(z.strictObject({ unit_price: z.number(), in_stock: z.boolean().optional() })).optional(),
    free_form: z.record(z.string(), z.unknown()).optional(),
    any_thing: z.unknown().optional(),
    by_name: z.record(z.string(), z.strictObject({ full_name: z.string() })).optional(),
    shape: z
      .discriminatedUnion('shape_kind', [
        z.strictObject({ shape_kind: z.literal('circle'), half_width: z.number() }),
        z.strictObject({ shape_kind: z.literal('square'), side_length: z.number() }),
      ])
      .optional(),
  }),
});
type Note = Wired<typeof noteWire>;

const full: Note = {
  noteBody: 'hello',
  dueAt: 'soon',
  seenAt: null,
  lineItems: [{ unitPrice: 1, inStock: true }, { unitPrice: 2 }],
  freeForm: { snake_key: { camelKey: null } },
  anyThing: [{ a_b: null }],
  byName: { snake_name: { fullName: 'x' } },
  shape: { shapeKind: 'circle', halfWidth: 3 },
};
const fullWire = {
  note_body: 'hello',
  due_at: 'soon',
  seen_at: null,
  line_items: [{ unit_price: 1, in_stock: true }, { unit_price: 2 }],
  free_form: { snake_key: { camelKey: null } },
  any_thing: [{ a_b: null }],
  by_name: { snake_name: { full_name: 'x' } },
  shape: { shape_kind: 'circle', half_width: 3 },
};

describe('names in a codec', () => {
  test('names are snake_case on the wire and camelCase here, at every depth', () => {
    expect(noteWire.parse(fullWire)).toEqual({ value: full, dropped: [] });
    expect(noteWire.emit(full)).toEqual(fullWire);
    expect(noteWire.emitTrusted(full)).toEqual(fullWire);
  });

  test('the types of a codec have camelCase names too', () => {
    expectTypeOf<Note['lineItems']>().toEqualTypeOf<
      { unitPrice: number; inStock?: boolean | undefined }[] | undefined
    >();
    expectTypeOf(noteWire.parse).returns.toHaveProperty('dropped').toEqualTypeOf<string[]>();
    expect(noteWire.name).toBe('note');
  });
});

describe('parse of a codec', () => {
  test('takes nulls of optional fields as absent, and keeps the others', () => {
    const { value } = noteWire.parse({
      note_body: 'x',
      due_at: null,
      seen_at: null,
      line_items: [{ unit_price: 1, in_stock: null }],
      free_form: null,
      any_thing: null,
      by_name: null,
      shape: null,
    });
    expect(value).toStrictEqual({ noteBody: 'x', seenAt: null, lineItems: [{ unitPrice: 1 }] });
  });

  test('takes fields without a value as absent', () => {
    expect(noteWire.parse({ note_body: 'x', seen_at: null, due_at: undefined }).value).toStrictEqual({
      noteBody: 'x',
      seenAt: null,
    });
  });

  test('drops what it does not know and reports each by its path', () => {
    const { value, dropped } = noteWire.parse({
      ...fullWire,
      noteBody: 'camelCase is not of the wire',
      line_items: [{ unit_price: 1, colour: 'red' }],
      by_name: { ada: { full_name: 'A', age: 36 } },
      shape: { shape_kind: 'square', side_length: 1, half_width: 2 },
    });
    expect(dropped.toSorted()).toEqual(['by_name.ada.age', 'line_items.0.colour', 'noteBody', 'shape.half_width']);
    expect(value.shape).toEqual({ shapeKind: 'square', sideLength: 1 });
  });

  test('parse drops __proto__ everywhere', () => {
    const wire: unknown = JSON.parse(`{"note_body":"x","seen_at":null,"__proto__":{"a":1},
      "free_form":{"__proto__":1,"b":2},"by_name":{"__proto__":{"full_name":"x"}},"any_thing":[{"__proto__":1}]}`);
    const { value, dropped } = noteWire.parse(wire);
    expect(dropped.toSorted()).toEqual([
      '__proto__',
      'any_thing.0.__proto__',
      'by_name.__proto__',
      'free_form.__proto__',
    ]);
    expect(value).toStrictEqual({ noteBody: 'x', seenAt: null, freeForm: { b: 2 }, byName: {}, anyThing: [{}] });
  });

  test('keeps no reference to its input', () => {
    const wire = structuredClone(fullWire);
    const { value } = noteWire.parse(wire);
    wire.free_form.snake_key.camelKey = 'changed' as never;
    wire.line_items[0]!.unit_price = 99;
    expect(value).toEqual(full);
  });

  test.each([
    ['note_body', 7, 'a string', 'the number 7'],
    ['seen_at', undefined, 'a string', 'nothing'],
    ['line_items', 'x', 'a list', 'the string "x"'],
    ['line_items', [{ unit_price: 'x' }], 'a number', 'the string "x"', 'line_items.0.unit_price'],
    ['line_items', [7], 'an object', 'the number 7', 'line_items.0'],
    ['line_items', [null], 'an object', 'null', 'line_items.0'],
    ['free_form', [], 'an object', 'a list of 0 items'],
    ['free_form', 'x', 'an object', 'the string "x"'],
    ['by_name', [], 'an object', 'a list of 0 items'],
    ['by_name', { a: 'x' }, 'an object', 'the string "x"', 'by_name.a'],
    ['shape', { shape_kind: 'star' }, 'one of "circle", "square"', 'the string "star"', 'shape.shape_kind'],
    ['shape', {}, 'one of "circle", "square"', 'nothing', 'shape.shape_kind'],
    ['shape', [], 'an object', 'a list of 0 items'],
    ['shape', new Date(0), 'a plain object', 'an object'],
    ['by_name', new Map(), 'a plain object', 'an object'],
    ['any_thing', new Date(0), 'a JSON value', 'an object'],
    ['any_thing', { a: [1n] }, 'a JSON value', 'a bigint', 'any_thing.a.0'],
  ])('reports a wrong %s', (key, value, expected, received, path = key) => {
    expect(problemsOf(() => noteWire.parse({ ...fullWire, [key]: value }))).toEqual([{ path, expected, received }]);
  });

  test.each([undefined, null, 7, 'x', [], true])('reports a value that is wrong as a whole: %j', (value) => {
    expect(problemsOf(() => noteWire.parse(value))).toMatchObject([
      { path: '(the whole value)', expected: 'an object' },
    ]);
  });

  test('parse ignores inherited fields', () => {
    expect(errorOf(() => noteWire.parse(Object.create(fullWire))).message).toBe(
      'invalid note: (the whole value): expected a plain object, got an object',
    );
  });

  test('reports problems of the walk and of the schema together, each once', () => {
    const wire = { ...fullWire, note_body: 1, shape: { shape_kind: 'star' }, any_thing: 1n };
    expect(problemsOf(() => noteWire.parse(wire)).map(({ path }) => path)).toEqual([
      'any_thing',
      'shape.shape_kind',
      'note_body',
    ]);
  });

  test('reports a million wrong items in one error of bounded size', () => {
    const line_items = Array.from({ length: 100_000 }, () => 'x');
    const error = errorOf(() => noteWire.parse({ ...fullWire, line_items }));
    expect(error.details).toHaveLength(100);
    expect(error.message).toContain('(and at least 99995 more)');
  });
});

describe('aliases in a codec', () => {
  const rest = { seen_at: null };

  test('an alias is read as its key', () => {
    expect(noteWire.parse({ ...rest, message: 'x' })).toEqual({ value: { noteBody: 'x', seenAt: null }, dropped: [] });
    expect(noteWire.parse({ ...rest, text: 'y', note_body: null }).value.noteBody).toBe('y');
  });

  test('an alias loses to the key itself, and is reported then', () => {
    expect(noteWire.parse({ ...rest, note_body: 'mine', message: 'x' })).toEqual({
      value: { noteBody: 'mine', seenAt: null },
      dropped: ['message'],
    });
  });

  test('a problem with an alias is reported by its key', () => {
    expect(problemsOf(() => noteWire.parse({ ...rest, message: 7 }))).toMatchObject([{ path: 'note_body' }]);
  });

  test('reading an alias leaves the input unchanged', () => {
    const input = { ...rest, message: 'x' };
    noteWire.parse(input);
    expect(input).toEqual({ seen_at: null, message: 'x' });
  });
});

describe('emit of a codec', () => {
  test('sends a null where the wire has one, and leaves it out of other optional fields', () => {
    const note = { noteBody: 'x', seenAt: null, paidAt: null, dueAt: null as never };
    for (const emit of [noteWire.emit, noteWire.emitTrusted]) {
      expect(emit(note)).toStrictEqual({ note_body: 'x', seen_at: null, paid_at: null });
    }
  });

  const least: Note = { noteBody: 'x', seenAt: null };
  const emit = (changes: object): unknown => noteWire.emit({ ...least, ...changes } as Note);

  test('leaves out optional fields that are null or without a value', () => {
    const wire = emit({ dueAt: null, lineItems: [{ unitPrice: 1, inStock: null }], freeForm: undefined, shape: null });
    expect(wire).toStrictEqual({ note_body: 'x', seen_at: null, line_items: [{ unit_price: 1 }] });
  });

  test.each([
    ['an unknown key', { colour: 'red' }, 'colour', 'no such key', 'the string "red"'],
    ['a wire name', { due_at: 'x' }, 'due_at', 'no such key', 'the string "x"'],
    [
      'an unknown key inside',
      { lineItems: [{ unitPrice: 1, tax: 2 }] },
      'line_items.0.tax',
      'no such key',
      'the number 2',
    ],
    ['a wrong type', { noteBody: 7 }, 'note_body', 'a string', 'the number 7'],
    ['a null that must not be', { noteBody: null }, 'note_body', 'a string', 'null'],
    ['a missing field', { noteBody: undefined }, 'note_body', 'a string', 'nothing'],
    ['a list for an object', { shape: [] }, 'shape', 'an object', 'a list of 0 items'],
    ['an object for a list', { lineItems: {} }, 'line_items', 'a list', 'an object'],
    [
      'an unknown tag',
      { shape: { shapeKind: 'star' } },
      'shape.shape_kind',
      'one of "circle", "square"',
      'the string "star"',
    ],
    ['a date', { anyThing: { a: new Date(0) } }, 'any_thing.a', 'a JSON value', 'an object'],
    ['a function', { freeForm: { a: [() => 1] } }, 'free_form.a.0', 'a JSON value', 'a function'],
    ['an instance of a class', { shape: new URL('http://x') }, 'shape', 'a plain object', 'an object'],
    ['a map', { byName: new Map() }, 'by_name', 'a plain object', 'an object'],
  ])('refuses %s with invalid_output', (_, changes, path, expected, received) => {
    const error = errorOf(() => emit(changes));
    expect(error.code).toBe('invalid_output');
    expect(error.details).toEqual([{ path, expected, received }]);
  });

  test.each(['__proto__', 'constructor'])('sends the entry of an id called %s', (id) => {
    const byName = Object.fromEntries([[id, { fullName: 'x' }]]);
    expect(JSON.stringify(emit({ byName }))).toContain(`{"${id}":{"full_name":"x"}}`);
  });

  test('emit ignores inherited fields', () => {
    const inherited = Object.assign(Object.create({ __proto__: null, dueAt: 'never' }) as Note, least);
    expect(noteWire.emit(inherited)).toStrictEqual({ note_body: 'x', seen_at: null });
  });

  test('keeps no reference to its input', () => {
    const note = structuredClone(full);
    const wire = noteWire.emit(note);
    (note.freeForm!.snake_key as { camelKey: unknown }).camelKey = 'changed';
    expect(wire).toEqual(fullWire);
  });

  test('accepts what was parsed, also inside something else', () => {
    let deep: unknown = 'x';
    for (let level = 0; level < 200; level += 1) deep = [deep];
    const { value } = noteWire.parse({ ...fullWire, any_thing: deep });
    expect(() => noteWire.emit({ ...least, anyThing: { wrapped: value } } as Note)).not.toThrow();
  });

  test('completes a value before it is sent, checked or not', () => {
    const codec = wireCodec({
      name: 'x',
      schema: z.strictObject({ some_key: z.string().optional() }),
      complete: (value) => ({ someKey: 'added', ...value }),
    });
    expect([codec.emit({}), codec.emitTrusted({}), codec.emit({ someKey: 'mine' })]).toEqual([
      { some_key: 'added' },
      { some_key: 'added' },
      { some_key: 'mine' },
    ]);
  });
});
