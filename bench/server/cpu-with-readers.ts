import type { Child, Usage } from './child.ts';
import { StreamReaders } from './stream-readers.ts';
import type { Address } from './throughput.ts';

/** How many readers a stream has while its cost is measured. */
export const READERS = 300;

/** What a process spends on some work while many read one of its streams, in microseconds. */
export async function cpuWithReaders(
  child: Child,
  address: Address,
  path: string,
  work: () => Promise<void>,
): Promise<number> {
  using readers = await StreamReaders.open(
    address,
    Array.from({ length: READERS }, () => path),
  );
  await readers.quiet();
  return await cpuOf(child, async () => {
    await work();
    await readers.quiet();
  });
}

/** What a process spends on some work, in microseconds. */
export async function cpuOf(child: Child, work: () => Promise<void>): Promise<number> {
  const before = await child.ask<Usage>('usage');
  await work();
  const after = await child.ask<Usage>('usage');
  return after.cpuMicroseconds - before.cpuMicroseconds - before.gcMicroseconds;
}
