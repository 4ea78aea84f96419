import type { Detected } from '../src/platform/platform.ts';
import type { Sight } from './page-watcher.ts';

const known = new WeakMap<Sight, Detected>();

/** What there is to talk about; the same object for the same sight. */
export function toDetected(sight: Sight): Detected | undefined {
  if (sight.kind !== 'found') return undefined;
  const detected = known.get(sight) ?? { ...sight.chosen, savedAs: sight.savedAs };
  known.set(sight, detected);
  return detected;
}
