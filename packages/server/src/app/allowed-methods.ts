/** A route of the app: `/tasks/:task_id` and the like. */
export type KnownRoute = { method: string; path: string };

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
