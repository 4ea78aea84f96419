import { describe, expect, expectTypeOf, test } from 'vitest';
import { allCodecs } from '../__fixtures__/http-samples.ts';
import { type Camel, camelKey } from './wire-case.ts';
import { toWireShape } from './to-wire-shape.ts';
import type { WireShape } from './wire-shape.ts';

describe('camelKey', () => {
  test.each([
    ['id', 'id'],
    ['task_id', 'taskId'],
    ['user_task_running', 'userTaskRunning'],
    ['part_2', 'part2'],
    ['base_url', 'baseURL'],
    ['url_base', 'urlBase'],
    ['already', 'already'],
    ['', ''],
  ])('turns %j into %j', (key, expected) => {
    expect(camelKey(key)).toBe(expected);
  });

  /** The keys of every object in a shape, object by object. */
  const keysIn = (shape: WireShape): { key: string; camel: string }[][] => {
    switch (shape.kind) {
      case 'array':
        return keysIn(shape.element);
      case 'map':
        return keysIn(shape.value);
      case 'union':
        return [...shape.options.values()].flatMap(keysIn);
      case 'object':
        return [[...shape.fields.values()], ...[...shape.fields.values()].flatMap((field) => keysIn(field.shape))];
      default:
        return [];
    }
  };

  test('every key that any codec knows can be converted back', () => {
    const objects = allCodecs.flatMap(([, { schema }]) => keysIn(toWireShape(schema)));
    expect(objects.length).toBeGreaterThan(50);
    for (const fields of objects) {
      expect(new Set(fields.map(({ camel }) => camel)).size).toBe(fields.length);
      for (const { key, camel } of fields) {
        expect(camel.replaceAll(/URL$|[A-Z]/g, (letters) => `_${letters.toLowerCase()}`)).toBe(key);
      }
    }
  });
});

describe('Camel', () => {
  test('converts known keys at every depth and leaves free-form objects alone', () => {
    type Wire = {
      task_id: string;
      inner_list: { a_b_c: number | undefined }[];
      free_form: Record<string, unknown>;
      tag_name: 'snake_case_value';
      base_url: string;
    };
    expectTypeOf<Camel<Wire>>().toEqualTypeOf<{
      taskId: string;
      innerList: { aBC: number | undefined }[];
      freeForm: { [key: string]: unknown };
      tagName: 'snake_case_value';
      baseURL: string;
    }>();
    expect(camelKey('a_b_c')).toBe('aBC');
  });
});
