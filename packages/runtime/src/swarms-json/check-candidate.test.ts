import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { checkCandidate, join } from './check-candidate.ts';
import { loadReport } from './load-report.ts';

const schema = z.object({
  name: z.string().min(1),
  size: z.enum(['small', 'large']).optional(),
  parts: z.array(z.object({ part_number: z.int(), note: z.string().optional() })).optional(),
  free: z.looseObject({ known: z.string().optional() }).optional(),
  json: z.record(z.string(), z.json()).optional(),
});

function check(value: unknown, path = '0') {
  const report = loadReport();
  return { value: checkCandidate(schema, value, path, report), ...report };
}

describe('checkCandidate', () => {
  test('accepts a value that fits', () => {
    const value = { name: 'x', size: 'small', parts: [{ part_number: 1 }] };
    expect(check(value)).toEqual({ value, problems: [], warnings: [], causes: [] });
  });

  test('finds every problem, with its path', () => {
    const { value, problems } = check({ size: 'huge', parts: [{ part_number: 'one' }, 7, { note: [] }] });
    expect(value).toBeUndefined();
    expect(problems).toEqual([
      { path: '0.name', message: "is missing: there must be a field 'name'" },
      { path: '0.size', message: 'must be one of "small", "large", but it is the string "huge"' },
      { path: '0.parts.0.part_number', message: 'must be a number, but it is the string "one"' },
      { path: '0.parts.1', message: 'must be an object, but it is the number 7' },
      { path: '0.parts.2.part_number', message: "is missing: there must be a field 'part_number'" },
      { path: '0.parts.2.note', message: 'must be a string, but it is a list of 0 items' },
    ]);
  });

  test.each([7, 'text', null, [], true])('refuses %j, which is not an object', (value) => {
    const { problems } = check(value);
    expect(problems).toHaveLength(1);
    expect(problems[0]).toMatchObject({ path: '0', message: expect.stringContaining('must be an object') as string });
  });

  test('suggests the key that was probably meant', () => {
    const { problems, warnings } = check({ name: 'x', parts: [{ partNumber: 1 }] });
    expect(problems).toEqual([
      {
        path: '0.parts.0.part_number',
        message: "is missing: there must be a field 'part_number', and there is a 'partNumber'",
      },
    ]);
    expect(warnings).toEqual([
      {
        path: '0.parts.0.partNumber',
        message: "the key 'partNumber' is not known and has no effect. Did you mean 'part_number'?",
      },
    ]);
  });

  test('warns of unknown keys and drops them', () => {
    const { value, warnings } = check({ name: 'x', naem: 'y', colour: 'red' });
    expect(value).toEqual({ name: 'x' });
    expect(warnings).toEqual([
      { path: '0.naem', message: "the key 'naem' is not known and has no effect. Did you mean 'name'?" },
      { path: '0.colour', message: "the key 'colour' is not known and has no effect." },
    ]);
  });

  test('leaves free-form objects alone', () => {
    const value = { name: 'x', free: { whatever: { deep: null } }, json: { key: null, list: [null] } };
    expect(check(value)).toMatchObject({ value, problems: [], warnings: [] });
  });

  test('takes null for absent, as other programs write it', () => {
    const { value, problems } = check({
      name: 'x',
      size: null,
      parts: [{ part_number: 1, note: null }],
      free: { known: null },
    });
    expect(problems).toEqual([]);
    expect(value).toEqual({ name: 'x', parts: [{ part_number: 1 }], free: {} });
  });

  test('takes null as missing where a value is required', () => {
    expect(check({ name: null }).problems).toEqual([
      { path: '0.name', message: "is missing: there must be a field 'name'" },
    ]);
  });

  test('leaves what it is given unchanged', () => {
    const value = Object.freeze({ name: 'x', size: null, other: 1 });
    check(value);
    expect(value).toEqual({ name: 'x', size: null, other: 1 });
  });
});

describe('join', () => {
  test('makes a path of keys, leaving empty ones out', () => {
    expect(join('0', 'agents', 1, 'name')).toBe('0.agents.1.name');
    expect(join('', 'agents')).toBe('agents');
    expect(join('')).toBe('');
  });
});
