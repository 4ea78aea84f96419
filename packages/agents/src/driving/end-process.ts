import type { ChildProcess } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { descendantsOf, isRunning, readAll, readStat } from './process-table.ts';

const LOOK_AGAIN_MS = 10;

/** A killed process that the system does not let go of is not worth waiting for. */
const MAX_LOOKS = 500;

export interface EndProcessOptions {
  /** How long it may take to end by itself after it was asked to; a second unless given. */
  readonly graceMs?: number | undefined;
  /**
   * Whether it was started with `detached` and so leads a group of its own. The group can be ended as a whole: what is
   * started between our looking and our signal would otherwise be nobody's.
   */
  readonly leadsGroup?: boolean | undefined;
}

/**
 * Ends a process and everything it has started: asks, waits, then kills. Resolves when the process is gone. Programs
 * that agents start often sit in sessions of their own, where signals to the group of their parent do not reach them.
 */
export async function endProcess(child: ChildProcess, options: EndProcessOptions = {}): Promise<void> {
  const { graceMs = 1_000, leadsGroup = false } = options;
  const { pid } = child;
  if (pid === undefined) return;
  const family = hasExited(child) ? [] : familyOf(pid);
  const whom = leadsGroup ? -pid : pid;
  if (leadsGroup || !hasExited(child)) signal(whom, 'SIGTERM');
  const deadline = performance.now() + graceMs;
  // Looked at instead of listened to, because packages that own a process may remove the listeners of others.
  while (!hasExited(child) && performance.now() < deadline) await sleep(LOOK_AGAIN_MS);
  // Once more, for those that were started while we waited. Orphans have another parent by now, hence the first list.
  if (!hasExited(child)) family.push(...familyOf(pid));
  if (leadsGroup) family.push(...groupOf(pid));
  for (const each of family.filter(isSame)) signal(each.pid, 'SIGKILL');
  if (leadsGroup || !hasExited(child)) signal(whom, 'SIGKILL');
  while (!hasExited(child)) await sleep(LOOK_AGAIN_MS);
  for (let looks = 0; looks < MAX_LOOKS && family.some((each) => isSame(each) && isRunning(each.pid)); looks += 1) {
    await sleep(LOOK_AGAIN_MS);
  }
}

/** A process, and when it was started: ids are given again to others. */
interface Relative {
  readonly pid: number;
  readonly startedAt: string | undefined;
}

function familyOf(pid: number): Relative[] {
  return descendantsOf(pid).map(toRelative);
}

function groupOf(leader: number): Relative[] {
  return readAll()
    .filter(({ group }) => group === leader)
    .map(({ pid }) => toRelative(pid));
}

function toRelative(pid: number): Relative {
  return { pid, startedAt: readStat(String(pid))?.startedAt };
}

function isSame({ pid, startedAt }: Relative): boolean {
  return startedAt !== undefined && readStat(String(pid))?.startedAt === startedAt;
}

function hasExited(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null;
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    // It is gone already, which is what the signal is for.
  }
}
