import { newId } from '@posthouse/protocol';
import type { BetterAnswer } from '../findings/expect-that.ts';
import type { Check } from './check.ts';
import { get, post, type Row, same, toCheck, withHeader } from './matrix-row.ts';

const PLAIN_500 = { status: 500, plain: 'Internal Server Error' };
const bad = (difference: BetterAnswer['difference']): BetterAnswer[] => [{ status: 400, difference }];

const rows: Row[] = [
  {
    id: 'B01',
    says: 'Without a token a protected endpoint says that there was none.',
    level: 'MUST',
    cells: () =>
      same([get('/whoami', 'nobody'), get('/swarms/dump', 'nobody'), post('/interswarm/back', {}, 'nobody')], {
        status: 401,
        detail: 'no API key provided',
      }),
  },
  {
    id: 'B02',
    says: 'An endpoint of users and admins does not accept a header that is no Bearer token.',
    level: 'MUST',
    cells: () => same([withHeader(get('/whoami'), 'Basic abc')], { status: 401, detail: 'invalid role' }),
  },
  {
    id: 'B03',
    says: 'An endpoint of one role does not accept a header that is no Bearer token.',
    level: 'MUST',
    cells: () =>
      same([withHeader(get('/swarms/dump'), 'Basic abc'), withHeader(post('/interswarm/forward', {}), 'Basic abc')], {
        status: 401,
        detail: 'invalid API key format',
      }),
  },
  {
    id: 'B04',
    says: 'A token that nobody has is refused.',
    level: 'MUST',
    cells: () =>
      same([withHeader(get('/whoami'), `Bearer nobody-${newId()}`)], { status: 401, detail: 'invalid API key' }),
  },
  {
    id: 'B05',
    says: 'A token of the wrong role is refused with 401.',
    level: 'MUST',
    cells: (lab) =>
      same(
        [
          post('/health', { status: 'healthy' }),
          get('/swarms/dump'),
          post('/interswarm/forward', {}),
          ...(lab.has('agent') ? [get('/whoami', 'agent')] : []),
        ],
        { status: 401, detail: 'invalid role' },
      ),
  },
  {
    id: 'B06',
    says: 'A health update without a status is refused.',
    needs: ['admin'],
    cells: () => same([post('/health', {}, 'admin')], { status: 400, detail: 'status is required' }),
  },
  {
    id: 'B07',
    says: 'A health update that is not JSON is refused.',
    needs: ['admin'],
    cells: () =>
      same([{ method: 'POST', path: '/health', as: 'admin', text: 'hello' }], PLAIN_500, bad('bad-json-is-400')),
  },
  {
    id: 'B08',
    says: 'GET /task without a body is refused.',
    cells: () => same([get('/task')], PLAIN_500, bad('task-without-body')),
  },
  {
    id: 'B09',
    says: 'GET /task without an id, with an id that is no text, with an unknown id: refused.',
    cells: () => {
      const id = newId();
      const ask = (json: unknown) => ({ method: 'GET', path: '/task', json });
      return [
        { ask: ask({}), answer: { status: 400, detail: 'task_id is required' } },
        { ask: ask({ task_id: 5 }), answer: { status: 400, detail: 'task_id must be a string' } },
        { ask: ask({ task_id: id }), answer: { status: 404, detail: `task '${id}' not found` } },
      ];
    },
  },
  {
    id: 'B10',
    says: 'A message without a body is refused.',
    cells: () =>
      same([post('/message', {}), post('/message', { body: '' })], { status: 400, detail: 'no message provided' }),
  },
  {
    id: 'B11',
    says: 'A message that is not JSON is refused.',
    cells: () =>
      same([{ method: 'POST', path: '/message', text: 'hello' }], { status: 400, detail: /^error parsing request: / }),
  },
  {
    id: 'B12',
    says: 'A message type that is no text, or none of the known ones, is refused.',
    cells: () => [
      {
        ask: post('/message', { body: 'Hello.', msg_type: 5 }),
        answer: { status: 400, detail: /^msg_type must be a string, got (int|number)$/ },
      },
      {
        ask: post('/message', { body: 'Hello.', msg_type: 'bogus' }),
        answer: { status: 400, detail: 'invalid message type: bogus' },
      },
    ],
  },
  {
    id: 'B13',
    says: 'A message type that users cannot send is refused.',
    cells: () =>
      ['response', 'interrupt', 'broadcast_complete'].map((type) => ({
        ask: post('/message', { body: 'Hello.', msg_type: type }),
        answer: { status: 500, detail: `error processing message: type '${type}' not implemented for this method` },
        better: bad('message-type-is-400'),
      })),
  },
  {
    id: 'B16',
    says: 'A swarm cannot be registered without a name or without a base URL.',
    needs: ['admin'],
    cells: () =>
      same([post('/swarms', {}, 'admin'), post('/swarms', { name: 'peer' }, 'admin')], {
        status: 400,
        detail: 'name and base_url are required',
      }),
  },
  {
    id: 'B17',
    says: 'A swarm that cannot be reached is not registered.',
    needs: ['admin'],
    cells: () =>
      same(
        // Nobody listens on port 9; a program that did would have to speak MAIL.
        [post('/swarms', { name: 'nobody', base_url: 'http://127.0.0.1:9' }, 'admin')],
        { status: 500, detail: /^error registering swarm: / },
        [
          { status: 502, difference: 'peer-is-502' },
          { status: 400, difference: 'peer-is-502' },
        ],
      ),
  },
  {
    id: 'B18',
    says: 'What is no swarm cannot be loaded.',
    needs: ['admin'],
    cells: () =>
      same(
        [post('/swarms/load', { json: 'hello' }, 'admin'), post('/swarms/load', { json: '{"name": "x"}' }, 'admin')],
        { status: 500, detail: /^error loading swarm from JSON: / },
        bad('bad-swarm-is-400'),
      ),
  },
  {
    id: 'B29',
    says: 'An unknown path is 404.',
    cells: () => same([get('/no/such/path')], { status: 404, detail: 'Not Found' }),
  },
  {
    id: 'B30',
    says: 'A wrong verb is 405.',
    cells: () =>
      same(
        [
          { method: 'DELETE', path: '/whoami' },
          { method: 'GET', path: '/message' },
        ],
        {
          status: 405,
          detail: 'Method Not Allowed',
        },
      ),
  },
];

/** The rows of the matrix that a single request can show. */
export const matrixChecks: Check[] = rows.map(toCheck);
