import { invalidInput, isJSONObject, type JSONValue } from '@posthouse/protocol';
import type { CallAnswers } from '@posthouse/runtime';

/**
 * Results for open calls as MAIL takes them: text, `{ content }`, or a list of `{ call_id, content }`; each of the latter
 * two also as JSON text. Text that is nothing of the kind is the result itself.
 */
export function toAnswers(value: unknown): CallAnswers {
  if (typeof value === 'string') return toStructured(value) ?? value;
  if (Array.isArray(value)) return value.map(toAnswer);
  if (typeof value === 'object' && value !== null) {
    if (!Object.hasOwn(value, 'content')) throw invalidInput("a result must have a 'content'");
    return { content: (value as { content: JSONValue }).content };
  }
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  throw invalidInput('a result must be a text, an object with content, or a list of call_id and content');
}

function toStructured(text: string): CallAnswers | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (Array.isArray(value) && value.length > 0 && value.every(isAnswer)) return value.map(toAnswer);
  const isContent = isJSONObject(value) && 'content' in value;
  return isContent ? toAnswers(value) : undefined;
}

type Answer = { call_id: string; content: JSONValue };

function isAnswer(value: unknown): value is Answer {
  if (typeof value !== 'object' || value === null) return false;
  return typeof (value as Partial<Answer>).call_id === 'string' && Object.hasOwn(value, 'content');
}

function toAnswer(value: unknown): { callId: string; content: JSONValue } {
  if (!isAnswer(value)) throw invalidInput("every result of a list must have a 'call_id' and a 'content'");
  return { callId: value.call_id, content: value.content };
}
