import { splitFragment } from '@posthouse/components';

const STORED = 'posthouse-token';

/**
 * The token of the address (`#token=…`), or the one it had before. It is taken out of the address at once, where it could
 * be seen and copied by accident, and kept for this tab only, so that a reload finds it.
 */
export function takeToken(): string | undefined {
  const { taken, rest } = splitFragment(location.hash, ['token']);
  const { token } = taken;
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
