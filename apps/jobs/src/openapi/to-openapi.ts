import { z } from 'zod';
import { PROBLEMS, type ProblemName } from '../errors/problems.ts';
import type { Route } from '../http/route.ts';

type JSONSchema = Record<string, unknown>;

const ENVELOPE = z
  .object({
    error: z.string(),
    code: z.string(),
    details: z.array(z.object({ path: z.string(), message: z.string() })).optional(),
    retryAfter: z.number().optional(),
  })
  .meta({ id: 'Error' });

/** What the description says of the API as a whole. */
export type APIInfo = { version: string };

/** An OpenAPI 3.1 document, made from the routes and the very schemas that requests are checked with. */
export function toOpenAPI(routes: readonly Route[], { version }: APIInfo): Record<string, unknown> {
  const components: Record<string, JSONSchema> = {};
  const place = (schema: z.ZodType, io: 'input' | 'output'): JSONSchema => placeSchema(schema, io, components);
  const byPath = Map.groupBy(routes, ({ path }) => toPath(path));
  const paths = Object.fromEntries(
    [...byPath].map(([path, group]) => [
      path,
      Object.fromEntries(group.map((route) => [route.method, toOperation(route, place)])),
    ]),
  );
  return {
    openapi: '3.1.1',
    info: {
      title: 'Jobs assistant',
      description:
        'Postings, resumes, tailored versions and numbers about a job search. Everything belongs to the owner of the token.',
      version,
    },
    servers: [{ url: '/' }],
    paths,
    components: {
      schemas: components,
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', description: 'The token that pairing gave to this device.' },
        header: { type: 'apiKey', in: 'header', name: 'x-eve-token' },
        query: { type: 'apiKey', in: 'query', name: 'token', description: 'Only for GET /jobs/sync.' },
      },
    },
  };
}

type Place = (schema: z.ZodType, io: 'input' | 'output') => JSONSchema;

function toOperation(route: Route, place: Place): object {
  const { operation, tag, summary, access, params, query, body, takesForm, path, method } = route;
  const inQuery = path === '/jobs/sync' && method === 'get' ? [{ query: [] }] : [];
  return {
    operationId: operation,
    tags: [tag],
    summary,
    security: access === 'public' ? [] : [{ bearer: [] }, { header: [] }, ...inQuery],
    parameters: [...toParameters(params, 'path', place), ...toParameters(query, 'query', place)],
    ...(body === undefined && takesForm === undefined ? {} : { requestBody: toRequestBody(route, place) }),
    responses: { ...toAnswers(route, place), ...toFailures(route, place) },
  };
}

function toParameters(schema: z.ZodObject | undefined, where: 'path' | 'query', place: Place): object[] {
  return Object.entries(schema?.shape ?? {}).map(([name, field]) => {
    const { description, ...type } = place(field as z.ZodType, 'input');
    return {
      name,
      in: where,
      required: where === 'path',
      description,
      schema: type,
    };
  });
}

function toRequestBody({ body, takesForm }: Route, place: Place): object {
  const file = { type: 'object', properties: { file: { type: 'string', format: 'binary' } }, required: ['file'] };
  return {
    required: body === undefined || !body.safeParse(undefined).success,
    content: {
      ...(body === undefined ? {} : { 'application/json': { schema: place(body, 'input') } }),
      ...(takesForm === undefined ? {} : { 'multipart/form-data': { schema: file } }),
    },
  };
}

function toAnswers({ answers }: Route, place: Place): Record<string, object> {
  return Object.fromEntries(
    Object.entries(answers).map(([status, { description, schema, type }]) => [
      status,
      {
        description,
        ...(schema === undefined && type === undefined
          ? {}
          : {
              content: {
                ...(schema === undefined ? {} : { 'application/json': { schema: place(schema, 'output') } }),
                ...(type === undefined ? {} : { [type]: { schema: { type: 'string' } } }),
              },
            }),
      },
    ]),
  );
}

function toFailures(route: Route, place: Place): Record<string, object> {
  const usual: ProblemName[] = [
    ...(route.access === 'owner' ? (['unauthorized'] as const) : []),
    'validation',
    ...(route.body === undefined ? [] : (['invalidJSON', 'payloadTooLarge', 'unsupportedMedia'] as const)),
    'internal',
  ];
  const problems = [...new Set([...usual, ...(route.problems ?? [])])].map((name) => PROBLEMS[name]);
  const byStatus = Map.groupBy(problems, ({ status }) => status);
  return Object.fromEntries(
    [...byStatus].map(([status, group]) => [
      status,
      {
        description: [...new Set(group.map(({ code }) => code))].join(', '),
        content: { 'application/json': { schema: place(ENVELOPE, 'output') } },
      },
    ]),
  );
}

/** `/jobs/:id{[0-9]+}` is `/jobs/{id}` to everybody but the router. */
function toPath(path: string): string {
  return path.replaceAll(/:(\w+)(?:\{[^}]*\})?/g, '{$1}');
}

/** A schema whose named parts are among the components, where other schemas find them, too. */
function placeSchema(schema: z.ZodType, io: 'input' | 'output', components: Record<string, JSONSchema>): JSONSchema {
  const json = z.toJSONSchema(schema, { target: 'draft-2020-12', io }) as JSONSchema;
  const { $schema: _, $defs = {}, ...root } = json;
  for (const [name, definition] of Object.entries($defs as Record<string, JSONSchema>)) {
    components[name] = toReferences(definition) as JSONSchema;
  }
  return toReferences(root) as JSONSchema;
}

function toReferences(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(toReferences);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [
      key,
      key === '$ref' && typeof inner === 'string'
        ? inner.replace('#/$defs/', '#/components/schemas/')
        : toReferences(inner),
    ]),
  );
}
