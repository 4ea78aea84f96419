import { useSyncExternalStore } from 'react';

const WIDE = '(min-width: 64rem)';

/** Whether there is room for two things side by side. */
export function useWide(): boolean {
  return useSyncExternalStore(
    (listener) => {
      const query = matchMedia(WIDE);
      query.addEventListener('change', listener);
      return () => query.removeEventListener('change', listener);
    },
    () => matchMedia(WIDE).matches,
  );
}
