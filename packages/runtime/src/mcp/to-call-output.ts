import type { CallToolResult } from '@ai-sdk/mcp';
import { isJSONObject, type JSONObject, type JSONValue, PosthouseError } from '@posthouse/protocol';

/**
 * The result of an MCP tool as an action's output: text as text, structured content as JSON, anything with an image or a
 * resource as the list of its parts. Throws `action_failed` when the tool says that it failed.
 *
 * @example
 * toCallOutput({ content: [{ type: 'text', text: 'sunny' }] }); // 'sunny'
 */
export function toCallOutput(result: CallToolResult): JSONValue {
  const { content, structuredContent, toolResult, isError } = toJSON(result) as JSONObject;
  const parts = Array.isArray(content) ? content.filter(isJSONObject).map(withoutMeta) : [];
  const text = parts.every((part) => part.type === 'text') ? parts.map((part) => part.text).join('\n') : undefined;
  if (isError === true) {
    const reason = text ?? JSON.stringify(parts);
    throw new PosthouseError({ code: 'action_failed', message: reason === '' ? 'The tool failed.' : reason });
  }
  // An old form of results, before there were parts.
  if (toolResult !== undefined) return toolResult;
  // The text next to structured content is, by the standard, the same again for clients that do not know better.
  if (structuredContent !== undefined && text !== undefined) return structuredContent;
  if (text !== undefined) return text;
  return structuredContent === undefined ? { content: parts } : { content: parts, structuredContent };
}

function withoutMeta({ _meta, ...part }: JSONObject): JSONObject {
  return part;
}

function toJSON(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value));
}
