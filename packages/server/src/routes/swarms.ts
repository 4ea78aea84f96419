import {
  type JSONObject,
  loadSwarmWire,
  PosthouseError,
  registerSwarmWire,
  swarmChangedWire,
  type SwarmList,
  swarmListWire,
  toTimestamp,
} from '@posthouse/protocol';
import { type SwarmDefinition, toSwarmJSON } from '@posthouse/runtime';
import type { Context } from 'hono';
import type { AppEnv } from '../app/app-env.ts';
import type { AppParts } from '../app/create-app.ts';
import { readJSON } from '../app/read-json.ts';
import type { Peer } from '../swarms/peer.ts';
import { PROTOCOL_VERSION } from '../versions.ts';

type Listed = SwarmList['swarms'][number];

/** `/swarms` and below. */
export function addSwarmRoutes({ app, house, gate, logger, publicURL }: AppParts): void {
  app.get('/swarms', async (c) => {
    const base = publicURL ?? new URL(c.req.url).origin;
    const local = house.definitions().filter((swarm) => swarm.public);
    const peers = (await house.peers.list()).filter((peer) => peer.public && !house.serves(peer.name));
    const swarms = [...local.map((swarm) => toLocal(swarm, base)), ...peers.map(toRemote)];
    return c.json(swarmListWire.emitTrusted({ swarms }));
  });

  const register = async (c: Context<AppEnv>): Promise<Response> => {
    const body = await readJSON(c);
    if (!(body.name || body.swarm_name) || !body.base_url) throw invalid('name and base_url are required');
    const { name, baseUrl, authToken, volatile, metadata } = registerSwarmWire.parse(body).value;
    if (house.serves(name)) {
      throw new PosthouseError({
        code: 'swarm_exists',
        message: `swarm '${name}' is served here; choose another name`,
      });
    }
    await house.peers.register({
      name,
      baseURL: baseUrl,
      ...(authToken === undefined ? {} : { authToken }),
      ...(volatile === undefined ? {} : { volatile }),
      ...(metadata === undefined ? {} : { metadata: metadata as JSONObject }),
    });
    return c.json(swarmChangedWire.emitTrusted({ status: 'registered', swarmName: name }));
  };
  app.post('/swarms', gate.admin, register);
  app.post('/swarms/register', gate.admin, register);

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

function toRemote({ name, baseURL, version, lastSeen, description, keywords, metadata }: Peer): Listed {
  return {
    swarmName: name,
    baseUrl: baseURL,
    version,
    lastSeen,
    isActive: true,
    latency: null,
    swarmDescription: description,
    keywords,
    metadata,
  };
}

function invalid(message: string): PosthouseError {
  return new PosthouseError({ code: 'invalid_input', message });
}
