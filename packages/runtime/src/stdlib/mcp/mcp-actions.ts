import type { MCPClient } from '@ai-sdk/mcp';
import type { JSONValue } from '@posthouse/protocol';
import { z } from 'zod';
import { action, type Action, type AnyAction } from '../../definitions/action.ts';
import { listAll } from '../../mcp/list-all.ts';
import { MCPConnection } from '../../mcp/mcp-connection.ts';
import { toCallOutput } from '../../mcp/to-call-output.ts';
import { checkPolicy } from '../../outbound/check-policy.ts';
import { OUTBOUND_DEFAULTS, type OutboundPolicy } from '../../outbound/outbound-policy.ts';
import { orErrorText } from '../expected-failure.ts';

export type MCPActionsOptions = {
  /** Which servers may be called; the public internet with limits by default. */
  readonly policy?: OutboundPolicy;
};

type ServerInput = { server_url: string };
type Options = { signal: AbortSignal };
type Run<Input> = (client: MCPClient, input: Input, options: Options) => Promise<unknown>;

const server_url = z.string().max(8_192).describe('The URL of an MCP server that speaks streamable HTTP.');
const serverOnly = z.object({ server_url });
const toolCall = z.object({
  server_url,
  tool_name: z.string(),
  tool_input: z.looseObject({}).describe('The arguments of the tool.'),
});
const promptCall = z.object({
  server_url,
  prompt_name: z.string(),
  prompt_input: z.object({}).catchall(z.string()).optional().describe('The arguments of the prompt.'),
});
const resourceCall = z.object({ server_url, resource_uri: z.string() });

/**
 * The actions `mcp_ping`, `mcp_list_tools`, `mcp_call_tool`, `mcp_list_prompts`, `mcp_get_prompt`,
 * `mcp_list_resources` and `mcp_read_resource`, for agents that find their MCP servers themselves. Every call opens
 * its own connection, through the outbound guard. If you know the servers beforehand, use `mcpTools`, which makes an
 * action of each tool.
 *
 * @example
 * const explorer = agent({ name: 'explorer', commTargets: ['supervisor'], actions: mcpActions({ policy: { schemes: ['https:'] } }) });
 */
export function mcpActions({ policy = {} }: MCPActionsOptions = {}): AnyAction[] {
  checkPolicy(policy);
  const define = <Input extends ServerInput>(
    name: string,
    description: string,
    parameters: z.ZodType<Input>,
    run: Run<Input>,
    idempotent = true,
  ): Action<Input> => mcpAction({ name, description, parameters, idempotent, run, policy });
  return [
    define('mcp_ping', 'Check that an MCP server answers.', serverOnly, async ({ serverInfo }) => ({
      ok: true,
      server: serverInfo,
    })),
    define('mcp_list_tools', 'List the tools of an MCP server.', serverOnly, async (client, _input, options) => ({
      tools: await listAll(async (page) => {
        const { tools: items, nextCursor } = await client.listTools({ ...page, options });
        return { items, nextCursor };
      }),
    })),
    define(
      'mcp_call_tool',
      'Call a tool of an MCP server.',
      toolCall,
      async (client, { tool_name: name, tool_input }, options) =>
        toCallOutput(await client.callTool({ name, arguments: tool_input, options })),
      false,
    ),
    define('mcp_list_prompts', 'List the prompts of an MCP server.', serverOnly, async (client, _input, options) => ({
      prompts: await listAll(async (page) => {
        const { prompts: items, nextCursor } = await client.listPrompts({ ...page, options });
        return { items, nextCursor };
      }),
    })),
    define(
      'mcp_get_prompt',
      'Get a prompt of an MCP server.',
      promptCall,
      async (client, { prompt_name: name, prompt_input }, options) =>
        await client.getPrompt({ name, arguments: prompt_input ?? {}, options }),
    ),
    define(
      'mcp_list_resources',
      'List the resources of an MCP server.',
      serverOnly,
      async (client, _input, options) => ({
        resources: await listAll(async (page) => {
          const { resources: items, nextCursor } = await client.listResources({ ...page, options });
          return { items, nextCursor };
        }),
      }),
    ),
    define(
      'mcp_read_resource',
      'Read a resource of an MCP server.',
      resourceCall,
      async (client, { resource_uri: uri }, options) => await client.readResource({ uri, options }),
    ),
  ];
}

type MCPActionOptions<Input> = {
  readonly name: string;
  readonly description: string;
  readonly parameters: z.ZodType<Input>;
  readonly idempotent: boolean;
  readonly run: Run<Input>;
  readonly policy: OutboundPolicy;
};

function mcpAction<Input extends ServerInput>({ run, policy, ...options }: MCPActionOptions<Input>): Action<Input> {
  return action<Input>({
    ...options,
    execute: async (input, { signal }) =>
      await orErrorText(signal, async () => {
        await using connection = new MCPConnection({
          server: { type: 'http', url: input.server_url, policy },
          timeoutMs: policy.timeoutMs ?? OUTBOUND_DEFAULTS.timeoutMs,
        });
        const result = await connection.request((client, given) => run(client, input, given), { signal });
        return withoutMeta(JSON.parse(JSON.stringify(result)) as JSONValue);
      }),
  });
}

/** The same value without what servers and clients tell each other in passing. */
function withoutMeta(value: JSONValue): JSONValue {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const { _meta, ...rest } = value;
  return rest;
}
