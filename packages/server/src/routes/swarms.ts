import {
  approveSwarmWire,
  discoverSwarmsWire,
  invalidInput,
  type JSONObject,
  loadSwarmWire,
  peerListWire,
  PosthouseError,
  registerSwarmWire,
  swarmChangedWire,
  type SwarmList,
  swarmListWire,
  toTimestamp,
  unregisterSwarmWire,
} from '@posthouse/protocol';
import { type SwarmDefinition, toSwarmJSON } from '@posthouse/runtime';
import type { Context } from 'hono';
import type { AppEnv } from '../app/app-env.ts';
import type { AppParts } from '../app/create-app.ts';
import { readJSON } from '../app/read-json.ts';
import type { Peer } from '../federation/registry/peer.ts';
import type { PeerHealth } from '../federation/registry/peer-health.ts';
import { toPeerView } from '../federation/registry/to-peer-view.ts';
import { PROTOCOL_VERSION } from '../versions.ts';

type Listed = SwarmList['swarms'][number];

/** `/swarms` and below. */
export function addSwarmRoutes({ app, house, gate, logger, publicURL }: AppParts): void {
  const { registry, router } = house.federation;
  const toView = (peer: Peer) =>
    toPeerView(peer, { health: registry.healthOf(peer.name), hasToken: registry.tokenOf(peer) !== undefined });

  app.get('/swarms', (c) => {
    const base = publicURL ?? new URL(c.req.url).origin;
    const local = house.definitions().filter((swarm) => swarm.public);
    const isShown = ({ name, public: isPublic, state }: Peer): boolean =>
      isPublic && state === 'approved' && !house.serves(name);
    const peers = registry.list().filter(isShown);
    const swarms = [
      ...local.map((swarm) => toLocal(swarm, base)),
      ...peers.map((peer) => toRemote(peer, registry.healthOf(peer.name))),
    ];
    return c.json(swarmListWire.emitTrusted({ swarms }));
  });

  const register = async (c: Context<AppEnv>): Promise<Response> => {
    const body = await readJSON(c);
    if (!(body.name || body.swarm_name) || !body.base_url) throw invalidInput('name and base_url are required');
    const { baseUrl, metadata, ...registration } = registerSwarmWire.parse(body).value;
    await registry.register({
      ...registration,
      baseURL: baseUrl,
      ...(metadata === undefined ? {} : { metadata: metadata as JSONObject }),
    });
    return c.json(swarmChangedWire.emitTrusted({ status: 'registered', swarmName: registration.name }));
  };
  app.post('/swarms', gate.admin, register);
  app.post('/swarms/register', gate.admin, register);

  app.post('/swarms/unregister', gate.admin, async (c) => {
    const { name } = unregisterSwarmWire.parse(await readJSON(c)).value;
    if (!(await registry.unregister(name))) {
      throw new PosthouseError({ code: 'peer_not_found', message: `swarm '${name}' is not registered here` });
    }
    return c.json(swarmChangedWire.emitTrusted({ status: 'unregistered', swarmName: name }));
  });

  app.post('/swarms/approve', gate.admin, async (c) => {
    const { name, ...approval } = approveSwarmWire.parse(await readJSON(c)).value;
    await registry.approve(name, approval);
    return c.json(swarmChangedWire.emitTrusted({ status: 'approved', swarmName: name }));
  });

  app.post('/swarms/discover', gate.admin, async (c) => {
    const { urls } = discoverSwarmsWire.parse(await readJSON(c)).value;
    const names = new Set((await router.discover(urls, c.req.raw.signal)).map(({ name }) => name));
    const found = registry.list().filter(({ name }) => names.has(name));
    return c.json(peerListWire.emitTrusted({ peers: found.map(toView) }));
  });

  app.get('/swarms/peers', gate.admin, async (c) => {
    await registry.refresh();
    return c.json(peerListWire.emitTrusted({ peers: registry.list().map(toView) }));
  });

  app.get('/swarms/dump', gate.admin, (c) => {
    const definition = house.definition(c.req.query('swarm'));
    logger.info('the swarm as it is served', { swarm: toSwarmJSON(definition).swarm });
    return c.json(swarmChangedWire.emitTrusted({ status: 'dumped', swarmName: definition.name }));
  });

  app.post('/swarms/load', gate.admin, async (c) => {
    const { json } = loadSwarmWire.parse(await readJSON(c)).value;
    const { name } = await house.load(json);
    return c.json(swarmChangedWire.emitTrusted({ status: 'success', swarmName: name }));
  });
}

function toLocal({ name, description, keywords }: SwarmDefinition, baseUrl: string): Listed {
  return {
    swarmName: name,
    baseUrl,
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
    baseUrl: baseURL,
    version,
    lastSeen: health?.lastSeen ?? lastSeen ?? null,
    isActive: health?.active ?? true,
    latency: health?.latency ?? null,
    swarmDescription: description,
    keywords,
    metadata,
  };
}
