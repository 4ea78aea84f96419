import { invalidInput, type ToolSpec } from '@posthouse/protocol';
import { toMailType } from '../app/to-mail-type.ts';

/** A function tool as OpenAI's programs write it, in either of their two shapes. */
export function toToolSpec(tool: unknown): ToolSpec {
  const outer = toFields(tool);
  const { type = 'function' } = outer;
  if (type !== 'function') throw invalidInput(`a tool must be a function, got ${JSON.stringify(type)?.slice(0, 100)}`);
  const {
    name,
    description,
    parameters = { type: 'object', properties: {} },
  } = outer.function === undefined ? outer : toFields(outer.function);
  if (typeof name !== 'string' || name === '') throw invalidInput("a tool must have a 'name'");
  if (toMailType(parameters) !== 'dict')
    throw invalidInput(`the parameters of tool '${name.slice(0, 100)}' must be a dict`);
  return {
    name,
    parameters: parameters as ToolSpec['parameters'],
    ...(typeof description === 'string' ? { description } : {}),
  };
}

function toFields(value: unknown): Record<string, unknown> {
  if (toMailType(value) === 'dict') return value as Record<string, unknown>;
  throw invalidInput(`a tool must be a dict, got ${toMailType(value)}`);
}
