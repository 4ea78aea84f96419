/** How long a node may be silent before others take over its tasks. */
export const LEASE_MILLISECONDS = 15_000;

/** Whether a node that was last heard of at `beat` still holds its tasks. */
export function isLiving(beat: number | undefined, now: number): boolean {
  return beat !== undefined && beat >= now - LEASE_MILLISECONDS;
}
