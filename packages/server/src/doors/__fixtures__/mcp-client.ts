import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { Stage } from '../../__fixtures__/stage.ts';

/** The real client of MCP, connected to a stage as somebody. */
export async function mcpClientFor(
  stage: Stage,
  as = 'alice',
): Promise<AsyncDisposable & { client: Client; transport: StreamableHTTPClientTransport }> {
  const { url } = await stage.listen();
  const transport = new StreamableHTTPClientTransport(new URL(`${url}/mcp`), {
    requestInit: { headers: { Authorization: `Bearer ${as}` } },
  });
  const client = new Client({ name: 'test', version: '1.0.0' });
  await client.connect(transport as Parameters<typeof client.connect>[0]);
  return { client, transport, [Symbol.asyncDispose]: () => client.close() };
}
