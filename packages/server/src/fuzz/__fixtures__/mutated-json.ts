import fc from 'fast-check';
import { anyJSON } from './schema-arbitrary.ts';

type Path = (string | number)[];

/** What is put in the place of something: other types, and what is hard to digest. */
const troublesome: fc.Arbitrary<unknown> = fc.oneof(
  anyJSON,
  fc.constantFrom<unknown>(
    '',
    ' ',
    null,
    [],
    {},
    0,
    -1,
    1e308,
    true,
    '\u{0}',
    '\u{D800}',
    '../..',
    'x'.repeat(300),
    'é'.repeat(5_000),
  ),
  fc.integer({ min: 1, max: 200 }).map((depth) => nest(depth)),
);

/** A value with one to three things wrong: replaced, missing, or more than there should be. */
export function mutatedJSON(values: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  const change = fc.record({
    at: fc.nat(),
    how: fc.constantFrom('replace', 'remove', 'add'),
    key: fc.oneof(fc.string({ maxLength: 8 }), fc.constantFrom('__proto__', 'constructor', 'task_id', 'swarm')),
    value: troublesome,
  });
  return fc
    .tuple(values, fc.array(change, { minLength: 1, maxLength: 3 }))
    .map(([value, changes]) => changes.reduce<unknown>((result, each) => applyChange(result, each), value));
}

type Change = { at: number; how: string; key: string; value: unknown };

function applyChange(root: unknown, { at, how, key, value }: Change): unknown {
  const paths = [...pathsOf(root)];
  const path = paths[at % paths.length]!;
  if (path.length === 0 && how !== 'add') return value;
  return edit(root, path, (node) => {
    if (how === 'replace') return value;
    if (how === 'remove') return undefined;
    if (Array.isArray(node)) return [...(node as unknown[]), value];
    return isObject(node) ? { ...node, [key]: value } : value;
  });
}

function* pathsOf(value: unknown, path: Path = []): Generator<Path> {
  yield path;
  if (Array.isArray(value)) for (const [index, inner] of value.entries()) yield* pathsOf(inner, [...path, index]);
  else if (isObject(value)) for (const [key, inner] of Object.entries(value)) yield* pathsOf(inner, [...path, key]);
}

function edit(value: unknown, [step, ...rest]: Path, change: (node: unknown) => unknown): unknown {
  if (step === undefined) return change(value);
  if (Array.isArray(value)) {
    return value.map((inner, index) => (index === step ? edit(inner, rest, change) : (inner as unknown)));
  }
  const { [step]: inner, ...others } = value as Record<string, unknown>;
  const changed = edit(inner, rest, change);
  return changed === undefined ? others : { ...others, [step]: changed };
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function nest(depth: number): unknown {
  return Array.from({ length: depth }).reduce<unknown>((inner, _, index) => (index % 2 === 0 ? [inner] : { inner }), 1);
}
