import { isAnswering, loadWhenReachable } from '@posthouse/components';
import { type ComponentType, lazy, type LazyExoticComponent } from 'react';

/** A view, or a part of one, that is loaded when it is needed; if the app is away just then, it waits for it. */
export function lazyView<Props extends object = object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
): LazyExoticComponent<ComponentType<Props>> {
  const isThere = (): Promise<boolean> => isAnswering(new URL('.', document.baseURI).href);
  return lazy(() => loadWhenReachable(load, { isThere }));
}
