import { z } from 'zod';
import type { JSONValue } from '../json.ts';
import { copyJSON } from '../wire/copy-json.ts';
import { LIMITS_IN, startWalk } from '../wire/walk.ts';

/**
 * Any JSON, within the limits of what may come in over the wire. Not `z.json()`, which follows a value that contains
 * itself until the stack is full.
 */
export const jsonValueSchema = z.unknown().refine(isJSON, {
  error: `JSON of at most ${LIMITS_IN.levels} levels and ${LIMITS_IN.values} values`,
}) as unknown as z.ZodType<JSONValue>;

function isJSON(value: unknown): boolean {
  const walk = startWalk(LIMITS_IN);
  copyJSON(value, walk);
  return walk.problems.length === 0;
}
