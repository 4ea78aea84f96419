/**
 * The swarm that an address names, if any. Unlike parsing, it never throws: logs contain what peers wrote, and one
 * odd address must not keep the rest from being read.
 */
export function swarmOf(address: string): string | undefined {
  const at = address.indexOf('@');
  const swarm = at < 0 ? '' : address.slice(at + 1).trim();
  return swarm === '' ? undefined : swarm;
}
