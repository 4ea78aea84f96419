import { invalidInput, PosthouseError, SERVER_FEATURES, toTimestamp } from '@posthouse/protocol';
import type { AppParts } from '../app/app-parts.ts';
import { readJSON } from '../app/read-json.ts';
import { PROTOCOL_VERSION } from '../versions.ts';
import { serverRoutes } from '../openapi/server-routes.ts';
import { operationsRoutes } from '../openapi/operations-routes.ts';

/** `/`, `/health`, `/whoami` and `/status`. */
export function addServerInfoRoutes({ on, served }: AppParts): void {
  const set = { status: 'healthy', timestamp: toTimestamp(new Date()) };
  const health = () => ({ ...set, swarmName: served.defaultSwarm });

  on(serverRoutes.getServerInfo, (c) => {
    const {
      name,
      version,
      description,
      entrypoint,
      keywords,
      public: isPublic,
    } = served.definition(c.req.query('swarm'));
    return {
      name: 'mail' as const,
      protocolVersion: PROTOCOL_VERSION,
      version: PROTOCOL_VERSION,
      swarm: { name, version, description, entrypoint, keywords, public: isPublic },
      status: 'running',
      uptime: (Date.now() - served.startedAt) / 1000,
      features: [...SERVER_FEATURES],
      publicKey: served.federation.key.publicKey,
      keyId: served.federation.key.id,
    };
  });

  on(serverRoutes.getHealth, health);
  on(serverRoutes.getAPIHealth, health);

  on(serverRoutes.setHealth, async (c) => {
    const body = await readJSON(c);
    if (!body.status) throw invalidInput('status is required');
    set.status = serverRoutes.setHealth.body.parse(body).status;
    set.timestamp = toTimestamp(new Date());
    return health();
  });

  on(operationsRoutes.getLiveness, () => ({ status: 'live' }));

  on(operationsRoutes.getReadiness, async () => {
    if (served.draining) throw new PosthouseError({ code: 'unavailable', message: 'the server is shutting down' });
    // A server whose store does not answer cannot take messages either.
    await served.store.nodes().catch((cause: unknown) => {
      throw new PosthouseError({ code: 'unavailable', message: 'the store does not answer', cause });
    });
    const problem = served.engine.problem ?? served.agents.problem;
    if (problem !== undefined) throw problem;
    return { status: 'ready' };
  });

  on(serverRoutes.whoami, (c) => {
    const { id, role } = c.get('caller');
    return { id, role };
  });

  on(serverRoutes.getStatus, async (c) => {
    const instance = served.instance(c.get('caller'), c.req.query('swarm'));
    const tasks = await instance.tasks();
    return {
      swarm: { name: instance.definition.name, status: 'ready' },
      activeUsers: served.activeCallers.count(),
      userMailReady: !served.draining,
      userTaskRunning: tasks.some((task) => task.status === 'running'),
    };
  });
}
