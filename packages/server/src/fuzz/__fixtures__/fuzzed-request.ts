import fc from 'fast-check';
import type { OpenAPIDocument, OpenAPIOperation } from '../../openapi/to-openapi.ts';
import { mutatedJSON } from './mutated-json.ts';
import { type Schema, schemaArbitrary } from './schema-arbitrary.ts';

/** A request as it goes out, and the operation it is meant for. */
export type FuzzedRequest = {
  /** `POST /message`, or undefined when the path is none of the document. */
  route: string | undefined;
  method: string;
  path: string;
  headers: Record<string, string>;
  body: Buffer | undefined;
};

export type FuzzOptions = {
  /** Authorization headers that come up; among them those of the right role. */
  authorizations: Record<string, string>;
  /** Ids of tasks that exist, so that requests hit something now and then. */
  taskIds: string[];
};

type Route = { method: string; path: string; operation: OpenAPIOperation };

/** Requests that a document describes, most of them with something wrong. */
export function fuzzedRequest(document: OpenAPIDocument, options: FuzzOptions): fc.Arbitrary<FuzzedRequest> {
  const routes: Route[] = Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  );
  const each = fc.constantFrom(...routes).chain((route) => requestOf(route, document, options));
  return fc.oneof({ weight: 12, arbitrary: each }, { weight: 1, arbitrary: lostRequest(routes, options) });
}

function requestOf(route: Route, document: OpenAPIDocument, options: FuzzOptions): fc.Arbitrary<FuzzedRequest> {
  const definitions = document.components.schemas as Record<string, Schema>;
  const { operation, method } = route;
  const values = (name: string, schema: object): fc.Arbitrary<string> =>
    fc.oneof(
      { weight: 3, arbitrary: schemaArbitrary(schema as Schema, definitions).map(String) },
      { weight: 3, arbitrary: name === 'model' ? knownModel : fc.constantFrom(...options.taskIds) },
      { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 300 }) },
      {
        weight: 1,
        arbitrary: fc.constantFrom('', '0', '-1', '1e9', '99999999999999999999', '..', '%00', 'null', "'; --"),
      },
    );
  const parameters = fc.record(
    Object.fromEntries(
      operation.parameters.map(({ name, schema }) => [
        name,
        fc.option(values(name, schema), { nil: undefined, freq: 3 }),
      ]),
    ),
  ) as fc.Arbitrary<Record<string, string | undefined>>;
  const schema = operation.requestBody?.content['application/json'].schema as Schema | undefined;
  return fc
    .record({
      parameters,
      authorization: fc.oneof(
        { weight: 4, arbitrary: fc.constant(options.authorizations[rightRole(operation)]) },
        { weight: 1, arbitrary: fc.constantFrom(...Object.values(options.authorizations), undefined) },
        { weight: 1, arbitrary: headerText },
      ),
      body:
        schema === undefined
          ? fc.option(rawBody, { nil: undefined, freq: 4 })
          : bodyOf(schemaArbitrary(schema, definitions), options),
      type: fc.oneof(
        { weight: 6, arbitrary: fc.constant('application/json') },
        fc.constantFrom(
          '',
          'text/plain',
          'application/xml',
          'multipart/form-data; boundary=x',
          'application/json; charset=latin1',
        ),
        headerText,
      ),
    })
    .map(({ parameters: given, authorization, body, type }) => ({
      route: `${method} ${route.path}`,
      method,
      path: toPath(route, given),
      headers: {
        ...(authorization === undefined ? {} : { Authorization: authorization }),
        ...(body === undefined || type === '' ? {} : { 'Content-Type': type }),
        ...toHeaders(operation, given),
      },
      body,
    }));
}

/** Swarms that are there, by the name that other doors have for them. */
const knownModel = fc.constantFrom('desk', 'annex', 'default');

/** Something that the doors which have models can answer. */
function askedOf(value: object): object {
  const asked = 'messages' in value ? { messages: [{ role: 'user', content: 'hello' }] } : { input: 'hello' };
  return { ...asked, tools: [], text: {}, response_format: { type: 'text' }, previous_response_id: null };
}

