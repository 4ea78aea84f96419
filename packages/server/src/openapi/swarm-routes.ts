import { loadSwarmWire, registerSwarmWire, swarmChangedWire, swarmListWire } from '@posthouse/protocol';
import type { DocumentedRoute, RouteBody } from './documented-route.ts';
import { RUN_STARTED_AT, swarmParameter } from './shared-parameters.ts';

const registration: RouteBody = {
  schema: registerSwarmWire.schema,
  example: { name: 'weather', base_url: 'https://weather.example.org', volatile: true },
};

const changed = (description: string, status: string, swarm_name: string): DocumentedRoute['answers'] => ({
  200: { description, schema: swarmChangedWire.schema, example: { status, swarm_name } },
});

/** Swarms of this server and of others. */
export const swarmRoutes: DocumentedRoute[] = [
  {
    method: 'get',
    path: '/swarms',
    operation: 'listSwarms',
    tag: 'swarms',
    summary: 'The public swarms this server knows',
    access: 'public',
    answers: {
      200: {
        description: 'Its own public swarms and those that were registered.',
        schema: swarmListWire.schema,
        example: {
          swarms: [
            {
              swarm_name: 'newsroom',
              base_url: 'https://mail.example.org',
              version: '1.0.0',
              last_seen: RUN_STARTED_AT,
              is_active: true,
              swarm_description: 'Three agents that write the news.',
              keywords: ['news'],
            },
          ],
        },
      },
    },
  },
  {
    method: 'post',
    path: '/swarms',
    operation: 'registerSwarm',
    tag: 'swarms',
    summary: 'Register a swarm of another server',
    description: 'The other server is asked for its swarm; if it does not answer, nothing is registered.',
    access: 'admin',
    body: registration,
    answers: changed('It is registered.', 'registered', 'weather'),
    errors: ['url_refused', 'swarm_exists', 'peer_unreachable'],
  },
  {
    method: 'post',
    path: '/swarms/register',
    operation: 'registerSwarmBySpec',
    tag: 'swarms',
    summary: "Register a swarm of another server, under the path of MAIL's OpenAPI document",
    access: 'admin',
    body: registration,
    answers: changed('It is registered.', 'registered', 'weather'),
    errors: ['url_refused', 'swarm_exists', 'peer_unreachable'],
  },
  {
    method: 'get',
    path: '/swarms/dump',
    operation: 'dumpSwarm',
    tag: 'swarms',
    summary: 'Write a swarm into the log of the server',
    access: 'admin',
    parameters: [swarmParameter],
    errors: ['swarm_not_found'],
    answers: changed('It is in the log.', 'dumped', 'newsroom'),
  },
  {
    method: 'post',
    path: '/swarms/load',
    operation: 'loadSwarm',
    tag: 'swarms',
    summary: 'Load a swarm, or another version of one',
    description:
      'Stored for all processes of the server. Runs that have started finish on the definition they started with. A swarm that comes this way may name only built-in actions and modules that are loaded already.',
    access: 'admin',
    body: {
      schema: loadSwarmWire.schema,
      example: {
        json: JSON.stringify({
          name: 'desk',
          version: '1.0.0',
          entrypoint: 'clerk',
          agents: [
            {
              name: 'clerk',
              factory: 'python::mail.factories:LiteLLMSupervisorFunction',
              comm_targets: [],
              enable_entrypoint: true,
              can_complete_tasks: true,
              agent_params: { llm: 'openai/gpt-5-mini', system: 'You answer briefly.' },
            },
          ],
          actions: [],
        }),
      },
    },
    answers: changed('It is loaded.', 'success', 'desk'),
    errors: ['invalid_swarm'],
  },
];
