import type { JSONObject, JSONValue } from '@posthouse/protocol';
import type { ContentPart, ToolSet } from 'ai';

/** A part of what a model answered, in the AI SDK's form. */
export type AnswerPart = ContentPart<ToolSet>;
export type ToolCallPart = Extract<AnswerPart, { type: 'tool-call' }>;

/** Whether a value is what every tool takes: an object. */
export function isJSONObject(value: unknown): value is JSONObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The value as JSON has it; what JSON cannot say is left out. */
export function toJSON(value: unknown): JSONValue {
  return value === undefined ? null : (JSON.parse(JSON.stringify(value)) as JSONValue);
}
