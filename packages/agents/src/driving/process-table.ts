import { readdirSync, readFileSync } from 'node:fs';

/** Whether there is a process of that id that still does something; one that nobody has buried yet does not. */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
  return process.platform !== 'linux' || !['Z', 'X', undefined].includes(readStat(String(pid))?.state);
}

/** All processes below this one, where the system tells. */
export function descendantsOf(pid: number): number[] {
  const parents = new Map<number, number[]>();
  for (const { pid: child, parent } of readAll()) parents.set(parent, [...(parents.get(parent) ?? []), child]);
  const found: number[] = [];
  for (let next = parents.get(pid) ?? []; next.length > 0; next = next.flatMap((each) => parents.get(each) ?? [])) {
    found.push(...next);
  }
  return found;
}

/** What Linux says of a process. */
export interface Stat {
  readonly pid: number;
  readonly state: string;
  readonly parent: number;
  readonly group: number;
  readonly startedAt: string | undefined;
}

/** Every process, where the system tells. */
export function readAll(): Stat[] {
  if (process.platform !== 'linux') return [];
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => readStat(name) ?? []);
}

export function readStat(pid: string): Stat | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name of the program is in parentheses and may contain anything; the fields we want follow it.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const [state = '', parent, group] = fields;
    return { pid: Number(pid), state, parent: Number(parent), group: Number(group), startedAt: fields[19] };
  } catch {
    return undefined;
  }
}
