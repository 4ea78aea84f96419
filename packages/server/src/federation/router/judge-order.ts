import { PosthouseError } from '@posthouse/protocol';

/** Whether a peer has done what it was told. Throws `peer_unreachable` when trying again can help, `peer_refused` when not. */
export function judgeOrder(peer: string, { status }: { status: number }): void {
  if (status >= 200 && status < 300) return;
  const code = status >= 400 && status < 500 && ![408, 425, 429].includes(status) ? 'peer_refused' : 'peer_unreachable';
  throw new PosthouseError({ code, message: `swarm '${peer}' answered with status ${status}`, details: { status } });
}
