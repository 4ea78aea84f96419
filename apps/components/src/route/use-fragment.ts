import { useSyncExternalStore } from 'react';

const subscribe = (listener: () => void): (() => void) => {
  addEventListener('hashchange', listener);
  return () => removeEventListener('hashchange', listener);
};

/** The fragment of the address, which says where in the page the reader is. */
export function useFragment(): string {
  return useSyncExternalStore(subscribe, () => location.hash);
}

/** Leads the reader somewhere. `replace` leaves no trace in the history of the tab. */
export function goToFragment(fragment: string, { replace = false }: { replace?: boolean } = {}): void {
  if (fragment === location.hash) return;
  if (!replace) {
    location.hash = fragment;
    return;
  }
  history.replaceState(null, '', fragment);
  dispatchEvent(new HashChangeEvent('hashchange'));
}
