import { PosthouseError } from '@posthouse/protocol';
import type { NotFoundHandler } from 'hono';
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

/** A route of the app: `/tasks/:task_id` and the like. */
type KnownRoute = { method: string; path: string };

/** The methods that a path has; none when nothing is there. */
export function allowedMethods(routes: readonly KnownRoute[], path: string): string[] {
  const matching = routes.filter((route) => route.method !== 'ALL' && matches(route.path, path));
  return [...new Set(matching.map((route) => route.method))];
}

function matches(pattern: string, path: string): boolean {
  const wanted = pattern.split('/');
  const given = path.split('/');
  if (wanted.length !== given.length) return false;
  return wanted.every((part, index) => (part.startsWith(':') ? given[index] !== '' : part === given[index]));
}
