import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { Stage } from '../../__fixtures__/stage.ts';

/** The real client of MCP, connected to a stage as somebody. */
export async function mcpClientFor(stage: Stage, as = 'alice'): Promise<ConnectedClient> {
  return mcpClientAt((await stage.listen()).url, as);
}

type ConnectedClient = AsyncDisposable & { client: Client; transport: StreamableHTTPClientTransport };

/** The same at any server. With the id of a session it continues that one. */
export async function mcpClientAt(
  url: string,
  token: string,
  options: { sessionId?: string } = {},
): Promise<ConnectedClient> {
  const transport = new StreamableHTTPClientTransport(new URL(`${url}/mcp`), {
    ...options,
    requestInit: { headers: { Authorization: `Bearer ${token}` } },
  });
  const client = new Client({ name: 'test', version: '1.0.0' });
  await client.connect(transport as Parameters<typeof client.connect>[0]);
  return { client, transport, [Symbol.asyncDispose]: () => client.close() };
}
