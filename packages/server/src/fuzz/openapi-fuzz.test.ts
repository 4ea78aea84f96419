import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { documentedRoutes } from '../openapi/documented-routes.ts';
import { toOpenAPI } from '../openapi/to-openapi.ts';
import type { RunningServer } from '../start-options.ts';
import { type FuzzedRequest, fuzzedRequest } from './__fixtures__/fuzzed-request.ts';
import { authorizations, startFuzzServer } from './__fixtures__/fuzz-server.ts';
import { answerJudge } from './__fixtures__/judge-answer.ts';
import { type Answer, Sender } from './__fixtures__/send-request.ts';

/** Most requests are wrong on purpose, so each route needs a number of them to be right once. */
const REQUESTS = documentedRoutes.length * (process.env.TEST_FULL === '1' ? 110 : 15);
/** Requests that are under way at the same time. */
const WIDTH = 8;

const document = toOpenAPI(documentedRoutes);
const judge = answerJudge(document);
const seed = fc.readConfigureGlobal().seed!;

type Exchange = { request: FuzzedRequest; answer: Answer | Error; problems: string[] };

/** A request as one line, to find it again. */
const show = ({ method, path, headers, body }: FuzzedRequest): string =>
  `${method} ${path} ${JSON.stringify(headers)} ${body === undefined ? '' : body.subarray(0, 300).toString('latin1')}`;

async function exchange(sender: Sender, request: FuzzedRequest): Promise<Exchange> {
  try {
    const answer = await sender.send(request);
    return { request, answer, problems: judge(request, answer) };
  } catch (error) {
    return { request, answer: error as Error, problems: [String(error)] };
  }
}

describe('random requests made from the OpenAPI document', () => {
  let server: RunningServer;
  let exchanges: Exchange[];
  const unhandled: unknown[] = [];
  const onUnhandled = (error: unknown): unknown => unhandled.push(error);

  beforeAll(async () => {
    process.on('unhandledRejection', onUnhandled);
    server = await startFuzzServer();
    using sender = new Sender(server.url);
    const taskIds = ['finished', 'paused', 'failed'];
    for (const [index, body] of ['hello', 'ask somebody', 'fail'].entries()) {
      const headers = { Authorization: authorizations.user!, 'Content-Type': 'application/json' };
      const post = Buffer.from(JSON.stringify({ body, task_id: taskIds[index] }));
      await sender.send({ method: 'POST', path: '/message', headers, body: post });
      const chat = Buffer.from(JSON.stringify({ sessionId: taskIds[index], message: body }));
      await sender.send({ method: 'POST', path: '/chat', headers, body: chat });
    }
    const { body: response } = await sender.send({
      method: 'POST',
      path: '/v1/responses',
      headers: { Authorization: authorizations.user!, 'Content-Type': 'application/json' },
      body: Buffer.from('{"model":"desk","input":"hello"}'),
    });
    taskIds.push((JSON.parse(response) as { id: string }).id);
    const requests = fc.sample(fuzzedRequest(document, { authorizations, taskIds }), { numRuns: REQUESTS, seed });
    exchanges = [];
    const work = async (): Promise<void> => {
      for (let request = requests.pop(); request !== undefined; request = requests.pop()) {
        exchanges.push(await exchange(sender, request));
      }
    };
    await Promise.all(Array.from({ length: WIDTH }, work));
  }, 600_000);

  afterAll(async () => {
    await server.stop({ drainMs: 0 });
    process.off('unhandledRejection', onUnhandled);
  });

  test('random requests get a documented answer each: never a server error, never a hang', () => {
    expect(exchanges).toHaveLength(REQUESTS);
    const wrong = exchanges.filter(({ problems }) => problems.length > 0);
    expect(wrong.map(({ request, problems }) => `${show(request)}\n  → ${problems.join('; ')}`).slice(0, 10)).toEqual(
      [],
    );
  });

  test('random requests leave no unhandled rejection', () => {
    expect(unhandled).toEqual([]);
  });

  test('random requests reach every route, and succeed on most of them at times', () => {
    const reached = new Set(exchanges.map(({ request }) => request.route));
    const all = documentedRoutes.map(({ method, path }) => `${method.toUpperCase()} ${path}`);
    expect(all.filter((route) => !reached.has(route))).toEqual([]);
    const served = new Set(
      exchanges
        .filter(({ answer }) => !(answer instanceof Error) && answer.status < 300)
        .map(({ request }) => request.route),
    );
    // What servers of ours say to each other is signed, and nobody signs here.
    const open = all.filter((route) => !route.includes('/interswarm/tasks/'));
    expect(open.filter((route) => served.has(route)).length).toBeGreaterThan(open.length / 2);
  });

  test('random requests leave a server that still works', async () => {
    using sender = new Sender(server.url);
    const { status, body } = await sender.send({
      method: 'POST',
      path: '/message',
      headers: { Authorization: authorizations.other!, 'Content-Type': 'application/json' },
      body: Buffer.from('{"body":"still there?"}'),
    });
    expect({ status, body: JSON.parse(body) as unknown }).toMatchObject({
      status: 200,
      body: { response: 'you said: still there?', status: 'complete' },
    });
  });
});
