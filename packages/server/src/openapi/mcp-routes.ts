import { z } from 'zod';
import { rpcAnswerSchema, rpcMessageSchema } from '../doors/mcp/mcp-schemas.ts';
import type { DocumentedRoute } from './documented-route.ts';

/** What programs that speak MCP ask for. */
export const mcpRoutes: DocumentedRoute[] = [
  {
    method: 'post',
    path: '/mcp',
    operation: 'postMCPMessage',
    tag: 'mcp',
    door: 'mcp',
    errors: ['queue_full'],
    summary: 'A message of MCP, over streamable HTTP',
    description:
      'Each swarm is a tool; see [mcp.md](mcp.md). Errors of a tool are results that say so. There is no stream to `GET` and no session to `DELETE`.',
    access: 'user',
    parameters: [
      {
        name: 'Mcp-Session-Id',
        in: 'header',
        description: 'The name that the answer to `initialize` gave. Needed to take a call back.',
        schema: z.string(),
        example: '3c1f8a52-6a0e-4f5e-9a63-0f5b8f1d2c77',
      },
      {
        name: 'MCP-Protocol-Version',
        in: 'header',
        description: 'The version of MCP that was agreed on.',
        schema: z.string(),
        example: '2025-06-18',
      },
    ],
    body: {
      schema: rpcMessageSchema,
      example: { jsonrpc: '2.0', id: 1, method: 'tools/list' },
      keys: {
        jsonrpc: '`2.0`.',
        id: 'Names a request; a notification has none.',
        method: '`initialize`, `tools/list`, `tools/call`, `ping`, `notifications/cancelled`, …',
        params: 'What belongs to the method.',
      },
    },
    answers: {
      200: {
        description:
          'The answer to a request. For those who accept `text/event-stream`, a stream: progress first, the answer last.',
        schema: rpcAnswerSchema,
        example: { jsonrpc: '2.0', id: 1, result: { tools: [] } },
        frames: 'event: message\ndata: {"jsonrpc":"2.0","id":1,"result":{"tools":[]}}\n',
        frameSchema: rpcAnswerSchema,
      },
      202: { description: 'A notification was taken.' },
    },
  },
];
