import { ERROR_CODES, type ErrorCode, errorBodyWire, mailFrameWire } from '@posthouse/protocol';
import type { z } from 'zod';
import { rpcErrorSchema } from '../wire/mcp-schemas.ts';
import { toOpenAINames, toOpenAIStatus } from '../errors/openai-error.ts';
import { openAIErrorSchema } from '../wire/openai/openai-schemas.ts';
import type { DocumentedRoute, RouteAnswer } from './documented-route.ts';
import type { SchemaCollection } from './schema-collection.ts';
import { idempotencyParameter } from './shared-parameters.ts';

/** What a route answers, by status: its own answers, and what can go wrong. */
export function toResponses(route: DocumentedRoute, catalog: SchemaCollection): Record<string, object> {
  const answers = Object.entries(route.answers).map(([status, answer]) => [status, toResponse(answer, catalog)]);
  const statusOf = (code: ErrorCode): number =>
    route.door === 'openai' ? toOpenAIStatus(code) : ERROR_CODES[code].status;
  const errors = [...Map.groupBy(errorCodesOf(route), statusOf)].map(([status, codes]) => [
    String(status),
    toErrorResponse(codes, route, catalog),
  ]);
  return Object.fromEntries([...answers, ...errors]) as Record<string, object>;
}

/** Every code that a route may answer with. */
export function errorCodesOf({ path, access, body, parameters = [], errors = [] }: DocumentedRoute): ErrorCode[] {
  // Peers of plain MAIL never ask twice, so whoever is too fast there is answered later.
  const often: ErrorCode[] = path.startsWith('/interswarm/') ? [] : ['rate_limited'];
  const everywhere: ErrorCode[] = ['origin_refused', ...often, 'internal', 'unavailable'];
  const protectedOnes: ErrorCode[] = access === 'public' ? [] : ['unauthenticated'];
  const withBody: ErrorCode[] =
    body === undefined ? [] : ['invalid_json', 'invalid_input', 'too_large', 'request_timeout'];
  const withKey: ErrorCode[] = parameters.includes(idempotencyParameter) ? ['key_reused'] : [];
  return [...new Set([...withBody, ...withKey, ...protectedOnes, ...errors, ...everywhere])].toSorted(
    (left, right) => ERROR_CODES[left].status - ERROR_CODES[right].status,
  );
}

function toResponse(answer: RouteAnswer, catalog: SchemaCollection): object {
  const { description, schema, example, frames, frameSchema = mailFrameWire.schema, text } = answer;
  const content = {
    ...(schema === undefined ? {} : { 'application/json': { schema: catalog.place(schema), example } }),
    ...(frames === undefined
      ? {}
      : { 'text/event-stream': { schema: toStreamSchema(frameSchema, catalog), example: frames } }),
    ...(text === undefined ? {} : { [text.type]: { schema: { type: 'string' }, example: text.example } }),
  };
  return { description, ...(frames === undefined ? {} : { headers: streamHeaders }), content };
}

/** OpenAPI 3.1 has no word for the items of a stream; JSON Schema can say what text contains. */
function toStreamSchema(frameSchema: z.ZodType, catalog: SchemaCollection): object {
  const frame = catalog.place(frameSchema);
  return { type: 'string', contentMediaType: 'text/event-stream', contentSchema: { type: 'array', items: frame } };
}

const streamHeaders = {
  'X-Task-Id': { description: 'The task whose frames these are.', schema: { type: 'string' } },
};

function toErrorResponse(codes: readonly ErrorCode[], { door }: DocumentedRoute, catalog: SchemaCollection): object {
  const lines = codes.map((code) => `- \`${code}\`: ${ERROR_CODES[code].meaning}`);
  return {
    description: lines.join('\n'),
    ...(codes.includes('rate_limited')
      ? { headers: { 'Retry-After': { description: 'Seconds to wait.', schema: { type: 'string' } } } }
      : {}),
    ...(codes.includes('unauthenticated')
      ? { headers: { 'WWW-Authenticate': { description: '`Bearer`.', schema: { type: 'string' } } } }
      : {}),
    content: {
      'application/json': door === 'openai' ? toOpenAIContent(codes, catalog) : toContent(codes, door, catalog),
    },
  };
}

function toContent(codes: readonly ErrorCode[], door: DocumentedRoute['door'], catalog: SchemaCollection): object {
  const ours = { allOf: [catalog.place(errorBodyWire.schema), { properties: { code: { enum: codes } } }] };
  const isRPC = door === 'mcp' && codes.includes('invalid_json');
  return {
    // What is no message of MCP is answered in the way of MCP.
    schema: isRPC ? { anyOf: [ours, catalog.place(rpcErrorSchema)] } : ours,
    example: { detail: 'a sentence that helps', code: codes[0] },
  };
}

function toOpenAIContent(codes: readonly ErrorCode[], catalog: SchemaCollection): object {
  const names = codes.flatMap(toOpenAINames);
  const error = { message: 'A sentence that helps.', type: 'invalid_request_error', param: null, code: names[0]! };
  const named = { properties: { error: { properties: { code: { enum: names } } } } };
  return { schema: { allOf: [catalog.place(openAIErrorSchema), named] }, example: { error } };
}
