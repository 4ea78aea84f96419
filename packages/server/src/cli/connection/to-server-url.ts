import { UsageError } from '../usage-error.ts';

/** Where a server is, and the token that came with its address, if one did. */
export type ServerAddress = { url: string; token?: string };

/**
 * The address that somebody typed: a URL, a host, or a `swarm://` link. Throws a `UsageError` for anything else.
 *
 * @example
 * toServerURL('localhost:8000')                                  // { url: 'http://localhost:8000' }
 * toServerURL('swarm://connect?server=mail.example.org&token=t') // { url: 'https://mail.example.org', token: 't' }
 */
export function toServerURL(text: string): ServerAddress {
  const trimmed = text.trim();
  if (/^swarm:/i.test(trimmed)) {
    const { server, token } = parseSwarmURL(trimmed);
    return { ...toServerURL(server), token };
  }
  const withScheme = /^[a-z][a-z0-9+.-]*:\/\//i.test(trimmed) ? trimmed : `${schemeFor(trimmed)}://${trimmed}`;
  const url = URL.canParse(withScheme) ? new URL(withScheme) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol) || url.hostname === '') {
    throw new UsageError(`'${text}' is not the address of a server.`, {
      hint: 'Write it like http://localhost:8000 or swarm://connect?server=mail.example.org&token=…',
    });
  }
  if (url.username !== '' || url.password !== '') {
    throw new UsageError('A user name and a password do not belong in the address of a server.', {
      hint: 'Give the token with --api-key or in MAIL_API_KEY.',
    });
  }
  return { url: `${url.origin}${url.pathname.replace(/\/+$/, '')}` };
}

/** What stands for the scheme of a bare host: nobody has certificates for their own machine. */
function schemeFor(host: string): 'http' | 'https' {
  return /^(localhost|127\.\d+\.\d+\.\d+|\[::1\]|0\.0\.0\.0)(?=[:/]|$)/i.test(host) ? 'http' : 'https';
}

const HINT = 'Such a link is swarm://connect?server=HOST&token=TOKEN or swarm://invite?server=HOST&token=TOKEN.';

/** Which server a `swarm://` link names, and the token in it. Throws a `UsageError` for a link of another kind. */
function parseSwarmURL(text: string): { server: string; token?: string } {
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
