import { ERROR_CODES, type ErrorCode, errorBodyWire, mailFrameWire } from '@posthouse/protocol';
import type { DocumentedRoute, RouteAnswer } from './documented-route.ts';
import type { SchemaShelf } from './schema-shelf.ts';

/** What a route answers, by status: its own answers, and what can go wrong. */
export function toResponses(route: DocumentedRoute, shelf: SchemaShelf): Record<string, object> {
  const answers = Object.entries(route.answers).map(([status, answer]) => [status, toResponse(answer, shelf)]);
  const errors = [...Map.groupBy(errorCodesOf(route), (code) => ERROR_CODES[code].status)].map(([status, codes]) => [
    String(status),
    toErrorResponse(codes, shelf),
  ]);
  return Object.fromEntries([...answers, ...errors]) as Record<string, object>;
}

/** Every code that a route may answer with. */
export function errorCodesOf({ access, body, errors = [] }: DocumentedRoute): ErrorCode[] {
  const everywhere: ErrorCode[] = ['origin_refused', 'rate_limited', 'internal', 'unavailable'];
  const protectedOnes: ErrorCode[] = access === 'public' ? [] : ['unauthenticated'];
  const withBody: ErrorCode[] =
    body === undefined ? [] : ['invalid_json', 'invalid_input', 'too_large', 'request_timeout'];
  return [...new Set([...withBody, ...protectedOnes, ...errors, ...everywhere])].toSorted(
    (left, right) => ERROR_CODES[left].status - ERROR_CODES[right].status,
  );
}

function toResponse(answer: RouteAnswer, shelf: SchemaShelf): object {
  const { description, schema, example, frames, text } = answer;
  const content = {
    ...(schema === undefined ? {} : { 'application/json': { schema: shelf.place(schema), example } }),
    ...(frames === undefined ? {} : { 'text/event-stream': { schema: toStreamSchema(shelf), example: frames } }),
    ...(text === undefined ? {} : { [text.type]: { schema: { type: 'string' }, example: text.example } }),
  };
  return { description, ...(frames === undefined ? {} : { headers: streamHeaders }), content };
}

/** OpenAPI 3.1 has no word for the items of a stream; JSON Schema can say what text contains. */
function toStreamSchema(shelf: SchemaShelf): object {
  const frame = shelf.place(mailFrameWire.schema);
  return { type: 'string', contentMediaType: 'text/event-stream', contentSchema: { type: 'array', items: frame } };
}

const streamHeaders = {
  'X-Task-Id': { description: 'The task whose frames these are.', schema: { type: 'string' } },
};

function toErrorResponse(codes: readonly ErrorCode[], shelf: SchemaShelf): object {
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
      'application/json': {
        schema: { allOf: [shelf.place(errorBodyWire.schema), { properties: { code: { enum: codes } } }] },
        example: { detail: 'a sentence that helps', code: codes[0] },
      },
    },
  };
}
