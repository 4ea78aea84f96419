import type { Context } from 'hono';
import type { AppEnv } from '../edge/app-env.ts';
import { hostOf, isLoopback } from '../edge/loopback.ts';

/** A server that passes requests on says so, and then the one who asks is not the one whose address we see. */
const FORWARDED = ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip', 'via'];

const FOREIGN = ['cross-site', 'same-site'];

/** MAIL's own pages send this for everybody, and count on `/ui` not to read it. */
const PLACEHOLDER = 'Bearer user:default';

/**
 * Whether a request to `/ui` says nothing of its caller and comes from this machine, and not from a page of somebody else that
 * is open in a browser here. Pages tell where they are from as `Origin`; a picture or a link does not, but then the browser says
 * that another site asks.
 */
export function isLocalUI(c: Context<AppEnv>): boolean {
  if (!c.req.path.startsWith('/ui/')) return false;
  if (![undefined, PLACEHOLDER].includes(c.req.header('authorization'))) return false;
  const address = c.env?.incoming?.socket.remoteAddress ?? '';
  const host = hostOf(c.req.header('host') ?? '') ?? '';
  if (!isLoopback(address) || !isLoopback(host)) return false;
  if (FORWARDED.some((name) => c.req.header(name) !== undefined)) return false;
  const origin = c.req.header('origin');
  if (origin === undefined) return !FOREIGN.includes(c.req.header('sec-fetch-site') ?? '');
  return URL.canParse(origin) && isLoopback(new URL(origin).hostname);
}
