import { goToFragment, useFragment } from '@posthouse/components';
import { type Route, toFragment, toRoute, type View } from './route.ts';

/** Where the reader is. */
export function useRoute(): Route {
  return toRoute(useFragment());
}

/** Leads the reader somewhere. `replace` leaves no trace in the history of the tab. */
export function go(to: { view: View } & Partial<Route>, options: { replace?: boolean } = {}): void {
  goToFragment(toFragment(to), options);
}
