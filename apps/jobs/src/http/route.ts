import type { Context } from 'hono';
import type { z } from 'zod';
import type { Language } from '../errors/language.ts';
import type { ProblemName } from '../errors/problems.ts';
import type { OwnerServices } from '../services/services.ts';

export type Method = 'get' | 'post' | 'put' | 'patch' | 'delete';

/** An answer as the description of the API shows it. */
export type RouteAnswer = {
  description: string;
  /** Of the JSON body; other bodies name their media type. */
  schema?: z.ZodType;
  type?: string;
};

/** What a request says, checked. */
export type RouteRequest<Params, Query, Body> = {
  c: Context;
  language: Language;
  params: Params;
  query: Query;
  body: Body;
};

type RouteShape<Params extends z.ZodObject, Query extends z.ZodObject, Body extends z.ZodType> = {
  method: Method;
  /** As the router wants it: `/jobs/:id{[0-9]+}`. */
  path: string;
  /** The name of the operation, for programs that make clients from the description. */
  operation: string;
  tag: string;
  summary: string;
  params?: Params;
  query?: Query;
  body?: Body;
  /** A body that may also be sent as a form with a file; the handler reads that itself. */
  takesForm?: true;
  /** Largest body, where it is less than everywhere. */
  maxBytes?: number;
  answers: Record<number, RouteAnswer>;
  /** What else can go wrong, beside what can go wrong everywhere. */
  problems?: ProblemName[];
};

type Answer = Response | Promise<Response>;

/** A route as the app registers it and as the description of the API shows it. */
export type Route = RouteShape<z.ZodObject, z.ZodObject, z.ZodType> &
  (
    | { access: 'public'; handle: (request: RouteRequest<never, never, never>) => Answer }
    | { access: 'owner'; handle: (request: RouteRequest<never, never, never>, services: OwnerServices) => Answer }
  );

type Nothing = z.ZodObject<Record<never, never>>;

/** A route that everybody may use. */
export function publicRoute<
  Params extends z.ZodObject = Nothing,
  Query extends z.ZodObject = Nothing,
  Body extends z.ZodType = z.ZodUndefined,
>(
  shape: RouteShape<Params, Query, Body> & {
    handle: (request: RouteRequest<z.output<Params>, z.output<Query>, z.output<Body>>) => Answer;
  },
): Route {
  return { ...shape, access: 'public' } as unknown as Route;
}

/** A route that works on what belongs to the owner of a token. */
export function ownerRoute<
  Params extends z.ZodObject = Nothing,
  Query extends z.ZodObject = Nothing,
  Body extends z.ZodType = z.ZodUndefined,
>(
  shape: RouteShape<Params, Query, Body> & {
    handle: (
      request: RouteRequest<z.output<Params>, z.output<Query>, z.output<Body>>,
      services: OwnerServices,
    ) => Answer;
  },
): Route {
  return { ...shape, access: 'owner' } as unknown as Route;
}
