import { invalidConfiguration, type JSONObject, PosthouseError } from '@posthouse/protocol';
import type { Action, ActionContext } from '../definitions/action.ts';
import { checkPolicy } from '../outbound/check-policy.ts';
import { listAll } from './list-all.ts';
import { MCPConnection } from './mcp-connection.ts';
import type { MCPServer } from './mcp-server.ts';
import { toCallOutput } from './to-call-output.ts';
import { toMCPAction } from './to-mcp-action.ts';
import { describeServer } from './to-mcp-failure.ts';

export type MCPToolsOptions = {
  /** How to reach the server. */
  readonly transport: MCPServer;
  /** Put before every tool's name, so that two servers can have tools of the same name. */
  readonly prefix?: string;
  /** The tools to take, by the server's own names; all by default. */
  readonly only?: readonly string[];
  /** For one call; 60 seconds by default. */
  readonly timeoutMs?: number;
  /** Largest output of one call, as JSON text; a million characters by default. */
  readonly maxOutputLength?: number;
  /** Aborts connecting. */
  readonly signal?: AbortSignal;
};

/** The tools of an MCP server as actions. Dispose of it to close the connection and end the server's process. */
export type MCPTools = AsyncDisposable & {
  readonly actions: readonly Action<JSONObject>[];
};

/**
 * Connects to an MCP server and makes an action of each of its tools. When the connection is lost, the call that was
 * in progress fails and the next one connects again.
 *
 * @example
 * await using files = await mcpTools({ transport: { type: 'stdio', command: 'mcp-files', args: ['/data'] }, prefix: 'files_' });
 * const librarian = agent({ name: 'librarian', commTargets: ['supervisor'], actions: [...files.actions] });
 */
export async function mcpTools(options: MCPToolsOptions): Promise<MCPTools> {
  const { transport, prefix = '', only, maxOutputLength = 1_000_000, signal } = options;
  if (transport.type === 'http' && transport.policy !== undefined) checkPolicy(transport.policy);
  const connection = new MCPConnection({ server: transport, timeoutMs: options.timeoutMs });
  const call = async (name: string, input: JSONObject, context: ActionContext) => {
    const result = await connection.request(
      (client, requestOptions) => client.callTool({ name, arguments: input, options: requestOptions }),
      { signal: context.signal },
    );
    return limited(toCallOutput(result), maxOutputLength);
  };
  try {
    const tools = await connection.request(
      (client, requestOptions) =>
        listAll(async (params) => {
          const { tools: items, nextCursor } = await client.listTools({ ...params, options: requestOptions });
          return { items, nextCursor };
        }),
      signal === undefined ? {} : { signal },
    );
    const wanted = only === undefined ? tools : tools.filter((tool) => only.includes(tool.name));
    const actions = wanted.map((tool) => toMCPAction(tool, prefix, call));
    checkNames(transport, actions, only ?? [], new Set(tools.map((tool) => tool.name)));
    return { actions, [Symbol.asyncDispose]: async () => await connection[Symbol.asyncDispose]() };
  } catch (error) {
    await connection[Symbol.asyncDispose]();
    throw error;
  }
}

function checkNames(
  server: MCPServer,
  actions: readonly { readonly name: string }[],
  only: readonly string[],
  offered: ReadonlySet<string>,
): void {
  const missing = only.find((name) => !offered.has(name));
  const names = actions.map(({ name }) => name);
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (missing === undefined && twice === undefined) return;
  const problem = missing === undefined ? `has two tools called "${twice}"` : `has no tool called "${missing}"`;
  throw invalidConfiguration(`${describeServer(server)} ${problem}.`);
}

function limited<Output>(output: Output, maxOutputLength: number): Output {
  const { length } = JSON.stringify(output);
  if (length <= maxOutputLength) return output;
  throw new PosthouseError({
    code: 'too_large',
    message: `The tool answered with ${length} characters; at most ${maxOutputLength} are allowed.`,
  });
}
