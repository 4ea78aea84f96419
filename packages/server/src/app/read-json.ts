import { invalidInput, isJSONObject, messageOf, parseJSON, PosthouseError } from '@posthouse/protocol';
import type { Context } from 'hono';
import type { AppEnv } from '../edge/app-env.ts';
import { refuseDeepJSON } from './refuse-deep-json.ts';

/** The body of a request as a JSON object. */
export async function readJSON(c: Context<AppEnv>): Promise<Record<string, unknown>> {
  return toObject(await c.req.text());
}

/** Text as a JSON object, in the words of MAIL when it is none. */
export function toObject(text: string): Record<string, unknown> {
  refuseDeepJSON(text);
  const value = parse(text);
  if (isJSONObject(value)) return value as Record<string, unknown>;
  throw invalidInput('error parsing request: expected a JSON object');
}

function parse(text: string): unknown {
  try {
    return parseJSON(text);
  } catch (cause) {
    const reason = messageOf(cause);
    throw new PosthouseError({ code: 'invalid_json', message: `error parsing request: ${reason}`, cause });
  }
}
