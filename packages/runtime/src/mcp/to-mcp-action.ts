import type { ListToolsResult } from '@ai-sdk/mcp';
import type { JSONObject, JSONSchema } from '@posthouse/protocol';
import { action, type Action, type ActionContext, type ActionOutput } from '../definitions/action.ts';

export type MCPToolDefinition = ListToolsResult['tools'][number];

export type CallMCPTool = (tool: string, input: JSONObject, context: ActionContext) => Promise<ActionOutput>;

/**
 * The action for a tool of an MCP server. Its JSON Schema goes to the model unchanged; a tool that only reads, or says
 * that repeating it changes nothing, is idempotent.
 */
export function toMCPAction(tool: MCPToolDefinition, prefix: string, call: CallMCPTool): Action<JSONObject> {
  const { readOnlyHint, idempotentHint } = tool.annotations ?? {};
  return action<JSONObject>({
    name: toActionName(`${prefix}${tool.name}`),
    description: tool.description ?? tool.title ?? tool.annotations?.title ?? tool.name,
    parameters: tool.inputSchema as JSONSchema,
    idempotent: readOnlyHint === true || idempotentHint === true,
    execute: async (input, context) => await call(tool.name, input, context),
  });
}

/** MCP allows names such as `files/read.v2`; models' providers allow letters, digits, `_` and `-`. */
export function toActionName(name: string): string {
  return name.replaceAll(/[^A-Za-z0-9_-]/g, '_').slice(0, 64);
}
