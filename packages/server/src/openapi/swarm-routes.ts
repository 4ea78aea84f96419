import {
  approveSwarmWire,
  discoverSwarmsWire,
  loadSwarmWire,
  peerListWire,
  registerSwarmWire,
  swarmChangedWire,
  swarmListWire,
  unregisterSwarmWire,
} from '@posthouse/protocol';
import { describeRoutes, get, gives, post, takes } from './describe-routes.ts';
import { RUN_STARTED_AT, swarmParameter } from './shared-parameters.ts';

const registration = takes(
  registerSwarmWire,
  { name: 'weather', base_url: 'https://weather.example.org', volatile: true },
  {
    keys: {
      base_url: 'A URL, or a `swarm://` link with a token in it.',
      auth_token:
        'The token that the other server gave us. It is kept encrypted, and only until the process that received it ends.',
      volatile:
        'Forget the peer when that process ends; true unless given. A peer that stays has its token in `SWARM_AUTH_TOKEN_<NAME>`.',
      agents:
        'Agents that the peer may write to, besides those with `enable_interswarm` or `enable_entrypoint`; `["all"]` is every one.',
      callers: 'Ids of tokens of this server that speak for the peer, if they differ from its name.',
    },
  },
);

const peer = {
  swarm_name: 'weather',
  base_url: 'https://weather.example.org',
  version: '1.3',
  swarm_description: 'Knows the sky.',
  keywords: ['sky'],
  public: true,
  volatile: true,
  kind: 'ours',
  is_active: true,
};

const changed = (description: string, status: string, swarm_name: string) =>
  gives(description, swarmChangedWire, { status, swarm_name });

/** Swarms of this server and of others. */
export const swarmRoutes = describeRoutes('swarms', {
  listSwarms: get('/swarms', 'public', {
    summary: 'The public swarms this server knows',
    answers: gives('Its own public swarms and those that were registered.', swarmListWire, {
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
    }),
  }),
  registerSwarm: post('/swarms', 'admin', {
    summary: 'Register a swarm of another server',
    description: 'The other server is asked for its swarm; if it does not answer, nothing is registered.',
    body: registration,
    answers: changed('It is registered.', 'registered', 'weather'),
    errors: ['url_refused', 'swarm_exists', 'peer_unreachable'],
  }),
  registerSwarmBySpec: post('/swarms/register', 'admin', {
    summary: "Register a swarm of another server, under the path of MAIL's OpenAPI document",
    body: registration,
    answers: changed('It is registered.', 'registered', 'weather'),
    errors: ['url_refused', 'swarm_exists', 'peer_unreachable'],
  }),
  unregisterSwarm: post('/swarms/unregister', 'admin', {
    summary: 'Forget a swarm of another server',
    description: 'Its letters are refused from then on; mail that waits for it goes back to its senders.',
    body: takes(unregisterSwarmWire, { name: 'weather' }),
    answers: changed('It is forgotten.', 'unregistered', 'weather'),
    errors: ['peer_not_found'],
  }),
  listPeers: get('/swarms/peers', 'admin', {
    summary: 'The swarms of other servers as they are registered, public or not',
    answers: gives('Everything but their tokens.', peerListWire, {
      peers: [{ ...peer, state: 'approved', has_token: true, key_id: 'IuBbE6Q1pMjF8q1k', latency: 12.5 }],
    }),
  }),
  discoverSwarms: post('/swarms/discover', 'admin', {
    summary: 'Ask registries for swarms',
    description:
      'Only registries on the list `server.peers.discovery` are asked. What is found has no token and cannot be written to until it is approved.',
    body: takes(discoverSwarmsWire, { urls: ['https://registry.example.org'] }),
    answers: gives('The swarms that the registries named, as they are known here now.', peerListWire, {
      peers: [{ ...peer, kind: 'reference', is_active: false, state: 'pending', has_token: false }],
    }),
    errors: ['url_refused', 'peer_unreachable'],
  }),
  approveSwarm: post('/swarms/approve', 'admin', {
    summary: 'Let agents write to a swarm that was found',
    description: 'It is asked for its identity now, not before.',
    body: takes(approveSwarmWire, { name: 'weather', auth_token: 'token-of-the-peer', volatile: false }),
    answers: changed('It is approved.', 'approved', 'weather'),
    errors: ['peer_not_found', 'url_refused', 'peer_unreachable'],
  }),
  dumpSwarm: get('/swarms/dump', 'admin', {
    summary: 'Write a swarm into the log of the server',
    parameters: [swarmParameter],
    errors: ['swarm_not_found'],
    answers: changed('It is in the log.', 'dumped', 'newsroom'),
  }),
  loadSwarm: post('/swarms/load', 'admin', {
    summary: 'Load a swarm, or another version of one',
    description:
      'It becomes the default: messages and `GET /status` that name no swarm are about it. Stored for all processes of the server, as is which swarm is the default, and kept over restarts. Runs that have started finish on the definition they started with. A swarm that comes this way may name only built-in actions and modules that are loaded already.',
    body: takes(
      loadSwarmWire,
      {
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
      {
        keys: {
          keep_default: 'Serve it beside the others, and leave the default as it is. Ours; without it, as in MAIL.',
        },
      },
    ),
    answers: changed('It is loaded.', 'success', 'desk'),
    errors: ['invalid_swarm'],
  }),
});
