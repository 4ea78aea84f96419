import { expect, test } from 'vitest';
import { toInputSchema } from '../definitions/action-parameters.ts';
import { REFERENCE_NAMES } from '../swarms-json/reference-names.ts';
import { stdlibLibrary } from './stdlib-library.ts';

test('the library has an action for every standard name of the reference', () => {
  const wanted = [...REFERENCE_NAMES.values()].flatMap((target) =>
    target.kind === 'action' && target.name.startsWith('stdlib/') ? [target.name] : [],
  );
  const library = stdlibLibrary({ fs: { root: '.' } });
  expect(Object.keys(library).toSorted()).toEqual([...new Set(wanted)].toSorted());
});

test('the library has no file actions without a root', () => {
  const names = Object.keys(stdlibLibrary());
  expect(names).toContain('stdlib/http:httpGet');
  expect(names.filter((name) => name.startsWith('stdlib/fs'))).toEqual([]);
});

test('the library passes its policy on', () => {
  expect(() => stdlibLibrary({ policy: { maxBytes: -1 } })).toThrow('maxBytes');
});

test('every action has an object schema, whose parameters have descriptions or telling names', () => {
  for (const action of Object.values(stdlibLibrary({ fs: { root: '.' } }))) {
    const schema = toInputSchema(action);
    expect(schema.type).toBe('object');
    expect(Object.keys(schema.properties ?? {}).length).toBeGreaterThan(0);
    expect(action.description).toMatch(/^[A-Z].*\.$/);
  }
});

test('no schema uses keywords that providers drop', () => {
  for (const action of Object.values(stdlibLibrary({ fs: { root: '.' } }))) {
    expect(JSON.stringify(toInputSchema(action))).not.toContain('propertyNames');
  }
});
