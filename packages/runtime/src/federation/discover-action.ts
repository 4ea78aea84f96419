import { action, type AnyAction } from '../definitions/action.ts';
import type { PeerCard, Peers } from './peers.ts';

/**
 * The tool `discover_swarms`. Unlike the other tools of MAIL it reaches outside, so it is run like an action: its start is
 * on record before it runs, and after a crash it may run again.
 */
export function toDiscoverAction(peers: Peers): AnyAction {
  return action({
    name: 'discover_swarms',
    description:
      'Ask registries for other swarms. What is found can be written to once an administrator has approved it.',
    parameters: {
      type: 'object',
      properties: {
        discovery_urls: { type: 'array', title: 'Discovery Urls', items: { type: 'string' } },
      },
      required: ['discovery_urls'],
      additionalProperties: false,
    },
    idempotent: true,
    execute: async ({ discovery_urls: urls }: { discovery_urls: string[] }, { signal, task }) => {
      const found = await peers.discover(urls, signal);
      return toDiscoveryText(
        found,
        peers.list().filter((card) => card.name !== task.swarm),
      );
    },
  });
}

/** What an agent is told: what it can write to now, and what has to be approved first. */
function toDiscoveryText(found: readonly PeerCard[], known: readonly PeerCard[]): string {
  const names = new Set(known.map((card) => card.name));
  const news = found.filter((card) => !names.has(card.name));
  return [
    news.length === 0 ? 'No new swarms were found.' : 'Found, and waiting for an administrator to approve:',
    ...news.map(toLine),
    known.length === 0 ? 'There is no swarm that you can write to yet.' : 'Swarms that you can write to:',
    ...known.map(toLine),
  ].join('\n');
}

function toLine({ name, description, keywords, active }: PeerCard): string {
  const about = [description, keywords.join(', ')].filter((text) => text !== '').join('; ');
  return `- ${name}${about === '' ? '' : `: ${about}`}${active ? '' : ' (out of reach at the moment)'}`;
}
