import { useSyncExternalStore } from 'react';
import { type Route, toFragment, toRoute, type View } from './route.ts';

const subscribe = (listener: () => void): (() => void) => {
  addEventListener('hashchange', listener);
  return () => removeEventListener('hashchange', listener);
};

/** Where the reader is. */
export function useRoute(): Route {
  return toRoute(useSyncExternalStore(subscribe, () => location.hash));
}

/** Leads the reader somewhere. `replace` leaves no trace in the history of the tab. */
export function go(to: { view: View } & Partial<Route>, { replace = false }: { replace?: boolean } = {}): void {
  const fragment = toFragment(to);
  if (fragment === location.hash) return;
  if (!replace) {
    location.hash = fragment;
    return;
  }
  history.replaceState(null, '', fragment);
  dispatchEvent(new HashChangeEvent('hashchange'));
}
