import { asObject } from '../http/exchange.ts';
import { instead, json, type KnownFlaw, without } from './flaws.ts';
import { failed } from './sample-answer.ts';

const PLAIN = { status: 500, text: 'Internal Server Error' };

/** Mistakes in what is between swarms: the registry, the loader, messages of peers. */
export const peerFlaws: KnownFlaw[] = [
  {
    name: 'loses messages of other swarms',
    flaw: () => json('POST /interswarm/forward', (body) => ({ ...body, status: 'lost' })),
    fails: ['N04'],
  },
  {
    name: 'gives forwarded tasks new ids',
    flaw: () => json('POST /interswarm/forward', (body) => ({ ...body, task_id: 'another' })),
    fails: ['N25'],
  },
  {
    name: 'has an instance for each agent of a peer',
    flaw: () => {
      let count = 0;
      return json('POST /interswarm/forward', (body) => ({
        ...body,
        local_runner: `swarm:${(count += 1)}@conformance`,
      }));
    },
    fails: ['N37'],
  },
  {
    name: 'takes what is for another swarm',
    flaw: () =>
      instead(
        { status: 200, json: { swarm: 'conformance', task_id: 'x', status: 'success', local_runner: 'x@conformance' } },
        ({ path, body }) =>
          path === '/interswarm/forward' &&
          asObject(body.message).target_swarm !== undefined &&
          asObject(body.message).target_swarm !== 'conformance',
      ),
    fails: ['N54', 'B21'],
  },
  {
    name: 'loads twins',
    flaw: () =>
      instead(
        { status: 200, json: { status: 'success', swarm_name: 'x' } },
        ({ path, text }) => path === '/swarms/load' && text.includes('twin'),
      ),
    fails: ['N11'],
  },
  {
    name: 'loads an agent called all',
    flaw: () =>
      instead(
        { status: 200, json: { status: 'success', swarm_name: 'x' } },
        ({ path, text }) => path === '/swarms/load' && text.includes('\\"all\\"'),
      ),
    fails: ['N13'],
  },
  {
    name: 'loads nothing',
    flaw: () =>
      instead(
        failed(500, 'error loading swarm from JSON: no'),
        ({ path, given }) => path === '/swarms/load' && given.status === 200,
      ),
    fails: ['B37'],
  },
  {
    name: 'has no registry',
    flaw: () => instead({ json: {} }, ({ method, path }) => method === 'GET' && path === '/swarms'),
    fails: ['N44', 'N47', 'N48'],
  },
  {
    name: 'registers nobody',
    flaw: () =>
      instead(
        failed(500, 'no'),
        ({ method, path, given }) => method === 'POST' && path === '/swarms' && given.status === 200,
      ),
    fails: ['N46'],
  },
  {
    name: 'believes what it is told about a swarm',
    flaw: () =>
      json('GET /swarms', (body) => ({
        swarms: (body.swarms as unknown[]).map((each) => ({ ...asObject(each), swarm_description: '' })),
      })),
    fails: ['N47'],
  },
  {
    name: 'tells tokens of peers',
    flaw: () =>
      json('GET /swarms', (body) => ({
        swarms: (body.swarms as unknown[]).map((each) => ({ ...asObject(each), auth_token: 's' })),
      })),
    fails: ['N49'],
  },
  {
    name: 'leaves out the version of peers',
    flaw: () =>
      json('GET /swarms', (body) => ({
        swarms: (body.swarms as unknown[]).map((each) => without(asObject(each), 'version')),
      })),
    fails: ['N47', 'N49'],
  },
  {
    name: 'breaks on a wrapper without an owner',
    flaw: () => instead(PLAIN, ({ given }) => asObject(given.json).detail === "parameter 'task_owner' is required"),
    fails: ['B19'],
  },
  {
    name: 'takes a task twice',
    flaw: () =>
      instead({ status: 200, json: {} }, ({ given }) => String(asObject(given.json).detail).includes('already exists')),
    fails: ['B20'],
  },
  {
    name: 'takes answers to tasks it does not have',
    flaw: () =>
      instead({ status: 200, json: {} }, ({ given }) => asObject(given.json).detail === 'task is not running'),
    fails: ['B22'],
  },
  {
    name: 'takes answers for nobody',
    flaw: () =>
      instead({ status: 200, json: {} }, ({ given }) =>
        String(asObject(given.json).detail).startsWith('no mail instance'),
      ),
    fails: ['B23'],
  },
  {
    name: 'takes answers of any role',
    flaw: () =>
      instead({ status: 200, json: {} }, ({ given }) => asObject(given.json).detail === 'invalid role: agent'),
    fails: ['B24'],
  },
  {
    name: 'sends to two targets at once',
    flaw: () =>
      instead({ status: 200, json: {} }, ({ given }) =>
        String(asObject(given.json).detail).includes('exactly one target'),
      ),
    fails: ['B25'],
  },
];
