import { ERROR_CODES, type ErrorCode } from '@posthouse/protocol';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { toOpenAIStatus } from '../errors/openai-error.ts';
import { schemaCompiler } from './__fixtures__/compile-schema.ts';
import type { DocumentedRoute } from './documented-route.ts';
import { documentedRoutes } from './documented-routes.ts';
import { type OpenAPIOperation, toOpenAPI } from './to-openapi.ts';

const document = toOpenAPI(documentedRoutes);
const compile = schemaCompiler(document);
type Named = [string, OpenAPIOperation];
const operations: Named[] = Object.entries(document.paths).flatMap(([path, item]) =>
  Object.entries(item).map(([method, operation]): Named => [`${method.toUpperCase()} ${path}`, operation]),
);
const success = ({ responses }: OpenAPIOperation) => responses['200'] ?? responses['201']!;

function* nodesOf(value: unknown, path = '#'): Generator<[string, Record<string, unknown>]> {
  if (typeof value !== 'object' || value === null) return;
  if (!Array.isArray(value)) yield [path, value as Record<string, unknown>];
  for (const [key, inner] of Object.entries(value)) yield* nodesOf(inner, `${path}/${key}`);
}

describe('the OpenAPI document', () => {
  test('the document is OpenAPI 3.1 of the protocol version, and survives JSON', () => {
    expect(document.openapi).toMatch(/^3\.1\./);
    expect(document.info.version).toBe('1.3');
    expect(JSON.parse(JSON.stringify(document))).toEqual(document);
  });

  test('contains no dangling reference', () => {
    const broken = [...nodesOf(document)]
      .filter(([, node]) => typeof node.$ref === 'string')
      .filter(([, { $ref }]) => {
        const [, ...steps] = String($ref).split('/');
        let target: unknown = document;
        for (const step of steps) target = (target as Record<string, unknown> | undefined)?.[step];
        return !String($ref).startsWith('#/components/schemas/') || target === undefined;
      });
    expect(broken).toEqual([]);
  });

  test('contains no unused schema', () => {
    const text = JSON.stringify(document);
    const unused = Object.keys(document.components.schemas).filter(
      (name) => !text.includes(`"#/components/schemas/${name}"`),
    );
    expect(unused).toEqual([]);
  });

  test('names every operation once', () => {
    const names = operations.map(([, { operationId }]) => operationId);
    expect(new Set(names).size).toBe(names.length);
    expect(names.filter((name) => !/^[a-z][a-zA-Z]+$/.test(name))).toEqual([]);
  });

  test('lists no pair of method and path twice', () => {
    const pairs = documentedRoutes.map(({ method, path }) => `${method} ${path}`);
    expect(operations).toHaveLength(pairs.length);
    expect(new Set(pairs).size).toBe(pairs.length);
  });

  test.each(Object.keys(document.components.schemas))('the document has a schema %s that compiles', (name) => {
    expect(() => compile({ $ref: `#/components/schemas/${name}` })).not.toThrow();
  });
});

describe.each(operations)('the operation %s', (name, operation) => {
  test('declares exactly the parameters of its path, and each parameter once', () => {
    const inPath = [...name.matchAll(/\{(\w+)\}/g)].map(([, parameter]) => parameter);
    const declared = operation.parameters.filter(({ in: place }) => place === 'path');
    expect(declared.map((parameter) => parameter.name)).toEqual(inPath);
    expect(declared.every(({ required }) => required)).toBe(true);
    const all = operation.parameters.map((parameter) => `${parameter.in} ${parameter.name}`);
    expect(new Set(all).size).toBe(all.length);
  });

  test('every operation has examples of its parameters and its body that match its schemas', () => {
    for (const { name: parameter, schema, example } of operation.parameters) {
      const typed = (schema as { type?: string }).type === 'boolean' ? example === 'true' : example;
      expect({ parameter, ...compile(schema)(typed) }).toMatchObject({ valid: true });
    }
    for (const { schema, example } of Object.values(operation.requestBody?.content ?? {})) {
      expect(compile(schema)(example)).toMatchObject({ valid: true });
    }
  });

  test('describes its answer, with an example that matches its schema', () => {
    expect(Object.keys(operation.responses)).toContain(operation.responses['201'] === undefined ? '200' : '201');
    for (const { description, content } of Object.values(operation.responses)) {
      expect(description).not.toBe('');
      for (const { schema, example } of Object.values(content ?? {})) {
        expect(example).toBeDefined();
        expect(compile(schema)(example)).toMatchObject({ valid: true });
      }
    }
  });

  test('requires a token unless it is public, and says what happens without', () => {
    const isPublic = operation['x-access'] === 'public';
    expect(operation.security).toEqual(isPublic ? [] : [{ token: [] }]);
    expect('401' in operation.responses).toBe(!isPublic);
  });

  test('lists errors only under the status they have', () => {
    for (const [status, { content }] of Object.entries(operation.responses)) {
      if (status === '200' || status === '201') continue;
      if (content === undefined || Object.keys(content).length === 0) continue;
      const { schema } = content['application/json']!;
      const codes = codesOf(schema as ErrorSchema);
      expect(codes.length).toBeGreaterThan(0);
      // The doors of others have names of their own for some.
      const known = codes.filter((code): code is ErrorCode => code in ERROR_CODES);
      const statusOf = name.includes('/v1/') ? toOpenAIStatus : (code: ErrorCode) => ERROR_CODES[code].status;
      expect(known.map((code) => String(statusOf(code)))).toEqual(known.map(() => status));
    }
  });
});

