import { MCPClientError } from '@ai-sdk/mcp';
import { PosthouseError } from '@posthouse/protocol';
import type { MCPServer } from './mcp-server.ts';

export type MCPFailureContext = {
  readonly server: MCPServer;
  readonly timeoutMs: number;
  /** Whether the request ran out of time. */
  readonly late: boolean;
};

/** What went wrong with a request, without anything that could be a secret of ours: arguments, headers, paths of URLs. */
export function toMCPFailure(cause: unknown, { server, timeoutMs, late }: MCPFailureContext): PosthouseError {
  const causes = toCauses(cause);
  // The guard's own refusals say everything already.
  const known = causes.find((each) => PosthouseError.isInstance(each));
  if (known !== undefined) return known;
  const name = describeServer(server);
  if (late) return failure('action_failed', `${name} did not answer within ${timeoutMs} ms.`, cause);
  if (MCPClientError.isInstance(cause) && cause.code !== undefined) {
    return failure('action_failed', `${name} refused: ${shorten(cause.message)}`, cause);
  }
  if (MCPClientError.isInstance(cause) && cause.statusCode !== undefined) {
    return failure('peer_unreachable', `${name} answered with HTTP status ${cause.statusCode}.`, cause);
  }
  return failure('peer_unreachable', `${name} could not be reached: ${shorten(describe(causes.at(-1)))}.`, cause);
}

/** How a server is called in messages: by its origin, or by its command without the arguments. */
export function describeServer(server: MCPServer): string {
  if (server.type === 'stdio') return `The MCP server "${server.command}"`;
  return URL.canParse(server.url) ? `The MCP server ${new URL(server.url).origin}` : 'The MCP server';
}

function failure(code: 'action_failed' | 'peer_unreachable', message: string, cause: unknown): PosthouseError {
  return new PosthouseError({ code, message, cause });
}

/** An error and what it says is behind it: `fetch` and the client wrap what really happened. */
function toCauses(error: unknown, depth = 0): unknown[] {
  const inner =
    error instanceof Error && error.cause !== undefined && depth < 5 ? toCauses(error.cause, depth + 1) : [];
  return [error, ...inner];
}

function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.message || ('code' in error ? String(error.code) : error.name);
}

function shorten(text: string): string {
  return text.length > 500 ? `${text.slice(0, 500)}…` : text;
}
