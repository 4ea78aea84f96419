/** What is used of the MCP SDK. */
export type SDK = Awaited<ReturnType<typeof load>>;

let loading: Promise<SDK> | undefined;

/** Loads the MCP SDK when the first client comes: it takes longer than everything else that a server needs to start. */
export function loadSDK(): Promise<SDK> {
  loading ??= load();
  return loading;
}

async function load() {
  const [{ Server }, { WebStandardStreamableHTTPServerTransport }, types] = await Promise.all([
    import('@modelcontextprotocol/sdk/server/index.js'),
    import('@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js'),
    import('@modelcontextprotocol/sdk/types.js'),
  ]);
  const { CallToolRequestSchema, CancelledNotificationSchema, ListToolsRequestSchema } = types;
  return {
    Server,
    Transport: WebStandardStreamableHTTPServerTransport,
    CallToolRequestSchema,
    CancelledNotificationSchema,
    ListToolsRequestSchema,
  };
}
