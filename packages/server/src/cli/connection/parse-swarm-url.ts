import { UsageError } from '../usage-error.ts';

const HINT = 'Such a link is swarm://connect?server=HOST&token=TOKEN or swarm://invite?server=HOST&token=TOKEN.';

/** Which server a `swarm://` link names, and the token in it. Throws a `UsageError` for a link of another kind. */
export function parseSwarmURL(text: string): { server: string; token?: string } {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  // Links that browsers have handled may come with a slash behind the host, or with another spelling of it.
  const action = url?.host.toLowerCase();
  if (url?.protocol !== 'swarm:' || (action !== 'connect' && action !== 'invite')) {
    throw new UsageError('This is not a link to a swarm server.', { hint: HINT });
  }
  const server = url.searchParams.get('server')?.trim() ?? '';
  const token = url.searchParams.get('token')?.trim() ?? '';
  if (server === '') throw new UsageError('The link does not say which server it leads to.', { hint: HINT });
  if (/^swarm:/i.test(server)) throw new UsageError('The server of the link is itself a link.', { hint: HINT });
  return { server, token: token || undefined };
}
