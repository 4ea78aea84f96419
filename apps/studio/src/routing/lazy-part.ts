import { isAnswering, loadWhenReachable } from '@posthouse/components';
import { type ComponentType, lazy, type LazyExoticComponent } from 'react';
import { BASE } from '../server/base.ts';

/** A part of the page that is loaded when it is needed first, and waited for while the server is away. */
export function lazyPart<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
): LazyExoticComponent<ComponentType<Props>> {
  return lazy(() => loadWhenReachable(load, { isThere: () => isAnswering(`${BASE}/health/live`) }));
}
