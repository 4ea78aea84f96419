import type { DocumentedRoute, RouteParameter } from './documented-route.ts';
import { TAGS } from './documented-route.ts';
import { PROTOCOL_VERSION } from '../versions.ts';
import { SchemaCollection } from './schema-collection.ts';
import { toResponses } from './to-responses.ts';

/** The parts of an OpenAPI document that programs of ours look at. */
export type OpenAPIDocument = {
  openapi: string;
  info: { title: string; version: string; description: string };
  paths: Record<string, Record<string, OpenAPIOperation>>;
  components: { schemas: Record<string, object>; securitySchemes: Record<string, object> };
};

export type OpenAPIOperation = {
  operationId: string;
  parameters: { name: string; in: string; required: boolean; schema: object; example: unknown }[];
  requestBody?: { required: boolean; content: { 'application/json': { schema: object; example: unknown } } };
  responses: Record<string, OpenAPIResponse>;
  security: Record<string, string[]>[];
  'x-access': string;
};

export type OpenAPIResponse = { description: string; content?: Record<string, { schema: object; example?: unknown }> };

/** An OpenAPI 3.1 document from a list of routes and the schemas they are checked with. */
export function toOpenAPI(routes: readonly DocumentedRoute[]): OpenAPIDocument {
  const catalog = new SchemaCollection();
  const byPath = Map.groupBy(routes, ({ path }) => path);
  const paths = Object.fromEntries(
    [...byPath].map(([path, group]) => [
      path,
      Object.fromEntries(group.map((route) => [route.method, toOperation(route, catalog)])),
    ]),
  );
  const document = {
    openapi: '3.1.1',
    info: {
      title: 'Posthouse',
      summary: 'A durable post office for AI agents.',
      description:
        'The MAIL protocol, version 1.3, over HTTP, and some additions. Requests may hold unknown keys, which are ignored, and nulls, which count as absent.',
      // That of the interface, which outlives many versions of the program.
      version: PROTOCOL_VERSION,
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: '/' }],
    tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
    paths,
    components: {
      schemas: catalog.schemas(),
      securitySchemes: {
        token: {
          type: 'http',
          scheme: 'bearer',
          description: 'A token of this server; its role decides what it may do.',
        },
      },
    },
  };
  return document as OpenAPIDocument;
}

function toOperation(route: DocumentedRoute, catalog: SchemaCollection): object {
  const { operation, tag, summary, description, access, debug, parameters = [], body } = route;
  return {
    operationId: operation,
    tags: [tag],
    summary,
    description,
    // Roles are no matter of OpenAPI, whose scopes belong to other schemes.
    'x-access': access,
    ...(debug === undefined ? {} : { 'x-debug-only': true }),
    security: access === 'public' ? [] : [{ token: [] }],
    parameters: parameters.map((parameter) => toParameter(parameter, catalog)),
    ...(body === undefined
      ? {}
      : {
          requestBody: {
            required: body.optional === undefined,
            content: { 'application/json': { schema: catalog.place(body.schema), example: body.example } },
          },
        }),
    responses: toResponses(route, catalog),
  };
}

function toParameter(
  { name, in: place, description, schema, example }: RouteParameter,
  catalog: SchemaCollection,
): object {
  return { name, in: place, required: place === 'path', description, schema: catalog.place(schema), example };
}
