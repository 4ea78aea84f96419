import type { JSONSchema, ToolSpec } from '@posthouse/protocol';
import { toToolSpec } from '../../routes/to-tool-spec.ts';
import { toFields, wrong } from './content-text.ts';

/** The tools that a caller brings; none when it does not want them used. Nobody can be made to use one. */
export function toTools(tools: readonly unknown[] | undefined, choice: unknown): ToolSpec[] | undefined {
  if (tools === undefined || tools.length === 0 || choice === 'none') return undefined;
  return tools.map((tool, index) => {
    const { type = 'function' } = toFields(tool, ['tools', index]);
    if (type !== 'function')
      throw wrong(['tools', index, 'type'], 'function; a swarm has its other tools itself', type);
    return toToolSpec(tool);
  });
}

/** The JSON Schema of the answer, from `text.format` of Responses or `response_format` of a chat. */
export function toResponseFormat(format: Record<string, unknown> | undefined, path: string[]): JSONSchema | undefined {
  if (format === undefined || format.type === 'text') return undefined;
  if (format.type === 'json_object') return { type: 'object' };
  if (format.type !== 'json_schema') {
    throw wrong([...path, 'type'], 'one of "text", "json_object", "json_schema"', format.type);
  }
  // A chat wraps once more what Responses have on one level.
  const inner = format.json_schema === undefined ? format : toFields(format.json_schema, [...path, 'json_schema']);
  const { schema, name, description } = inner as Record<string, unknown>;
  return {
    ...(typeof name === 'string' ? { title: name } : {}),
    ...(typeof description === 'string' ? { description } : {}),
    ...(schema === undefined ? { type: 'object' } : toFields(schema, [...path, 'schema'])),
  };
}
