import { describeValue, isJSONObject, toExpectation, valueAt } from '@posthouse/protocol';
import { z } from 'zod';
import { didYouMean } from '../definitions/closest-name.ts';
import type { LoadReport } from './load-report.ts';

/**
 * Checks an object of the file against its schema. Everything that does not fit is a problem, every key that the schema
 * does not know a warning. Null counts as absent, because other programs write it so.
 */
export function checkCandidate<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
  path: string,
  report: LoadReport,
): z.infer<Schema> | undefined {
  const candidate = withoutNulls(schema, value);
  report.warnings.push(...findUnknownKeys(schema, candidate, path));
  const result = schema.safeParse(candidate);
  if (result.success) return result.data;
  for (const issue of result.error.issues) {
    report.problems.push({ path: join(path, ...issue.path), message: toMessage(issue, candidate) });
  }
  return undefined;
}

/** A path in a file, as problems name it. */
export function join(...keys: PropertyKey[]): string {
  return keys
    .map(String)
    .filter((key) => key !== '')
    .join('.');
}

function toMessage(issue: z.core.$ZodIssue, candidate: unknown): string {
  const value = valueAt(candidate, issue.path);
  if (issue.path.length > 0 && value === undefined) {
    const key = String(issue.path.at(-1));
    const parent = valueAt(candidate, issue.path.slice(0, -1));
    const misspelt = isJSONObject(parent)
      ? Object.keys(parent).find((other) => didYouMean(other, [key]) !== '')
      : undefined;
    return `is missing: there must be a field '${key}'${misspelt === undefined ? '' : `, and there is a '${misspelt}'`}`;
  }
  return `must be ${toExpectation(issue)}, but it is ${describeValue(value)}`;
}

/** The object schemas of a file are walked together with its values. */
function findUnknownKeys(schema: z.core.$ZodType, value: unknown, path: string): LoadReport['warnings'] {
  const inner = unwrap(schema);
  if (inner instanceof z.ZodArray && Array.isArray(value)) {
    return value.flatMap((item, index) => findUnknownKeys(inner.element, item, join(path, index)));
  }
  if (!(inner instanceof z.ZodObject) || !isJSONObject(value)) return [];
  const known = Object.keys(inner.shape);
  return Object.entries(value).flatMap(([key, item]) => {
    if (known.includes(key)) return findUnknownKeys(inner.shape[key] as z.ZodType, item, join(path, key));
    // What editors read, and nobody else.
    if (inner.def.catchall instanceof z.ZodUnknown || key === '$schema') return [];
    return [
      { path: join(path, key), message: `the key '${key}' is not known and has no effect.${didYouMean(key, known)}` },
    ];
  });
}

function withoutNulls(schema: z.core.$ZodType, value: unknown): unknown {
  const inner = unwrap(schema);
  if (inner instanceof z.ZodArray && Array.isArray(value))
    return value.map((item) => withoutNulls(inner.element, item));
  if (!(inner instanceof z.ZodObject) || !isJSONObject(value)) return value;
  const entries = Object.entries(value).filter(([, item]) => item !== null);
  return Object.fromEntries(
    entries.map(([key, item]) => [
      key,
      Object.hasOwn(inner.shape, key) ? withoutNulls(inner.shape[key] as z.ZodType, item) : item,
    ]),
  );
}

function unwrap(schema: z.core.$ZodType): z.core.$ZodType {
  return schema instanceof z.ZodOptional ? unwrap(schema.unwrap()) : schema;
}
