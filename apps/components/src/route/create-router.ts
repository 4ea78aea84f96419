import { type Place, toFragment, toPlace } from './place.ts';
import { goToFragment, useFragment } from './use-fragment.ts';

/** Where to go: a view, and as much else of a place as there is to say. */
export type Destination<View extends string> = { view: View } & Partial<Place<View>>;

export type Router<View extends string> = {
  /** Reads the fragment of an address. Whatever is not a place leads to the first of the views. */
  toRoute: (fragment: string) => Place<View>;
  /** The fragment that leads to a place. */
  toFragment: (to: Destination<View>) => string;
  /** Where the reader is. */
  useRoute: () => Place<View>;
  /** Leads the reader somewhere. `replace` leaves no trace in the history of the tab. */
  go: (to: Destination<View>, options?: { replace?: boolean }) => void;
};

/**
 * The places of a page, kept in the fragment of its address.
 *
 * @example
 * const { toFragment } = createRouter(['chat', 'tasks']);
 * toFragment({ view: 'tasks', path: ['home', 't-1'], query: { at: '7' } }); // '#/tasks/home/t-1?at=7'
 */
export function createRouter<View extends string>(views: readonly [View, ...(readonly View[])]): Router<View> {
  const toRoute = (fragment: string): Place<View> => toPlace(fragment, views);
  return {
    toRoute,
    toFragment,
    useRoute: () => toRoute(useFragment()),
    go: (to, options) => goToFragment(toFragment(to), options),
  };
}
