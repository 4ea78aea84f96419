/**
 * A process for tests, one of several that open the same new databases: `node opener.ts <milliseconds since 1970> <url>…`. It opens the
 * first one at the given time and each further one a moment after the last, to the millisecond, because the danger is over as fast.
 */
import { openStore } from '../../open-store.ts';

const MOMENT_MILLISECONDS = 40;

const [start = '', ...urls] = process.argv.slice(2);
for (const [index, url] of urls.entries()) {
  while (Date.now() < Number(start) + index * MOMENT_MILLISECONDS);
  await using _ = await openStore(url);
}
