import { z } from 'zod';

const idSchema = z.union([z.string(), z.number()]);

/** A message of MCP: a request, or, without an id, a notification. */
export const rpcMessageSchema = z
  .looseObject({
    jsonrpc: z.literal('2.0'),
    id: idSchema.optional(),
    method: z.string(),
    params: z.record(z.string(), z.unknown()).optional(),
  })
  .meta({ id: 'MCPMessage' });

/** What comes back for a request: a result or an error; on a stream, notifications before it. */
export const rpcAnswerSchema = z
  .looseObject({
    jsonrpc: z.literal('2.0'),
    id: idSchema.nullable().optional(),
    result: z.record(z.string(), z.unknown()).optional(),
    error: z.looseObject({ code: z.number(), message: z.string() }).optional(),
    method: z.string().optional(),
  })
  .meta({ id: 'MCPAnswer' });

/** A request that MCP cannot read. */
export const rpcErrorSchema = z
  .looseObject({
    jsonrpc: z.literal('2.0'),
    id: z.null(),
    error: z.looseObject({ code: z.number(), message: z.string() }),
  })
  .meta({ id: 'MCPError' });
