import {
  healthUpdateWire,
  healthWire,
  invalidInput,
  PosthouseError,
  SERVER_FEATURES,
  serverInfoWire,
  serverStatusWire,
  toTimestamp,
  whoamiWire,
} from '@posthouse/protocol';
import type { AppParts } from '../app/create-app.ts';
import { readJSON } from '../app/read-json.ts';
import { PROTOCOL_VERSION } from '../versions.ts';

/** `/`, `/health`, `/whoami` and `/status`. */
export function addServerInfoRoutes({ app, house, gate }: AppParts): void {
  const health = { status: 'healthy', swarmName: house.defaultSwarm, timestamp: toTimestamp(new Date()) };

  app.get('/', (c) => {
    const {
      name,
      version,
      description,
      entrypoint,
      keywords,
      public: isPublic,
    } = house.definition(c.req.query('swarm'));
    return c.json(
      serverInfoWire.emitTrusted({
        name: 'mail',
        protocolVersion: PROTOCOL_VERSION,
        version: PROTOCOL_VERSION,
        swarm: { name, version, description, entrypoint, keywords, public: isPublic },
        status: 'running',
        uptime: (Date.now() - house.startedAt) / 1000,
        features: [...SERVER_FEATURES],
        publicKey: house.federation.key.publicKey,
        keyId: house.federation.key.id,
      }),
    );
  });

  for (const path of ['/health', '/api/health']) app.get(path, (c) => c.json(healthWire.emitTrusted(health)));

  app.post('/health', gate.admin, async (c) => {
    const body = await readJSON(c);
    if (!body.status) throw invalidInput('status is required');
    health.status = healthUpdateWire.parse(body).value.status;
    health.timestamp = toTimestamp(new Date());
    return c.json(healthWire.emitTrusted(health));
  });

  app.get('/health/live', (c) => c.json({ status: 'live' }));

  app.get('/health/ready', async (c) => {
    if (house.draining) throw new PosthouseError({ code: 'unavailable', message: 'the server is shutting down' });
    // A server whose store does not answer cannot take messages either.
    await house.store.nodes().catch((cause: unknown) => {
      throw new PosthouseError({ code: 'unavailable', message: 'the store does not answer', cause });
    });
    const { problem } = house.engine;
    if (problem !== undefined) throw problem;
    return c.json({ status: 'ready' });
  });

  app.get('/whoami', gate.user, (c) => {
    const { id, role } = c.get('caller');
    return c.json(whoamiWire.emitTrusted({ id, role }));
  });

  app.get('/status', gate.user, async (c) => {
    const office = house.office(c.get('caller'), c.req.query('swarm'));
    const tasks = await office.tasks();
    return c.json(
      serverStatusWire.emitTrusted({
        swarm: { name: office.definition.name, status: 'ready' },
        activeUsers: house.visitors.count(),
        userMailReady: !house.draining,
        userTaskRunning: tasks.some((task) => task.status === 'running'),
      }),
    );
  });
}
