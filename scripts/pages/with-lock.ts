import { mkdir, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

export type LockOptions = {
  /** How long to wait before looking again. */
  everyMs?: number;
  /** After how long a lock counts as left behind by somebody who was killed. */
  staleMs?: number;
};

/** Does something while nobody else does, in this process or in another one. The folder is there for as long as it takes. */
export async function withLock<Result>(
  folder: string,
  work: () => Result | Promise<Result>,
  { everyMs = 100, staleMs = 300_000 }: LockOptions = {},
): Promise<Result> {
  await mkdir(dirname(folder), { recursive: true });
  while (!(await take(folder))) {
    const since = await stat(folder).then(
      ({ mtimeMs }) => mtimeMs,
      () => Date.now(),
    );
    if (Date.now() - since > staleMs) await rm(folder, { recursive: true, force: true });
    else await sleep(everyMs);
  }
  try {
    return await work();
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function take(folder: string): Promise<boolean> {
  try {
    await mkdir(folder);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}
