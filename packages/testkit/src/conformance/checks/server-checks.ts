import { expectThat } from '../findings/expect-that.ts';
import type { Seen } from '../findings/verdict.ts';
import { type Ask, asObject, type Exchange, objectOf, type Speaker } from '../http/exchange.ts';
import type { RuleCheck } from './check.ts';

/** Who may call an endpoint. `everyone` needs no token. */
type Access = 'everyone' | 'user' | 'admin' | 'agent';

type Endpoint = { method: string; path: string; access: Access; json?: unknown };

/** The endpoints of MAIL that are always there, each with a body that does no harm. */
const ENDPOINTS: readonly Endpoint[] = [
  { method: 'GET', path: '/', access: 'everyone' },
  { method: 'GET', path: '/health', access: 'everyone' },
  { method: 'GET', path: '/swarms', access: 'everyone' },
  { method: 'GET', path: '/whoami', access: 'user' },
  { method: 'GET', path: '/status', access: 'user' },
  { method: 'GET', path: '/tasks', access: 'user' },
  { method: 'GET', path: '/task', access: 'user', json: {} },
  { method: 'POST', path: '/message', access: 'user', json: {} },
  { method: 'POST', path: '/interswarm/message', access: 'user', json: { user_token: 'token' } },
  { method: 'POST', path: '/health', access: 'admin', json: {} },
  { method: 'POST', path: '/swarms', access: 'admin', json: {} },
  { method: 'GET', path: '/swarms/dump', access: 'admin' },
  { method: 'POST', path: '/swarms/load', access: 'admin', json: {} },
  { method: 'POST', path: '/interswarm/forward', access: 'agent', json: {} },
  { method: 'POST', path: '/interswarm/back', access: 'agent', json: {} },
];

/** Whether somebody may call it. Admins may do what users may. */
function allows(access: Access, speaker: Speaker): boolean {
  return access === 'everyone' || access === speaker || (access === 'user' && speaker === 'admin');
}

const describe = ({ method, path }: Endpoint): string => `${method} ${path}`;

/** Checks of the endpoints themselves: which there are, who may call them, what they say. */
export const serverChecks: RuleCheck[] = [
  {
    id: 'N03',
    run: async (lab): Promise<Seen> => {
      const root = await lab.root();
      expectTypes(root, {
        name: 'string',
        protocol_version: 'string',
        status: 'string',
        uptime: 'number',
        swarm: 'object',
      });
      const swarm = asObject(objectOf(root).swarm);
      const named = typeof swarm.name === 'string' && typeof swarm.entrypoint === 'string';
      expectThat(root, named && objectOf(root).name === 'mail', {
        expected: 'the name mail, and a swarm with name and entrypoint',
      });
      expectTypes(await lab.get('/health', 'nobody'), { status: 'string', swarm_name: 'string', timestamp: 'string' });
      expectTypes(await lab.get('/whoami'), { id: 'string', role: 'string' });
      expectTypes(await lab.get('/status'), {
        swarm: 'object',
        active_users: 'number',
        user_mail_ready: 'boolean',
        user_task_running: 'boolean',
      });
      return 'version' in objectOf(root) ? ['spec-variants'] : [];
    },
  },
  {
    id: 'N43',
    run: async (lab) => {
      for (const endpoint of ENDPOINTS) {
        const exchange = await lab.send({ ...endpoint, as: 'nobody' });
        const { status } = exchange.answer;
        expectThat(exchange, status !== 404 && status !== 405, { expected: `${describe(endpoint)} to be there` });
      }
    },
  },
  {
    id: 'N44',
    run: async (lab) => {
      const exchange = await lab.get('/swarms', 'nobody');
      const holds = exchange.answer.status === 200 && Array.isArray(objectOf(exchange).swarms);
      expectThat(exchange, holds, { expected: '200 with a list of swarms' });
    },
  },
  {
    id: 'N50',
    run: async (lab) => {
      for (const endpoint of ENDPOINTS.filter(({ access }) => access !== 'everyone')) {
        const exchange = await lab.send({ ...endpoint, as: 'nobody' });
        expectThat(exchange, exchange.answer.status === 401, {
          expected: `401 for ${describe(endpoint)} without a token`,
        });
      }
    },
  },
  {
    id: 'N51',
    run: async (lab): Promise<Seen> => {
      for (const text of ['', '{"body":', 'hello', '[1]', '{}']) {
        expect400(await lab.send({ method: 'POST', path: '/message', text }));
      }
      expect400(await lab.send({ method: 'GET', path: '/task', json: { task_id: 5 } }));
      // From here on MAIL's own server answers 500.
      const stumbling: Ask[] = [
        { method: 'GET', path: '/task' },
        ...(lab.has('admin') ? [{ method: 'POST', path: '/health', as: 'admin', text: '{"status":' } as const] : []),
      ];
      for (const ask of stumbling) expect400(await lab.send(ask), true);
      return lab.has('admin') ? ['task-without-body', 'bad-json-is-400'] : ['task-without-body'];
    },
  },
  {
    id: 'N56',
    run: async (lab) => {
      for (const as of ['user', 'admin', 'agent'] as const) {
        if (!lab.has(as)) continue;
        for (const endpoint of ENDPOINTS) expectRole(await lab.send({ ...endpoint, as }), endpoint, as);
      }
    },
  },
  {
    id: 'N57',
    run: async (lab) => {
      const asks: Ask[] = [
        { method: 'POST', path: '/swarms', json: { name: 'nobody', base_url: 'http://127.0.0.1:9' } },
        { method: 'POST', path: '/swarms/load', json: { json: '{}' } },
        { method: 'GET', path: '/swarms/dump' },
      ];
      for (const ask of asks) {
        const exchange = await lab.send(ask);
        expectThat(exchange, exchange.answer.status === 401, {
          expected: `401 for ${ask.method} ${ask.path} by a user`,
        });
      }
    },
  },
];

function expectTypes(exchange: Exchange, types: Record<string, string>): void {
  const body = objectOf(exchange);
  const wrong = Object.entries(types).filter(([key, type]) => typeof body[key] !== type);
  const expected = `200 with ${Object.entries(types)
    .map(([key, type]) => `${key} (${type})`)
    .join(', ')}`;
  expectThat(exchange, exchange.answer.status === 200 && wrong.length === 0, { expected });
}

function expect400(exchange: Exchange, asReference = false): void {
  expectThat(exchange, exchange.answer.status === 400, { expected: '400', asReference });
}

function expectRole(exchange: Exchange, endpoint: Endpoint, as: Speaker): void {
  const { status } = exchange.answer;
  const allowed = allows(endpoint.access, as);
  // Some bodies are wrong on purpose; all that counts here is whether the role was.
  const expected = `${describe(endpoint)} to be ${allowed ? 'open to' : '401 for'} the role ${as}`;
  expectThat(exchange, allowed === (status !== 401), { expected });
}
