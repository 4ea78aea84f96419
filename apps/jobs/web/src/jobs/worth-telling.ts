import { Refusal } from '@posthouse/components';

/**
 * A failure that a view has to tell of. That the app cannot be reached is said above every view already; it matters here
 * only where there is nothing to show.
 */
export function worthTelling(failure: Error | undefined, isShown: boolean): Error | undefined {
  return isShown && !(failure instanceof Refusal) ? undefined : failure;
}
