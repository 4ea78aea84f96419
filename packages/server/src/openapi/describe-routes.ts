import type { JSONValue, WireCodec, Wired } from '@posthouse/protocol';
import type { z } from 'zod';
import type { DocumentedRoute, RouteAnswer, RouteBody, Tag } from './documented-route.ts';

/** What a body or an answer is: a codec of the protocol, or a schema for what stands on the wire as it is in our hands. */
type Shape = WireCodec<z.ZodType> | z.ZodType;
type ValueOf<What> = What extends z.ZodType ? z.infer<What> : Wired<What>;

/** A body that can be read by what it is described with. */
export type ReadableBody<Value> = RouteBody & { parse: (input: unknown) => Value };
type BodyOf<What> = What extends z.ZodType ? RouteBody : ReadableBody<Wired<What>>;

/** An answer that can be written by what it is described with. */
export type WritableAnswers<Value> = { 200: RouteAnswer & { emit: (value: Value) => unknown } };

/** A route that does not know yet what its group calls it. */
export type UnnamedRoute<Path = string, Body = RouteBody | undefined, Answers = DocumentedRoute['answers']> = Omit<
  DocumentedRoute,
  'operation' | 'tag' | 'path' | 'body' | 'answers'
> & { tag?: Tag; path: Path; body: Body; answers: Answers };

type Facts<Body, Answers> = Omit<UnnamedRoute<string, Body, Answers>, 'method' | 'path' | 'access' | 'body'> & {
  body?: Body;
};

function describe(method: DocumentedRoute['method']) {
  return <
    Path extends string,
    Answers extends DocumentedRoute['answers'],
    Body extends RouteBody | undefined = undefined,
  >(
    path: Path,
    access: DocumentedRoute['access'],
    facts: Facts<Body, Answers>,
  ): UnnamedRoute<Path, Body, Answers> => ({ method, path, access, ...facts, body: facts.body as Body });
}

/** Routes by method. Parameters of the path stand in braces: `/tasks/{task_id}`. */
export const get = describe('get');
export const post = describe('post');
export const patch = describe('patch');
export const remove = describe('delete');

/**
 * Routes by the names of their operations. The app is made from the same values, so a route is what it is said to be.
 *
 * @example
 * const serverRoutes = describeRoutes('server', { whoami: get('/whoami', 'user', { summary, answers }) });
 * on(serverRoutes.whoami, (c) => c.get('caller'));
 */
export function describeRoutes<Routes extends Record<string, UnnamedRoute>>(
  tag: Tag,
  routes: Routes,
): { [Name in keyof Routes]: Routes[Name] & { operation: string; tag: Tag } } {
  const named = Object.entries(routes).map(([operation, route]) => [operation, { operation, tag, ...route }]);
  return Object.fromEntries(named) as { [Name in keyof Routes]: Routes[Name] & { operation: string; tag: Tag } };
}

/** The JSON body of a request; one that a codec describes can be read with `readBody`. */
export function takes<What extends Shape>(
  what: What,
  example: JSONValue,
  more: Pick<RouteBody, 'keys' | 'optional'> = {},
): BodyOf<What> {
  const parse = isCodec(what) && { parse: (input: unknown) => what.parse(input).value };
  return { schema: schemaOf(what), example, ...more, ...parse } as BodyOf<What>;
}

/** A JSON answer with status 200. */
export function gives<What extends Shape>(
  description: string,
  what: What,
  example: JSONValue,
): WritableAnswers<ValueOf<What>> {
  const emit = (value: ValueOf<What>): unknown => (isCodec(what) ? what.emitTrusted(value) : value);
  return { 200: { description, schema: schemaOf(what), example, emit } };
}

/** An event stream with status 200: some of its frames, and what their data is when they are not frames of MAIL. */
export function streams(description: string, frames: string, frameSchema?: z.ZodType): { 200: RouteAnswer } {
  return { 200: { description, frames, frameSchema } };
}

const isCodec = (what: Shape): what is WireCodec<z.ZodType> => 'emitTrusted' in what;
const schemaOf = (what: Shape): z.ZodType => (isCodec(what) ? what.schema : what);
