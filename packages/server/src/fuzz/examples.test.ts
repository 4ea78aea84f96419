import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { DocumentedRoute } from '../openapi/documented-route.ts';
import { documentedRoutes } from '../openapi/documented-routes.ts';
import { TASK_ID } from '../openapi/shared-parameters.ts';
import { toOpenAPI } from '../openapi/to-openapi.ts';
import type { RunningServer } from '../start-options.ts';
import { authorizations, startFuzzServer } from './__fixtures__/fuzz-server.ts';
import { answerJudge } from './__fixtures__/judge-answer.ts';
import { type Answer, Sender } from './__fixtures__/send-request.ts';

const judge = answerJudge(toOpenAPI(documentedRoutes));

/** Examples that ask for what this server does not have: peers, agents and a call that waits under that very name. */
const refused: Record<string, string> = {
  'POST /swarms': 'peer_unreachable',
  'POST /swarms/register': 'peer_unreachable',
  'POST /swarms/unregister': 'peer_not_found',
  'POST /swarms/approve': 'peer_not_found',
  'POST /swarms/discover': 'url_refused',
  'GET /interswarm/tasks/{task_id}/events': 'sender_refused',
  'POST /interswarm/tasks/{task_id}/cancel': 'sender_refused',
  'POST /interswarm/tasks/{task_id}/forget': 'sender_refused',
  'POST /interswarm/tasks/{task_id}/resume': 'sender_refused',
  'POST /interswarm/forward': 'swarm_not_found',
  'POST /interswarm/back': 'swarm_not_found',
  'POST /interswarm/message': 'swarm_not_found',
  'POST /tasks/{task_id}/resume': 'call_not_found',
  'POST /tasks/{task_id}/step': 'agent_not_found',
  'GET /ui/swarms/{name}': 'swarm_not_found',
  'GET /v1/responses/{response_id}': 'task_not_found',
  'POST /v1/responses/{response_id}/cancel': 'task_not_found',
  // The session of the examples is on a swarm, and is gone when it was deleted once.
  ...Object.fromEntries(
    ['/chat', '/api/chat'].flatMap((path) => [
      [`PATCH ${path}/{id}/queue/{messageId}`, 'invalid_input'],
      [`DELETE ${path}/{id}/queue/{messageId}`, 'invalid_input'],
      [`POST ${path}/{id}/approvals/{approvalId}`, 'invalid_input'],
      [`POST ${path}/sessions/{id}/fork`, 'invalid_input'],
      [`POST ${path}/{id}/branch`, 'invalid_input'],
    ]),
  ),
  'POST /api/sessions/{id}/fork': 'invalid_input',
  'DELETE /api/chat/sessions/{id}': 'task_deleted',
  'DELETE /api/sessions/{id}': 'task_deleted',
};

let server: RunningServer;
let sender: Sender;

async function send({ method, path, access, body, parameters = [] }: DocumentedRoute): Promise<Answer> {
  const filled = parameters.reduce(
    (url, { name, in: place, example }) => (place === 'path' ? url.replace(`{${name}}`, example) : url),
    path,
  );
  return sender.send({
    method: method.toUpperCase(),
    path: filled,
    headers: {
      ...(access === 'public' ? {} : { Authorization: authorizations[access]! }),
      ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
    },
    body: body === undefined ? undefined : Buffer.from(JSON.stringify(body.example)),
  });
}

beforeAll(async () => {
  server = await startFuzzServer({ outbound: { allowPrivateNetworks: [] } });
  sender = new Sender(server.url);
  const headers = { Authorization: authorizations.user!, 'Content-Type': 'application/json' };
  const body = Buffer.from(JSON.stringify({ body: 'ask whether to send it', task_id: TASK_ID }));
  await sender.send({ method: 'POST', path: '/message', headers, body });
});

afterAll(async () => {
  sender[Symbol.dispose]();
  await server.stop({ drainMs: 0 });
});

describe('the examples of the OpenAPI document', () => {
  // What ends the task comes after those who want to see it wait; what replaces the swarm, after those who ask it; and what
  // deletes the session or the task after everybody else.
  const comesLate = ({ method, path }: DocumentedRoute): number =>
    Number(/\/(?:cancel|load)$/.test(path)) +
    2 * Number(method === 'delete' && /\/(?:sessions|tasks)\/\{\w+\}$/.test(path));
  const inOrder = documentedRoutes.toSorted((left, right) => comesLate(left) - comesLate(right));

  test.each(inOrder.map((route) => [`${route.method.toUpperCase()} ${route.path}`, route] as const))(
    '%s is answered as documented',
    async (name, route) => {
      const answer = await send(route);
      const { code, error } =
        answer.status < 300 ? {} : (JSON.parse(answer.body) as { code?: string; error?: { code: string } });
      expect(code ?? error?.code).toBe(refused[name]);
      expect(
        judge(
          { route: name, method: route.method.toUpperCase(), path: route.path, headers: {}, body: undefined },
          answer,
        ),
      ).toEqual([]);
    },
  );
});
