import type { Lab } from '../lab/lab.ts';
import { type Letter, type Peer, startPeer } from '../peer/start-peer.ts';

/** A swarm that the server knows, and whoever wants to hear of its letters. */
export type Introduced = { peer: Peer; listeners: Set<(letter: Letter) => void> };

/**
 * Registers the swarm that the suite plays, because a server may accept letters only from swarms that it knows. If the
 * suite may change nothing, the server is tested as it is.
 */
export async function introduce(lab: Lab): Promise<Introduced | undefined> {
  if (!lab.has('admin') || lab.options.allowChanges !== true) return undefined;
  return lab.once('introduced', async () => {
    const listeners = new Set<(letter: Letter) => void>();
    const { peerHost: host } = lab.options;
    const onLetter = (letter: Letter): void => {
      for (const listener of listeners) listener(letter);
    };
    const name = await lab.peerName();
    const options = { name, public: false, onLetter, host };
    const peer = lab.keep(await startPeer(options));
    const registration = { name, base_url: peer.url, auth_token: 'conformance', volatile: true };
    await lab.post('/swarms', registration, 'admin');
    return { peer, listeners };
  });
}
