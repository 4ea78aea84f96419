import { asObject } from '../http/exchange.ts';
import { frames, instead, json, type KnownFlaw, scenarioOf, without } from './flaws.ts';
import { failed } from './sample-answer.ts';

const PLAIN = { status: 500, text: 'Internal Server Error' };

/** Mistakes of endpoints that users and admins call. */
export const serverFlaws: KnownFlaw[] = [
  {
    name: 'accepts any message type',
    flaw: () =>
      instead(
        { status: 200, json: { response: 'ok', events: null } },
        ({ path, body }) => path === '/message' && body.msg_type === 'bogus',
      ),
    fails: ['N02', 'B12'],
  },
  {
    name: 'has no protocol version',
    flaw: () => json('GET /', (body) => without(body, 'protocol_version')),
    fails: ['N03'],
  },
  {
    name: 'is not healthy enough to say so',
    flaw: () => json('GET /health', (body) => without(body, 'status')),
    fails: ['N03', 'B36'],
  },
  {
    name: 'counts users in words',
    flaw: () => json('GET /status', (body) => ({ ...body, active_users: 'one' })),
    fails: ['N03'],
  },
  {
    name: 'has a new name for the user each time',
    flaw: () => {
      let count = 0;
      return json('GET /whoami', (body) => ({ ...body, id: `${String(body.id)}-${(count += 1)}` }));
    },
    fails: ['N10', 'N23', 'N35'],
  },
  {
    name: 'has one task for everything',
    flaw: () => frames((all) => all.map((each) => ({ ...each, data: { ...each.data, task_id: 'the-task' } }))),
    fails: ['N18', 'N19', 'S07'],
  },
  {
    name: 'answers with something else than the completion',
    flaw: () => json('POST /message', (body) => ({ ...body, response: `${String(body.response)}!` })),
    fails: ['N20', 'N21', 'N40', 'B15', 'D-resume_list'],
  },
  {
    name: 'forgets earlier turns',
    flaw: () =>
      instead(
        { json: { response: 'remembered 1', events: null } },
        (request) =>
          request.path === '/message' && scenarioOf(request) === 'recall' && request.given.frames === undefined,
      ),
    fails: ['N21'],
  },
  {
    name: 'remembers other tasks',
    flaw: () =>
      instead(
        { json: { response: 'remembered 2', events: null } },
        (request) =>
          request.path === '/message' && scenarioOf(request) === 'recall' && request.given.frames === undefined,
      ),
    fails: ['N21', 'N40'],
  },
  {
    name: 'never answers a follow-up without resume_from',
    flaw: () => {
      const known = new Set<unknown>();
      return instead({ hang: true }, ({ path, body: { task_id: id, resume_from: resume } }) => {
        if (path !== '/message' || id === undefined) return false;
        const again = known.has(id);
        known.add(id);
        return again && resume === undefined;
      });
    },
    fails: ['N22'],
  },
  {
    name: 'never answers an unknown resume_from',
    flaw: () => instead({ hang: true }, ({ body }) => body.resume_from === 'bogus'),
    fails: ['B33'],
  },
  {
    name: 'gives tasks to nobody',
    flaw: () => json('GET /task', (body) => ({ ...body, task_owner: 'nobody' })),
    fails: ['N23', 'N24', 'N35'],
  },
  {
    name: 'leaves the owner out of the contributors',
    flaw: () => json('GET /task', (body) => ({ ...body, task_contributors: [] })),
    fails: ['N24', 'N35'],
  },
  {
    name: 'breaks when an agent is unknown',
    flaw: () => instead(PLAIN, ({ body }) => body.entrypoint !== undefined),
    fails: ['N31'],
  },
  {
    name: 'lists tasks of everybody',
    flaw: () => {
      const seen: Record<string, unknown> = {};
      return json('GET /tasks', (body) => Object.assign(seen, body));
    },
    fails: ['N34'],
  },
  {
    name: 'shows tasks to everybody',
    flaw: () =>
      instead(
        { status: 200, json: { task_owner: 'user:u-1@conformance', task_id: 'x' } },
        ({ path, authorization, given }) =>
          path === '/task' && given.status === 404 && authorization === 'Bearer token-of-root',
      ),
    fails: ['N41'],
  },
  {
    name: 'shows tasks below /ui to everybody',
    flaw: () =>
      instead({ status: 200, json: { task_owner: 'user:u-1@conformance' } }, ({ path }) =>
        path.startsWith('/ui/task/'),
      ),
    fails: ['N41', 'B28'],
  },
  {
    name: 'lets agents write messages',
    flaw: () =>
      instead(
        { status: 200, json: { response: 'ok', events: null } },
        ({ path, authorization }) => path === '/message' && authorization === 'Bearer token-of-peer',
      ),
    fails: ['N38', 'N56'],
  },
  {
    name: 'lets users forward',
    flaw: () =>
      instead(
        { status: 200, json: {} },
        ({ path, authorization }) => path === '/interswarm/forward' && authorization === 'Bearer token-of-u-1',
      ),
    fails: ['N39', 'N56', 'B05'],
  },
  {
    name: 'has no /status',
    flaw: () => instead(failed(404, 'Not Found'), ({ path }) => path === '/status'),
    fails: ['N03', 'N43', 'N50', 'N56'],
  },
  {
    name: 'needs no token for /tasks',
    flaw: () =>
      instead({ status: 200, json: {} }, ({ path, authorization }) => path === '/tasks' && authorization === undefined),
    fails: ['N50'],
  },
  {
    name: 'answers 403 for a wrong role',
    flaw: () =>
      instead(
        failed(403, 'invalid role'),
        ({ given }) => given.status === 401 && asObject(given.json).detail === 'invalid role',
      ),
    fails: ['N38', 'N39', 'N56', 'N57', 'B02', 'B05'],
  },
  {
    name: 'answers 500 to messages that are not JSON',
    flaw: () => instead(PLAIN, ({ path, text }) => path === '/message' && text === 'hello'),
    fails: ['N51', 'B11'],
  },
  {
    name: 'answers 500 to GET /task without a body',
    flaw: () => instead(PLAIN, ({ path, text }) => path === '/task' && text === ''),
    fails: ['N51'],
  },
  {
    name: 'answers 500 to a health that is not JSON',
    flaw: () =>
      instead(
        PLAIN,
        ({ path, method, given }) =>
          method === 'POST' && path === '/health' && asObject(given.json).detail === 'error parsing request',
      ),
    fails: ['N51'],
  },
  {
    name: 'lets users dump',
    flaw: () =>
      instead(
        { status: 200, json: { status: 'dumped', swarm_name: 'x' } },
        ({ path, authorization }) => path === '/swarms/dump' && authorization === 'Bearer token-of-u-1',
      ),
    fails: ['N56', 'N57', 'B05'],
  },
  {
    name: 'locks users out of /whoami',
    flaw: () => instead(failed(401, 'invalid role'), ({ path }) => path === '/whoami'),
    fails: ['N03', 'N10', 'N23', 'N35', 'N56', 'B30'],
  },
  {
    name: 'answers errors as text',
    flaw: () => ({ answers: (given) => (given.status >= 400 ? { status: given.status, text: 'no' } : given) }),
    fails: [
      'B01',
      'B02',
      'B03',
      'B04',
      'B05',
      'B06',
      'B07',
      'B08',
      'B09',
      'B10',
      'B11',
      'B12',
      'B13',
      'B14',
      'B16',
      'B17',
      'B18',
      'B19',
      'B20',
      'B21',
      'B22',
      'B23',
      'B24',
      'B25',
      'B26',
      'B28',
      'B29',
      'B30',
    ],
  },
  {
    name: 'accepts any token',
    flaw: () =>
      instead(
        { status: 200, json: { id: 'x', role: 'user' } },
        ({ given }) => asObject(given.json).detail === 'invalid API key',
      ),
    fails: ['B04'],
  },
  {
    name: 'answers 404 to wrong verbs',
    flaw: () => instead(failed(404, 'Not Found'), ({ given }) => given.status === 405),
    fails: ['B30'],
  },
  {
    name: 'answers 200 to unknown paths',
    flaw: () => instead({ status: 200, json: {} }, ({ path }) => path === '/no/such/path'),
    fails: ['B29'],
  },
  {
    name: 'answers 404 to a resumed task it does not know',
    flaw: () =>
      instead(
        failed(404, 'no'),
        ({ given, body }) =>
          body.resume_from === 'user_response' && JSON.stringify(given.json ?? given.frames).includes('not found'),
      ),
    fails: ['B15'],
  },
  {
    name: 'breaks when kwargs collide',
    flaw: () => instead(PLAIN, ({ body }) => 'body' in asObject(body.kwargs)),
    fails: ['B14'],
  },
  {
    name: 'breaks without a message',
    flaw: () => instead(PLAIN, ({ given }) => asObject(given.json).detail === 'no message provided'),
    fails: ['N51', 'B10', 'B34'],
  },
  {
    name: 'sets no health',
    flaw: () => json('POST /health', (body) => ({ ...body, status: 'unknown' })),
    fails: ['B36'],
  },
  {
    name: 'hides whether a task is completed',
    flaw: () => json('GET /task', (body) => without(body, 'completed')),
    fails: ['S10'],
  },
  {
    name: 'gives another task than the query says',
    flaw: () => instead({ status: 200, json: { task_id: 'another' } }, ({ query }) => query.has('task_id')),
    fails: ['B35'],
  },
  { name: 'breaks when debugging', flaw: () => instead(PLAIN, ({ path }) => path === '/ui/tasks'), fails: ['B27'] },
  {
    name: 'knows no agents',
    flaw: () => json('GET /ui/agents', () => ({ agents: [], entrypoint: 'supervisor' })),
    fails: ['B31'],
  },
  {
    name: 'answers /responses with nothing',
    flaw: () => instead({ json: {} }, ({ path, given }) => path === '/responses' && given.status === 200),
    fails: ['B32'],
  },
  {
    name: 'takes /responses without input',
    flaw: () => instead({ status: 200, json: {} }, ({ path, given }) => path === '/responses' && given.status === 400),
    fails: ['B26'],
  },
];
