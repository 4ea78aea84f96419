import type { HTTPServer } from '../edge/http-server.ts';
import type { ServedSwarms } from '../served-swarms.ts';

/** For the last bytes to leave, once nothing is worked on any more. */
const FAREWELL_MS = 3_000;

/**
 * Lets those who wait have their answers, in half of the time; then stops the work, which ends the streams, so that their
 * readers go on elsewhere; and sees that what was said last gets through.
 */
export async function drain(http: HTTPServer, served: ServedSwarms, drainMs: number): Promise<void> {
  const end = Date.now() + drainMs;
  http.stopAccepting();
  served.federation.line.open();
  await http.answered(drainMs / 2);
  await served.drain(Math.max(0, end - Date.now()));
  await http.finished(FAREWELL_MS);
}
