import {
  invalidInput,
  type JSONObject,
  PosthouseError,
  type SwarmChanged,
  type SwarmList,
  toTimestamp,
} from '@posthouse/protocol';
import { type SwarmDefinition, toSwarmJSON } from '@posthouse/runtime';
import type { Context } from 'hono';
import type { AppEnv } from '../edge/app-env.ts';
import type { AppParts } from '../app/app-parts.ts';
import { readBody } from '../app/add-route.ts';
import { readJSON } from '../app/read-json.ts';
import type { Peer } from '../federation/registry/peer.ts';
import type { PeerHealth } from '../federation/registry/peer-health.ts';
import { toPeerView } from '../federation/registry/to-peer-view.ts';
import { PROTOCOL_VERSION } from '../versions.ts';
import { swarmRoutes } from '../openapi/swarm-routes.ts';

type Listed = SwarmList['swarms'][number];

const changed = (status: SwarmChanged['status'], swarmName: string): SwarmChanged => ({ status, swarmName });

/** `/swarms` and below. */
export function addSwarmRoutes({ on, served, logger, publicURL }: AppParts): void {
  const { registry, router } = served.federation;
  const toView = (peer: Peer) =>
    toPeerView(peer, { health: registry.healthOf(peer.name), hasToken: registry.tokenOf(peer) !== undefined });

  on(swarmRoutes.listSwarms, (c) => {
    const base = publicURL ?? new URL(c.req.url).origin;
    const local = served.definitions().filter((swarm) => swarm.public);
    const isShown = ({ name, public: isPublic, state }: Peer): boolean =>
      isPublic && state === 'approved' && !served.serves(name);
    const peers = registry.list().filter(isShown);
    const swarms = [
      ...local.map((swarm) => toLocal(swarm, base)),
      ...peers.map((peer) => toRemote(peer, registry.healthOf(peer.name))),
    ];
    return { swarms };
  });

  const register = async (c: Context<AppEnv>) => {
    const body = await readJSON(c);
    if (!(body.name || body.swarm_name) || !body.base_url) throw invalidInput('name and base_url are required');
    const registration = swarmRoutes.registerSwarm.body.parse(body);
    await registry.register({ ...registration, metadata: registration.metadata as JSONObject | undefined });
    return changed('registered', registration.name);
  };
  on(swarmRoutes.registerSwarm, register);
  on(swarmRoutes.registerSwarmBySpec, register);

  on(swarmRoutes.unregisterSwarm, async (c) => {
    const { name } = await readBody(c, swarmRoutes.unregisterSwarm);
    if (!(await registry.unregister(name))) {
      throw new PosthouseError({ code: 'peer_not_found', message: `swarm '${name}' is not registered here` });
    }
    return changed('unregistered', name);
  });

  on(swarmRoutes.approveSwarm, async (c) => {
    const { name, ...approval } = await readBody(c, swarmRoutes.approveSwarm);
    await registry.approve(name, approval);
    return changed('approved', name);
  });

  on(swarmRoutes.discoverSwarms, async (c) => {
    const { urls } = await readBody(c, swarmRoutes.discoverSwarms);
    const names = new Set((await router.discover(urls, c.req.raw.signal)).map(({ name }) => name));
    const found = registry.list().filter(({ name }) => names.has(name));
    return { peers: found.map(toView) };
  });

  on(swarmRoutes.listPeers, async () => {
    await registry.refresh();
    return { peers: registry.list().map(toView) };
  });

  on(swarmRoutes.dumpSwarm, (c) => {
    const definition = served.definition(c.req.query('swarm'));
    logger.info('the swarm as it is served', { swarm: toSwarmJSON(definition).swarm });
    return changed('dumped', definition.name);
  });

  on(swarmRoutes.loadSwarm, async (c) => {
    const { json, keepDefault = false } = await readBody(c, swarmRoutes.loadSwarm);
    const { name } = await served.load(json, { keepDefault });
    return changed('success', name);
  });
}

function toLocal({ name, description, keywords }: SwarmDefinition, baseURL: string): Listed {
  return {
    swarmName: name,
    baseURL,
    version: PROTOCOL_VERSION,
    lastSeen: toTimestamp(new Date()),
    isActive: true,
    latency: null,
    swarmDescription: description,
    keywords,
    metadata: {},
  };
}

function toRemote(peer: Peer, health: PeerHealth | undefined): Listed {
  const { name, baseURL, version, lastSeen, description, keywords, metadata } = peer;
  return {
    swarmName: name,
    baseURL: baseURL,
    version,
    lastSeen: health?.lastSeen ?? lastSeen ?? null,
    isActive: health?.active ?? true,
    latency: health?.latency ?? null,
    swarmDescription: description,
    keywords,
    metadata,
  };
}
