export { MCPConnection, type MCPConnectionOptions, type MCPRequest } from './mcp-connection.ts';
export type { MCPHTTPServer, MCPServer, MCPStdioServer } from './mcp-server.ts';
export { type MCPTools, mcpTools, type MCPToolsOptions } from './mcp-tools.ts';
