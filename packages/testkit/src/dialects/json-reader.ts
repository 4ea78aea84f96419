import { isJSONObject } from '@posthouse/protocol';
/** A body that is not what the dialect asks for. The message says which property, and what it must be. */
export class BadRequest extends Error {
  override readonly name = 'BadRequest';
}

export type JsonObject = { readonly [key: string]: unknown };

/** The value as an object, or a sentence naming `path`. */
export function readObject(value: unknown, path: string): JsonObject {
  if (isJSONObject(value)) return value;
  throw new BadRequest(`${path} must be an object.`);
}

/** The value as a list, or a sentence naming `path`. An absent list is an empty one. */
export function readList(value: unknown, path: string): readonly unknown[] {
  if (value === undefined || value === null) return [];
  if (Array.isArray(value)) return value;
  throw new BadRequest(`${path} must be a list.`);
}

/** The value as a string, or a sentence naming `path`. */
export function readString(value: unknown, path: string): string {
  if (typeof value === 'string') return value;
  throw new BadRequest(`${path} must be a string.`);
}

/** The value if it is a string, for what may be left out. */
export function optionalString(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

/**
 * The texts of a content that is a string, a list of parts, or nothing. Parts without text, such as images, have no
 * place in what a script sees.
 */
export function readTexts(content: unknown, path: string): string[] {
  if (typeof content === 'string') return [content];
  return readList(content, path).flatMap((part, at) => {
    const { text } = readObject(part, `${path}[${at}]`);
    return typeof text === 'string' ? [text] : [];
  });
}

/** Whether a message gives instructions; OpenAI renamed the role for newer models. */
export function isSystem({ role }: JsonObject): boolean {
  return role === 'system' || role === 'developer';
}
