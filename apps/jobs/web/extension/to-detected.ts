import type { Detected } from '../src/platform/platform.ts';
import type { PageState } from './page-watcher.ts';

const known = new WeakMap<PageState, Detected>();

/** What there is to talk about; the same object for the same state. */
export function toDetected(state: PageState): Detected | undefined {
  if (state.kind !== 'found') return undefined;
  const detected = known.get(state) ?? { ...state.chosen, savedAs: state.savedAs };
  known.set(state, detected);
  return detected;
}
