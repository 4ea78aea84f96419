import { isAnswering, loadPatiently } from '@posthouse/components';
import { type ComponentType, lazy } from 'react';

/** A view that is loaded when it is needed; if the app is away just then, it waits for it. */
export function lazyView(load: () => Promise<{ default: ComponentType }>): ReturnType<typeof lazy<ComponentType>> {
  const isThere = (): Promise<boolean> => isAnswering(new URL('.', document.baseURI).href);
  return lazy(() => loadPatiently(load, { isThere }));
}
