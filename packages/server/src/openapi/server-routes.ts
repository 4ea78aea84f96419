import { healthUpdateWire, healthWire, serverInfoWire, serverStatusWire, whoamiWire } from '@posthouse/protocol';
import { describeRoutes, get, gives, post, takes } from './describe-routes.ts';
import { RUN_STARTED_AT, swarmParameter } from './shared-parameters.ts';

const health = { status: 'healthy', swarm_name: 'newsroom', timestamp: RUN_STARTED_AT };

const healthRoute = {
  summary: 'The health that an admin reported last',
  answers: gives('The reported health, and when it was reported.', healthWire, health),
};

/** What the server is, who the caller is, how things stand. */
export const serverRoutes = describeRoutes('server', {
  getServerInfo: get('/', 'public', {
    summary: 'What this server is, and its default swarm',
    parameters: [swarmParameter],
    errors: ['swarm_not_found'],
    answers: gives('The server and its default swarm.', serverInfoWire, {
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
    }),
  }),
  getHealth: get('/health', 'public', healthRoute),
  getAPIHealth: get('/api/health', 'public', healthRoute),
  setHealth: post('/health', 'admin', {
    summary: 'Report another health',
    body: takes(healthUpdateWire, { status: 'maintenance' }),
    answers: gives('The health as it is reported from now on.', healthWire, { ...health, status: 'maintenance' }),
  }),
  whoami: get('/whoami', 'user', {
    summary: 'Who the token belongs to',
    answers: gives('Id and role of the caller.', whoamiWire, { id: 'alice', role: 'user' }),
  }),
  getStatus: get('/status', 'user', {
    summary: 'Whether the swarm is ready, and whether the caller has something running',
    parameters: [swarmParameter],
    errors: ['swarm_not_found'],
    answers: gives('How things stand for the caller.', serverStatusWire, {
      swarm: { name: 'newsroom', status: 'ready' },
      active_users: 1,
      user_mail_ready: true,
      user_task_running: false,
    }),
  }),
});
