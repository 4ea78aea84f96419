import { healthUpdateWire, healthWire, serverInfoWire, serverStatusWire, whoamiWire } from '@posthouse/protocol';
import type { DocumentedRoute } from './documented-route.ts';
import { RUN_STARTED_AT, swarmParameter } from './shared-parameters.ts';

const health = { status: 'healthy', swarm_name: 'newsroom', timestamp: RUN_STARTED_AT };

/** What the server is, who the caller is, how things stand. */
const healthRoute = {
  method: 'get',
  tag: 'server',
  summary: 'The health that an admin has last reported',
  access: 'public',
  answers: {
    200: { description: 'The reported health, and when it was reported.', schema: healthWire.schema, example: health },
  },
} as const;

export const serverRoutes: DocumentedRoute[] = [
  {
    method: 'get',
    path: '/',
    operation: 'getServerInfo',
    tag: 'server',
    summary: 'What this server is, and its default swarm',
    access: 'public',
    parameters: [swarmParameter],
    errors: ['swarm_not_found'],
    answers: {
      200: {
        description: 'The server and its default swarm.',
        schema: serverInfoWire.schema,
        example: {
          name: 'mail',
          protocol_version: '1.3',
          version: '1.3',
          swarm: {
            name: 'newsroom',
            version: '1.0.0',
            description: 'Three agents that write the news.',
            entrypoint: 'supervisor',
            keywords: ['news'],
            public: true,
          },
          status: 'running',
          uptime: 12.5,
          features: ['idempotency-key', 'event-ids'],
        },
      },
    },
  },
  { ...healthRoute, path: '/health', operation: 'getHealth' },
  { ...healthRoute, path: '/api/health', operation: 'getAPIHealth' },
  {
    method: 'post',
    path: '/health',
    operation: 'setHealth',
    tag: 'server',
    summary: 'Report another health',
    access: 'admin',
    body: { schema: healthUpdateWire.schema, example: { status: 'maintenance' } },
    answers: {
      200: {
        description: 'The health as it is reported from now on.',
        schema: healthWire.schema,
        example: { ...health, status: 'maintenance' },
      },
    },
  },
  {
    method: 'get',
    path: '/whoami',
    operation: 'whoami',
    tag: 'server',
    summary: 'Who the token belongs to',
    access: 'user',
    answers: {
      200: {
        description: 'Id and role of the caller.',
        schema: whoamiWire.schema,
        example: { id: 'alice', role: 'user' },
      },
    },
  },
  {
    method: 'get',
    path: '/status',
    operation: 'getStatus',
    tag: 'server',
    summary: 'Whether the swarm is ready, and whether the caller has something running',
    access: 'user',
    parameters: [swarmParameter],
    errors: ['swarm_not_found'],
    answers: {
      200: {
        description: 'How things stand for the caller.',
        schema: serverStatusWire.schema,
        example: {
          swarm: { name: 'newsroom', status: 'ready' },
          active_users: 1,
          user_mail_ready: true,
          user_task_running: false,
        },
      },
    },
  },
];
