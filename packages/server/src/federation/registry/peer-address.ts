import { invalidInput } from '@posthouse/protocol';
import { readSwarmLink } from './swarm-link.ts';

/** Where a peer is, and what came with its address. */
export type PeerAddress = { baseURL: string; token?: string; key?: string; swarm?: string };

/**
 * Reads the address of a server: a URL, or a `swarm://` link with a token in it.
 *
 * @example toPeerAddress('https://mail.example.org//') // { baseURL: 'https://mail.example.org' }
 */
export function toPeerAddress(text: string): PeerAddress {
  const link = readSwarmLink(text);
  if (link === undefined) return { baseURL: toBaseURL(text) };
  const { server, ...rest } = link;
  return {
    baseURL: toBaseURL(/^[a-z][a-z0-9+.-]*:\/\//i.test(server) ? server : `${schemeFor(server)}://${server}`),
    ...rest,
  };
}

function toBaseURL(text: string): string {
  const url = URL.parse(text);
  if (url === null || !['http:', 'https:'].includes(url.protocol)) {
    throw invalidInput('base_url must be an http or https URL, or a swarm:// link');
  }
  if (url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '') {
    throw invalidInput('base_url must not have a user, a password, a query or a fragment');
  }
  return url.href.replace(/\/+$/, '');
}

/** Nobody has certificates for their own machine. */
function schemeFor(host: string): 'http' | 'https' {
  return /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])(?=[:/]|$)/i.test(host) ? 'http' : 'https';
}
