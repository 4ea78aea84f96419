import fc from 'fast-check';
import type { JSONValue } from '../index.ts';
import { broadcast, interrupt, request, response } from './samples.ts';

/** One change to a JSON value: where, and what becomes of what is there. */
type Mutation = { place: number; change: (old: JSONValue | undefined) => JSONValue | undefined };

const WRONG_VALUES: JSONValue[] = [null, true, 0, 1.5, '', [], {}, [null], ['a', 1], { address: 'x' }, 'buffered'];
const OTHER_TEXTS = ['x', 'agent', 'admin', 'response', 'interrupt', 'broadcast_complete', 'Zwölf Boxkämpfer', ' '];
const NEW_KEYS = [
  'extra',
  'sender',
  'recipients',
  'recipient',
  'request_id',
  'routing_info',
  'msg_type',
  'constructor',
  '__proto__',
];

const changeArbitrary: fc.Arbitrary<Mutation['change']> = fc.oneof(
  { weight: 2, arbitrary: fc.constant(() => undefined) },
  { weight: 2, arbitrary: fc.constantFrom(...WRONG_VALUES).map((value) => () => value) },
  {
    weight: 3,
    arbitrary: fc
      .constantFrom(...OTHER_TEXTS)
      .map((text) => (old: JSONValue | undefined) => (typeof old === 'string' ? text : old)),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom(request, response, broadcast, interrupt).map((payload) => () => payload),
  },
  {
    weight: 2,
    arbitrary: fc
      .tuple(fc.constantFrom(...NEW_KEYS), fc.constantFrom<JSONValue>('x', null, {}, ['x']))
      .map(([key, value]) => (old: JSONValue | undefined) => {
        if (Array.isArray(old)) return [...old, value];
        return typeof old === 'object' && old !== null ? { ...old, [key]: value } : old;
      }),
  },
  { weight: 1, arbitrary: fc.constant((old: JSONValue | undefined) => (Array.isArray(old) ? [] : old)) },
);

/** Values near a valid one: some still valid, most broken somewhere, also deep inside. */
export function mutantArbitrary(samples: readonly JSONValue[]): fc.Arbitrary<JSONValue> {
  const mutations = fc.array(fc.record({ place: fc.nat(), change: changeArbitrary }), { maxLength: 3 });
  return fc.tuple(fc.constantFrom(...samples), mutations).map(([sample, changes]) => {
    let value: JSONValue | undefined = sample;
    for (const { place, change } of changes) {
      const places = pathsOf(value);
      value = changeAt(value, places[place % places.length]!, change) ?? null;
    }
    return value;
  });
}

/** Every place in a value, the value itself among them. */
export function pathsOf(value: JSONValue): string[][] {
  if (typeof value !== 'object' || value === null) return [[]];
  return [
    [],
    ...Object.entries(value).flatMap(([key, item]) => pathsOf(item as JSONValue).map((path) => [key, ...path])),
  ];
}

/** A copy with the value at one place changed, or gone when the change gives nothing. */
export function changeAt(
  value: JSONValue | undefined,
  [key, ...rest]: readonly string[],
  change: Mutation['change'],
): JSONValue | undefined {
  if (key === undefined) return change(value);
  if (Array.isArray(value)) {
    return value.flatMap((item, index): JSONValue[] => {
      if (String(index) !== key) return [item];
      const next = changeAt(item, rest, change);
      return next === undefined ? [] : [next];
    });
  }
  const { [key]: old, ...others } = value as { [key: string]: JSONValue };
  const next = changeAt(old, rest, change);
  return next === undefined ? others : { ...others, [key]: next };
}

/** The value without keys that are null, as other servers send them for absent fields. */
export function dropNulls(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(dropNulls);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, item]) => item !== null)
      .map(([key, item]) => [key, dropNulls(item)]),
  );
}
