import { hostname } from 'node:os';
import { newId } from '@posthouse/protocol';
import type { Store } from '@posthouse/store';

/** A name for this process among those on a store. It tells the machine and the process, so that neighbours can look. */
export function newNode(): string {
  return `${hostname()}/${process.pid}/${newId()}`;
}

/**
 * Ends the leases of processes of this machine that are gone, so that nobody has to wait for them to run out. A wrong
 * guess does no harm: whoever still lives is fenced off like after any other takeover.
 */
export async function buryDeadNodes(store: Pick<Store, 'nodes' | 'leave'>): Promise<void> {
  for (const node of await store.nodes()) if (isDead(node)) await store.leave(node);
}

function isDead(node: string): boolean {
  const [host, pid] = node.split('/');
  return host === hostname() && /^[1-9]\d*$/.test(pid ?? '') && !isRunning(Number(pid));
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM: there is such a process, and it is somebody else's.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
