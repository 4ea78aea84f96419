import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { isRunning } from '../../../packages/agents/src/driving/process-table.ts';

/**
 * The processes that belong to a host: they work in its folder, or were started with a home in it, as everything is
 * that an agent program starts. The way to find what nobody knows the id of.
 */
export function processesOf(folder: string): { pid: number; command: string }[] {
  if (process.platform !== 'linux') return [];
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    .filter((name) => {
      return read(() => readlinkSync(`/proc/${name}/cwd`)).startsWith(folder) || environmentOf(name).includes(folder);
    })
    .map((name) => ({
      pid: Number(name),
      command: read(() => readFileSync(`/proc/${name}/cmdline`, 'utf8')).replaceAll('\0', ' '),
    }))
    .filter(({ pid }) => isRunning(pid));
}

function environmentOf(pid: string): string {
  return read(() => readFileSync(`/proc/${pid}/environ`, 'utf8'));
}

/** A process that is gone in the meantime, or that is nobody's business, has nothing to tell. */
function read(look: () => string): string {
  try {
    return look();
  } catch {
    return '';
  }
}
