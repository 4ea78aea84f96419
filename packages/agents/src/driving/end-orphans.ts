import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { isGone, OWNER_VARIABLE } from './process-owner.ts';

const LOOK_AGAIN_MS = 10;

/** What the system does not let go of within five seconds is not worth waiting for. */
const MAX_LOOKS = 500;

/**
 * Ends the processes of agent programs whose owner on this machine is gone, with everything they have started. Usually
 * their guard has done so; it may have been killed as well.
 */
export async function endOrphans(): Promise<void> {
  for (let looks = 0; looks < MAX_LOOKS; looks += 1) {
    const orphans = findOrphans();
    if (orphans.length === 0) return;
    for (const pid of orphans) {
      try {
        process.kill(pid, 'SIGKILL');
      } catch {
        // It is gone already.
      }
    }
    await sleep(LOOK_AGAIN_MS);
  }
}

function findOrphans(): number[] {
  if (process.platform !== 'linux') return [];
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && isOrphan(name))
    .map(Number);
}

function isOrphan(pid: string): boolean {
  const mark = readMark(pid);
  return mark !== undefined && isGone(mark);
}

function readMark(pid: string): string | undefined {
  try {
    const variables = readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0');
    return variables.find((entry) => entry.startsWith(`${OWNER_VARIABLE}=`))?.slice(OWNER_VARIABLE.length + 1);
  } catch {
    // It is gone, or somebody else's.
    return undefined;
  }
}
