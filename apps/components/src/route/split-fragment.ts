/**
 * Parts a fragment into secrets that it hands over and what else it says, which may be a place in the page.
 *
 * @example splitFragment('#token=abc', ['token']) // { taken: { token: 'abc' }, rest: '' }
 * @example splitFragment('#/tasks?token=abc&at=3', ['token']) // { taken: { token: 'abc' }, rest: '#/tasks?at=3' }
 */
export function splitFragment<Name extends string>(
  fragment: string,
  names: readonly Name[],
): { taken: Partial<Record<Name, string>>; rest: string } {
  const text = fragment.replace(/^#/, '');
  const cut = text.indexOf('?');
  const path = text.startsWith('/') ? text.slice(0, cut === -1 ? text.length : cut) : '';
  const query = new URLSearchParams(path === '' ? text : cut === -1 ? '' : text.slice(cut + 1));
  const taken: Partial<Record<Name, string>> = {};
  for (const name of names) {
    const value = query.get(name);
    if (value !== null) taken[name] = value;
    query.delete(name);
  }
  const left = query.toString();
  if (path === '') return { taken, rest: '' };
  return { taken, rest: left === '' ? `#${path}` : `#${path}?${left}` };
}
