import { setTimeout as sleep } from 'node:timers/promises';
import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import {
  CallToolRequestSchema,
  type CallToolResult,
  GetPromptRequestSchema,
  ListPromptsRequestSchema,
  ListResourcesRequestSchema,
  ListToolsRequestSchema,
  McpError,
  ReadResourceRequestSchema,
  type Tool,
} from '@modelcontextprotocol/sdk/types.js';

/** A schema with everything that must arrive unchanged. */
export const ORDER_SCHEMA = {
  $schema: 'http://json-schema.org/draft-07/schema#',
  type: 'object',
  $defs: {
    item: { type: 'object', properties: { sku: { type: 'string', pattern: '^[A-Z]{3}$' } }, required: ['sku'] },
  },
  properties: {
    items: { type: 'array', items: { $ref: '#/$defs/item' }, minItems: 1, maxItems: 5 },
    speed: { enum: ['slow', 'fast'], default: 'slow', description: 'How to ship.' },
    weight: { type: 'number', exclusiveMinimum: 0, maximum: 20.5 },
    note: { anyOf: [{ type: 'string' }, { type: 'null' }] },
  },
  required: ['items'],
  'x-vendor': { kept: true },
} as const;

const anything = { type: 'object' as const };

/** What the tools are called and what they say about themselves. */
const TOOLS: Tool[] = [
  { name: 'echo', description: 'Says it again.', inputSchema: anything, annotations: { readOnlyHint: true } },
  { name: 'add', inputSchema: anything, annotations: { idempotentHint: true }, outputSchema: anything },
  { name: 'order', title: 'Order things', inputSchema: ORDER_SCHEMA as unknown as Tool['inputSchema'] },
  { name: 'picture', inputSchema: anything },
  { name: 'fail', inputSchema: anything, annotations: { readOnlyHint: false, idempotentHint: false } },
  { name: 'refuse', inputSchema: anything },
  { name: 'slow', inputSchema: anything },
  { name: 'crash', inputSchema: anything },
  { name: 'environment', inputSchema: anything },
  { name: 'odd/name.v2', inputSchema: anything },
];

const PIXEL = 'iVBORw0KGgo=';

/** The tools' work; `seen` counts the calls that really ran. */
export function sampleServer(seen: string[] = []): Server {
  const server = new Server(
    { name: 'sample', version: '1.2.3' },
    { capabilities: { tools: {}, prompts: {}, resources: {} } },
  );
  server.setRequestHandler(ListToolsRequestSchema, ({ params }) =>
    // In two pages, to see that both are read.
    params?.cursor === 'more' ? { tools: TOOLS.slice(4) } : { tools: TOOLS.slice(0, 4), nextCursor: 'more' },
  );
  server.setRequestHandler(CallToolRequestSchema, async ({ params: { name, arguments: input = {}, _meta } }) => {
    seen.push(name);
    return await runTool(name, { text: _meta?.traceparent, ...input });
  });
  server.setRequestHandler(ListPromptsRequestSchema, () => ({
    prompts: [{ name: 'greet', arguments: [{ name: 'who', required: false }] }],
  }));
  server.setRequestHandler(GetPromptRequestSchema, ({ params }) => ({
    messages: [{ role: 'user', content: { type: 'text', text: `Greet ${params.arguments?.who ?? 'everybody'}.` } }],
  }));
  server.setRequestHandler(ListResourcesRequestSchema, () => ({
    resources: [{ uri: 'memo://one', name: 'one', mimeType: 'text/plain' }],
  }));
  server.setRequestHandler(ReadResourceRequestSchema, ({ params }) => {
    if (params.uri !== 'memo://one') throw new McpError(-32_002, `no resource ${params.uri}`);
    return { contents: [{ uri: params.uri, mimeType: 'text/plain', text: 'remember the milk' }] };
  });
  return server;
}

async function runTool(name: string, input: Record<string, unknown>): Promise<CallToolResult> {
  switch (name) {
    case 'add': {
      const sum = Number(input.a) + Number(input.b);
      return { content: [text(`the sum is ${sum}`)], structuredContent: { sum } };
    }
    case 'picture':
      return { content: [text('look'), { type: 'image', data: PIXEL, mimeType: 'image/png', _meta: { secret: 1 } }] };
    case 'fail':
      return { content: [text('no more paper')], isError: true };
    case 'refuse':
      throw new McpError(-32_602, 'these arguments make no sense');
    case 'slow':
      await sleep(Number(input.ms));
      return { content: [text('at last')] };
    case 'crash':
      process.exit(3);
    // falls through: the process is gone
    case 'environment':
      return { content: [text(Object.keys(process.env).toSorted().join(' '))] };
    default:
      return { content: [text(String(input.text ?? '')), text(`(${name})`)] };
  }
}

function text(value: string): { type: 'text'; text: string } {
  return { type: 'text', text: value };
}