/** Right JSON, wrong JSON, and what is no JSON at all. */
function bodyOf(valid: fc.Arbitrary<unknown>, { taskIds }: FuzzOptions): fc.Arbitrary<Buffer> {
  const toBuffer = (value: unknown): Buffer => Buffer.from(JSON.stringify(value) ?? '');
  const aimed = fc.tuple(valid, fc.constantFrom(...taskIds), knownModel).map(([value, task_id, model]) =>
    typeof value === 'object' && value !== null
      ? {
          ...value,
          ...('task_id' in value ? { task_id } : {}),
          ...('model' in value && !('agent' in value) ? { model, ...askedOf(value) } : {}),
          // The agent that is there works in the only folder there is.
          ...('agent' in value ? { agent: 'pi', swarm: null, cwd: null, id: task_id } : {}),
          // Sessions are called like tasks here.
          ...('sessionId' in value ? { sessionId: task_id } : {}),
          ...('messages' in value && 'id' in value ? { id: task_id } : {}),
        }
      : value,
  );
  return fc.oneof(
    { weight: 3, arbitrary: valid.map(toBuffer) },
    { weight: 2, arbitrary: aimed.map(toBuffer) },
    { weight: 5, arbitrary: mutatedJSON(valid).map(toBuffer) },
    { weight: 2, arbitrary: rawBody },
  );
}

const rawBody: fc.Arbitrary<Buffer> = fc.oneof(
  fc.uint8Array({ maxLength: 64 }).map((bytes) => Buffer.from(bytes)),
  fc.string({ unit: 'binary', maxLength: 64 }).map((text) => Buffer.from(text)),
  fc
    .constantFrom(
      '',
      '{',
      '[]',
      'null',
      '"text"',
      '{"body":"a"}garbage',
      '{"body":NaN}',
      '\u{FEFF}{"body":"a"}',
      '{"a":1,"a":2}',
    )
    .map((text) => Buffer.from(text)),
  fc.integer({ min: 1, max: 3_000 }).map((depth) => Buffer.from(`${'['.repeat(depth)}${']'.repeat(depth)}`)),
  fc.integer({ min: 1, max: 3_000 }).map((depth) => Buffer.from(`${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`)),
  // Valid JSON around bytes that are no UTF-8.
  fc.constant(Buffer.concat([Buffer.from('{"body":"'), Buffer.from([0xff, 0xfe, 0xc0, 0x80]), Buffer.from('"}')])),
  fc.constant(Buffer.from(JSON.stringify({ body: 'x'.repeat(200_000) }))),
);

/** What a header can carry at all. */
const headerText = fc.string({
  unit: fc
    .integer({ min: 0x20, max: 0xff })
    .filter((code) => code !== 0x7f)
    .map((code) => String.fromCodePoint(code)),
  maxLength: 60,
});

/** Paths that nobody has, and methods that a path does not have. */
function lostRequest(routes: Route[], { authorizations }: FuzzOptions): fc.Arbitrary<FuzzedRequest> {
  const paths = fc.oneof(
    fc.webPath().filter((path) => path.startsWith('/')),
    fc.constantFrom(
      '//',
      '/%',
      '/%ff',
      '/tasks//events',
      '/tasks/%2e%2e',
      '/tasks/../cancel',
      '/tasks/./resume',
      '/ui',
      '/message/',
      '/MESSAGE',
      '/tasks/a/b/c',
      '/__proto__',
      '/?a[]=1',
    ),
    fc.constantFrom(...routes.map(({ path }) => path.replaceAll(/[{}]/g, ''))),
  );
  return fc
    .record({
      path: paths,
      method: fc.constantFrom('GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS', 'HEAD', 'SEARCH'),
    })
    .map(({ path, method }) => ({
      route: undefined,
      method,
      path,
      headers: { Authorization: authorizations.user! },
      body: undefined,
    }));
}

function rightRole(operation: OpenAPIOperation): string {
  return operation['x-access'] === 'public' ? 'user' : operation['x-access'];
}

function toPath({ path, operation }: Route, given: Record<string, string | undefined>): string {
  const query = new URLSearchParams();
  let filled = path;
  for (const { name, in: place } of operation.parameters) {
    const value = given[name];
    if (place === 'path') filled = filled.replace(`{${name}}`, toSegment(value ?? 'x'));
    if (place === 'query' && value !== undefined) query.append(name, value);
  }
  return query.size === 0 ? filled : `${filled}?${query}`;
}

/** Dots make a path another one, which is tried among those that lead nowhere. */
function toSegment(value: string): string {
  return encodeURIComponent(value.toWellFormed()).replace(/^\.{1,2}$/, 'dots');
}

function toHeaders(operation: OpenAPIOperation, given: Record<string, string | undefined>): Record<string, string> {
  return Object.fromEntries(
    operation.parameters
      .filter(({ name, in: place }) => place === 'header' && given[name] !== undefined)
      // What no client could send is no test of a server.
      .map(({ name }) => [name, given[name]!.replaceAll(/[^\u{20}-\u{7e}\u{80}-\u{ff}]/gu, '?')]),
  );
}
