import { rpcAnswerSchema, rpcMessageSchema } from '../wire/mcp-schemas.ts';
import { describeRoutes, post, takes } from './describe-routes.ts';
import { inHeader } from './shared-parameters.ts';

/** What programs that speak MCP ask for. */
export const mcpRoutes = describeRoutes('mcp', {
  postMCPMessage: post('/mcp', 'user', {
    door: 'mcp',
    errors: ['queue_full'],
    summary: 'A message of MCP, over streamable HTTP',
    description:
      'Each swarm is a tool; see [mcp.md](mcp.md). Errors of a tool are results that say so. There is no stream to `GET` and no session to `DELETE`.',
    parameters: [
      inHeader(
        'Mcp-Session-Id',
        '3c1f8a52-6a0e-4f5e-9a63-0f5b8f1d2c77',
        'The name in the answer to `initialize`. Needed to cancel a call.',
      ),
      inHeader('MCP-Protocol-Version', '2025-06-18', 'The version of MCP that was agreed on.'),
    ],
    body: takes(
      rpcMessageSchema,
      { jsonrpc: '2.0', id: 1, method: 'tools/list' },
      {
        keys: {
          jsonrpc: '`2.0`.',
          id: 'Names a request; a notification has none.',
          method: '`initialize`, `tools/list`, `tools/call`, `ping`, `notifications/cancelled`, …',
          params: 'What belongs to the method.',
        },
      },
    ),
    answers: {
      200: {
        description:
          'The answer to a request. For those who accept `text/event-stream`, a stream: progress first, the answer last.',
        schema: rpcAnswerSchema,
        example: { jsonrpc: '2.0', id: 1, result: { tools: [] } },
        frames: 'event: message\ndata: {"jsonrpc":"2.0","id":1,"result":{"tools":[]}}\n',
        frameSchema: rpcAnswerSchema,
      },
      202: { description: 'A notification was accepted.' },
    },
  }),
});
