const STORED = 'posthouse-token';

/**
 * The token of the address (`#token=…`), or the one it had before. It is taken out of the address at once, where it could
 * be seen and copied by accident, and kept for this tab only, so that a reload finds it.
 */
export function takeToken(): string | undefined {
  const { token, rest } = splitFragment(location.hash);
  if (token !== undefined) {
    keepToken(token);
    history.replaceState(null, '', `${location.pathname}${location.search}${rest}`);
  }
  return token ?? sessionStorage.getItem(STORED) ?? undefined;
}

/** Keeps a token for this tab, or forgets it. */
export function keepToken(token: string | undefined): void {
  if (token === undefined) sessionStorage.removeItem(STORED);
  else sessionStorage.setItem(STORED, token);
}

/**
 * Parts a fragment into the token and what else it says, which may be a place in the studio.
 *
 * @example splitFragment('#token=abc') // { token: 'abc', rest: '' }
 * @example splitFragment('#/tasks?token=abc&at=3') // { token: 'abc', rest: '#/tasks?at=3' }
 */
export function splitFragment(fragment: string): { token: string | undefined; rest: string } {
  const text = fragment.replace(/^#/, '');
  const cut = text.indexOf('?');
  const path = text.startsWith('/') ? text.slice(0, cut === -1 ? text.length : cut) : '';
  const query = new URLSearchParams(path === '' ? text : cut === -1 ? '' : text.slice(cut + 1));
  const token = query.get('token') ?? undefined;
  query.delete('token');
  const left = query.toString();
  if (path === '') return { token, rest: '' };
  return { token, rest: left === '' ? `#${path}` : `#${path}?${left}` };
}
