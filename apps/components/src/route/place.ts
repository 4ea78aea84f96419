/** A place in a page: a view, what of it, and how it is looked at. */
export type Place<View extends string> = { view: View; path: string[]; query: Record<string, string> };

/**
 * Reads the fragment of an address. Whatever is not a place leads to the first of the views.
 *
 * @example toPlace('#/tasks/desk/t-1?at=7', ['chat', 'tasks']) // { view: 'tasks', path: ['desk', 't-1'], query: { at: '7' } }
 */
export function toPlace<View extends string>(
  fragment: string,
  views: readonly [View, ...(readonly View[])],
): Place<View> {
  const [path = '', query = ''] = fragment.replace(/^#\/?/, '').split('?', 2);
  const [view, ...rest] = path.split('/').map(decode);
  const known = views.find((each) => each === view);
  if (known === undefined) return { view: views[0], path: [], query: {} };
  return {
    view: known,
    path: rest.filter((part) => part !== ''),
    query: Object.fromEntries(new URLSearchParams(query)),
  };
}

/** The fragment that leads to a place. */
export function toFragment({ view, path = [], query = {} }: { view: string } & Partial<Place<string>>): string {
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
