import { PosthouseError } from '@posthouse/protocol';
import type { NotFoundHandler } from 'hono';
import { allowedMethods, type KnownRoute } from './allowed-methods.ts';
import type { AppEnv } from '../edge/app-env.ts';

/** What no route answers: the path is unknown, or it is known by another method. */
export function answerUnmatched(routes: () => readonly KnownRoute[]): NotFoundHandler<AppEnv> {
  return (c) => {
    const methods = allowedMethods(routes(), c.req.path);
    if (methods.length === 0) throw new PosthouseError({ code: 'not_found', message: 'Not Found' });
    c.header('Allow', methods.join(', '));
    throw new PosthouseError({ code: 'method_not_allowed', message: 'Method Not Allowed' });
  };
}
