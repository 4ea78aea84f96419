import type { JSONValue } from '@posthouse/protocol';
import type { ContentPart, ToolSet } from 'ai';

/** A part of what a model answered, in the AI SDK's form. */
export type ModelAnswerPart = ContentPart<ToolSet>;
export type ToolCallPart = Extract<ModelAnswerPart, { type: 'tool-call' }>;

/** The value as JSON has it; what JSON cannot say is left out. */
export function toJSON(value: unknown): JSONValue {
  return value === undefined ? null : (JSON.parse(JSON.stringify(value)) as JSONValue);
}
