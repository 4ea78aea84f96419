import type { JSONObject, JSONValue } from '@posthouse/protocol';
import { OpaqueValue } from '../python/to-python-value.ts';
import { join } from './check-candidate.ts';
import { attempt, type LoadReport } from './load-report.ts';
import { parseReference } from './reference.ts';
import type { Resolve } from './resolve-reference.ts';

/** An agent's parameters with every reference in them, however deep, replaced by what it stands for. */
export async function resolveParams(
  params: JSONObject,
  path: string,
  resolve: Resolve,
  report: LoadReport,
): Promise<JSONObject> {
  const entries: [string, JSONValue][] = [];
  for (const [key, value] of Object.entries(params)) {
    const resolved = await resolveValue(value, join(path, key), resolve, report);
    if (resolved !== undefined) entries.push([key, resolved]);
  }
  return Object.fromEntries(entries);
}

async function resolveValue(
  value: JSONValue,
  path: string,
  resolve: Resolve,
  report: LoadReport,
): Promise<JSONValue | undefined> {
  if (typeof value === 'string') return attempt(report, path, () => resolveText(value, resolve));
  if (Array.isArray(value)) {
    const items: JSONValue[] = [];
    for (const [index, item] of value.entries()) {
      items.push((await resolveValue(item, join(path, index), resolve, report)) ?? null);
    }
    return items;
  }
  return typeof value === 'object' && value !== null ? resolveParams(value, path, resolve, report) : value;
}

async function resolveText(text: string, resolve: Resolve): Promise<JSONValue> {
  const reference = parseReference(text);
  if (reference === undefined) return text;
  const resolved = await resolve(reference);
  if ('factory' in resolved) throw new TypeError(`'${text}' is an agent factory, not a value`);
  if (resolved.value instanceof OpaqueValue) throw new TypeError(resolved.value.sentence);
  if (!isJSON(resolved.value)) throw new TypeError(`'${text}' is code, where a text or another JSON value is needed`);
  return resolved.value;
}

function isJSON(value: unknown): value is JSONValue {
  if (Array.isArray(value)) return value.every(isJSON);
  if (typeof value === 'number') return Number.isFinite(value);
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return true;
  return typeof value === 'object' && Object.values(value).every(isJSON);
}
