import { readdirSync, readlinkSync } from 'node:fs';

/** The processes that work in a folder, or did when it was removed; the way to find what nobody knows the id of. */
export function processesIn(folder: string): number[] {
  if (process.platform !== 'linux') return [];
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((name) => {
      try {
        return readlinkSync(`/proc/${name}/cwd`).startsWith(folder);
      } catch {
        // Gone in the meantime, or nobody's business.
        return false;
      }
    })
    .map(Number);
}
