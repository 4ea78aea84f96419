import { type Place, toFragment as toFragmentOf, toPlace } from '@posthouse/components';

const VIEWS = ['chat', 'tasks', 'inbox', 'swarms', 'peers', 'usage', 'manual'] as const;
export type View = (typeof VIEWS)[number];

/** A place in the studio: a view, what of it, and how it is looked at. */
export type Route = Place<View>;

/** Reads the fragment of an address. Whatever is not a place leads to the chat. */
export function toRoute(fragment: string): Route {
  return toPlace(fragment, VIEWS);
}

/**
 * The fragment that leads to a place.
 *
 * @example toFragment({ view: 'tasks', path: ['desk', 't-1'], query: { at: '7' } }) // '#/tasks/desk/t-1?at=7'
 */
export function toFragment(place: { view: View } & Partial<Route>): string {
  return toFragmentOf(place);
}