type ErrorSchema = {
  anyOf?: ErrorSchema[];
  allOf: [object, { properties: { code?: { enum: string[] }; error?: { properties: { code: { enum: string[] } } } } }];
};

function codesOf({ anyOf, allOf }: ErrorSchema): string[] {
  if (anyOf !== undefined) return codesOf(anyOf[0]!);
  const { code, error } = allOf[1].properties;
  return (code ?? error!.properties.code).enum;
}

const frameSchemas: Record<string, string> = {
  'POST /chat': 'UIMessageChunk',
  'GET /chat/{id}/stream': 'UIMessageChunk',
  'POST /api/chat': 'UIMessageChunk',
  'GET /api/chat/{id}/stream': 'UIMessageChunk',
  'POST /chat/{id}/approvals/{approvalId}': 'UIMessageChunk',
  'POST /api/chat/{id}/approvals/{approvalId}': 'UIMessageChunk',
  'GET /tasks/{task_id}/tellings': 'Telling',
  'GET /interswarm/tasks/{task_id}/events': 'LogEntry',
  'POST /v1/responses': 'OpenAIResponseEvent',
  'GET /v1/responses/{response_id}': 'OpenAIResponseEvent',
  'POST /v1/chat/completions': 'OpenAIChatChunk',
  'POST /mcp': 'MCPAnswer',
};

describe('streams in the OpenAPI document', () => {
  test.each(operations.filter(([, operation]) => 'text/event-stream' in (success(operation).content ?? {})))(
    '%s describes its frames with the schema of frames',
    (name, operation) => {
      const { schema } = success(operation).content!['text/event-stream']!;
      const frame = frameSchemas[name] ?? 'MAILFrame';
      expect(schema).toMatchObject({ contentSchema: { items: { $ref: `#/components/schemas/${frame}` } } });
    },
  );

  test('streams belong to posting, resuming and following', () => {
    const streaming = operations.filter(([, operation]) => 'text/event-stream' in (success(operation).content ?? {}));
    expect(streaming.map(([name]) => name)).toEqual([
      'POST /message',
      'GET /tasks/{task_id}/events',
      'GET /tasks/{task_id}/tellings',
      'POST /tasks/{task_id}/resume',
      'POST /chat',
      'GET /chat/{id}/stream',
      'POST /chat/{id}/approvals/{approvalId}',
      'POST /api/chat',
      'GET /api/chat/{id}/stream',
      'POST /api/chat/{id}/approvals/{approvalId}',
      'GET /interswarm/tasks/{task_id}/events',
      'POST /ui/message',
      'POST /v1/responses',
      'GET /v1/responses/{response_id}',
      'POST /v1/chat/completions',
      'POST /mcp',
    ]);
  });
});

describe('an OpenAPI document of other routes', () => {
  const part = z.strictObject({ size: z.number() }).meta({ id: 'TestPart' });
  const whole = z.strictObject({ parts: z.array(part) }).meta({ id: 'TestWhole' });
  const route: DocumentedRoute = {
    method: 'post',
    path: '/whole',
    operation: 'postWhole',
    tag: 'server',
    summary: 'A whole',
    access: 'admin',
    body: { schema: whole, example: { parts: [] } },
    answers: { 200: { description: 'A part.', schema: part, example: { size: 1 } } },
  };

  test('lists a named schema once in its components and refers to it', () => {
    const { components, paths } = toOpenAPI([route]);
    expect(Object.keys(components.schemas)).toEqual(['ErrorBody', 'TestPart', 'TestWhole']);
    expect(components.schemas.TestWhole).toMatchObject({
      properties: { parts: { items: { $ref: '#/components/schemas/TestPart' } } },
    });
    expect(paths['/whole']!.post!.requestBody!.content['application/json'].schema).toEqual({
      $ref: '#/components/schemas/TestWhole',
    });
  });

  test('inlines a schema without a name', () => {
    const answers = { 200: { description: 'Text.', schema: z.string(), example: 'x' } };
    const { components, paths } = toOpenAPI([{ ...route, answers }]);
    expect(paths['/whole']!.post!.responses['200']!.content!['application/json']!.schema).toEqual({ type: 'string' });
    expect(Object.keys(components.schemas)).toEqual(['ErrorBody', 'TestPart', 'TestWhole']);
  });
});
