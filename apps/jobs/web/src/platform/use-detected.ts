import { useSyncExternalStore } from 'react';
import { type Detected, usePlatform } from './platform.ts';

const NOBODY = (): (() => void) => () => undefined;

/** The posting on the page beside ours, where there is such a page. */
export function useDetected(): Detected | undefined {
  const { detector } = usePlatform();
  return useSyncExternalStore(detector?.subscribe ?? NOBODY, () => detector?.read());
}
