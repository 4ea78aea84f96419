export const VIEWS = ['chat', 'tasks', 'inbox', 'swarms', 'peers', 'usage', 'manual'] as const;
export type View = (typeof VIEWS)[number];

/** A place in the studio: a view, what of it, and how it is looked at. */
export type Route = { view: View; path: string[]; query: Record<string, string> };

/**
 * Reads the fragment of an address. Whatever is not a place leads to the chat.
 *
 * @example toRoute('#/tasks/desk/t-1?at=7') // { view: 'tasks', path: ['desk', 't-1'], query: { at: '7' } }
 */
export function toRoute(fragment: string): Route {
  const [path = '', query = ''] = fragment.replace(/^#\/?/, '').split('?', 2);
  const [view, ...rest] = path.split('/').map(decode);
  const known = VIEWS.find((each) => each === view);
  if (known === undefined) return { view: 'chat', path: [], query: {} };
  return {
    view: known,
    path: rest.filter((part) => part !== ''),
    query: Object.fromEntries(new URLSearchParams(query)),
  };
}

/** The fragment that leads to a place. */
export function toFragment({ view, path = [], query = {} }: { view: View } & Partial<Route>): string {
  const words = new URLSearchParams(query).toString();
  const place = [view, ...path.map(encodeURIComponent)].join('/');
  return `#/${place}${words === '' ? '' : `?${words}`}`;
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
