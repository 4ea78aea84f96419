/** What a link to a swarm server says. */
export type SwarmLink = {
  /** A host, or a URL where the server is not at `https://host`. */
  server: string;
  token?: string;
  /** Ours: the swarm that the link is of. */
  swarm?: string;
  /** Ours: the id of the key that the server signs with, so that nobody else can pass for it. */
  key?: string;
};

/**
 * Reads `swarm://connect?…` and `swarm://invite?…`; undefined for anything else.
 *
 * @example readSwarmLink('swarm://invite?server=mail.example.org&token=t') // { server: 'mail.example.org', token: 't' }
 */
export function readSwarmLink(text: string): SwarmLink | undefined {
  const url = URL.parse(text.trim());
  // Links that browsers have handled may have another spelling of the host.
  if (url?.protocol !== 'swarm:' || !['connect', 'invite'].includes(url.host.toLowerCase())) return undefined;
  const value = (name: string): string => url.searchParams.get(name)?.trim() ?? '';
  const optional = (['token', 'swarm', 'key'] as const).map((name) => [name, value(name)]);
  if (value('server') === '') return undefined;
  return { server: value('server'), ...Object.fromEntries(optional.filter(([, found]) => found !== '')) };
}

/** Writes a link: `invite` for another swarm, `connect` for a person. */
export function toSwarmLink(action: 'invite' | 'connect', { server, ...rest }: SwarmLink): string {
  // MAIL's own client puts `https://` before whatever it finds there.
  const short = server.replace(/^https:\/\//i, '').replace(/\/+$/, '');
  return `swarm://${action}?${new URLSearchParams({ server: short, ...rest }).toString()}`;
}
