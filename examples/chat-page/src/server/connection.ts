/** How the page reaches its server, and as whom. */
export type Connection = { api: string; token: string };

const STORED = 'posthouse-token';

/**
 * The token of the address (`#token=…`), or the one it had before. It is taken out of the address at once, where it could
 * be seen and copied by accident, and kept for this tab only, so that a reload finds it.
 */
export function takeToken(): string | undefined {
  const fragment = new URLSearchParams(location.hash.slice(1));
  const token = fragment.get('token');
  if (token !== null) {
    keepToken(token);
    fragment.delete('token');
    history.replaceState(null, '', `${location.pathname}${location.search}`);
  }
  return token ?? sessionStorage.getItem(STORED) ?? undefined;
}

/** Keeps a token for this tab. */
export function keepToken(token: string): void {
  sessionStorage.setItem(STORED, token);
}
