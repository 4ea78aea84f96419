import { PosthouseError } from '@posthouse/protocol';
import type { Context, Hono, MiddlewareHandler } from 'hono';
import type { ReadableBody, UnnamedRoute } from '../openapi/describe-routes.ts';
import type { RouteAnswer } from '../openapi/documented-route.ts';
import type { AppEnv } from '../edge/app-env.ts';
import { readJSON } from './read-json.ts';
import type { Gate } from './require-role.ts';

/** OpenAPI writes `{id}` where Hono writes `:id`. */
type HonoPath<Path extends string> = Path extends `${infer Before}{${infer Name}}${infer After}`
  ? `${Before}:${Name}${HonoPath<After>}`
  : Path;

/** A route whose answer, if it is JSON, is written from a value. */
type Writable<Path, Value> = UnnamedRoute<Path, unknown, { 200: RouteAnswer & { emit?: (value: Value) => unknown } }>;

/** Adds a route as it is described. A handler returns what the answer is made from, or a response of its own. */
export type AddRoute = <Path extends string, Value = never>(
  route: Writable<Path, Value>,
  handle: (c: Context<AppEnv, HonoPath<Path>>) => Response | NoInfer<Value> | Promise<Response | NoInfer<Value>>,
) => void;

/** Makes what adds routes to an app. */
export function routeAdder(app: Hono<AppEnv>, gate: Gate, { debug }: { debug: boolean }): AddRoute {
  const refuse: MiddlewareHandler<AppEnv> = () => {
    throw new PosthouseError({ code: 'not_found', message: 'Not found' });
  };
  return ({ method, path, access, answers, debug: isForDebugging }, handle) => {
    const guards = [...(isForDebugging && !debug ? [refuse] : []), ...(access === 'public' ? [] : [gate[access]])];
    const { emit } = answers[200];
    app.on(method.toUpperCase(), [path.replaceAll(/\{(\w+)\}/g, ':$1')], ...guards, async (c) => {
      const given = await handle(c as never);
      return given instanceof Response ? given : c.json(emit!(given) as object);
    });
  };
}

/** The body of a request as its route describes it. */
export async function readBody<Value>(c: Context<AppEnv>, { body }: { body: ReadableBody<Value> }): Promise<Value> {
  return body.parse(await readJSON(c));
}
