import type { Context } from 'hono';
import { JobsError } from '../errors/jobs-error.ts';

/** The JSON body of a request; undefined when there is none. */
export async function readJSON(c: Context): Promise<unknown> {
  const text = await c.req.text();
  if (text === '') return undefined;
  const type = mediaType(c);
  if (type !== 'application/json' && !type.endsWith('+json')) {
    throw new JobsError('unsupportedMedia', { values: { expected: 'application/json' } });
  }
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new JobsError('invalidJSON', { cause });
  }
}

/** The file in a form that was sent as `multipart/form-data`, and its other fields. */
export async function readForm(c: Context): Promise<{ file: File; fields: Record<string, string> }> {
  const form = await c.req.formData().catch((cause: unknown) => {
    throw new JobsError('validation', { values: { what: 'multipart/form-data' }, details: [], cause });
  });
  const fields: Record<string, string> = {};
  let file: File | undefined;
  for (const [name, value] of form) {
    if (typeof value === 'string') fields[name] = value;
    else if (name === 'file') file = value;
  }
  if (file === undefined) {
    const details = [{ path: 'file', message: 'file' }];
    throw new JobsError('validation', { values: { what: 'file' }, details });
  }
  return { file, fields };
}

/** The media type of the body, without its parameters. */
export function mediaType(c: Context): string {
  return (c.req.header('content-type') ?? '').split(';')[0]!.trim().toLowerCase();
}
