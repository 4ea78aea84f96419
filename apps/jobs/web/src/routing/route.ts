import { type Place, toFragment as toFragmentOf, toPlace } from '@posthouse/components';

const VIEWS = ['chat', 'jobs', 'resumes', 'tailor', 'analytics'] as const;
export type View = (typeof VIEWS)[number];

/** A place in the page: a view, what of it, and how it is looked at. */
export type Route = Place<View>;

/** Reads the fragment of an address. Whatever is not a place leads to the chat. */
export function toRoute(fragment: string): Route {
  return toPlace(fragment, VIEWS);
}

/**
 * The fragment that leads to a place.
 *
 * @example toFragment({ view: 'jobs', path: ['12'] }) // '#/jobs/12'
 * @example toFragment({ view: 'chat', query: { job: '12' } }) // '#/chat?job=12'
 */
export function toFragment(place: { view: View } & Partial<Route>): string {
  return toFragmentOf(place);
}
