import { readlinkSync } from 'node:fs';
import { readStat } from './process-table.ts';

/** Every process of an agent program inherits this variable, and so do the commands it starts, in whatever session or group. */
export const OWNER_VARIABLE = 'POSTHOUSE_RUNTIME_OF';

/**
 * This process as others find it in the environment of what it has started; undefined where the system does not show that.
 * A number alone would not do: numbers are given again, and each container counts its own. It ends with a slash, so that no
 * mark is the beginning of another one.
 */
export function ownMark(): string | undefined {
  const startedAt = readStat('self')?.startedAt;
  const space = ownSpace();
  return startedAt === undefined || space === undefined ? undefined : `${space}/${process.pid}/${startedAt}/`;
}

/** Whether a process that is named by a mark is gone. Nobody can tell of a process in another container. */
export function isGone(mark: string): boolean {
  const [space, pid = '', startedAt] = mark.split('/');
  if (space !== ownSpace()) return false;
  const found = readStat(pid);
  return found?.startedAt !== startedAt || found?.state === 'Z' || found?.state === 'X';
}

/** Which processes see each other. */
function ownSpace(): string | undefined {
  try {
    return readlinkSync('/proc/self/ns/pid');
  } catch {
    return undefined;
  }
}
