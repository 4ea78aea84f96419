import { openStore, type Store, type Write } from '@posthouse/store';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { MemoryTracing } from '../../packages/runtime/src/telemetry/__fixtures__/memory-tracing.ts';
import { authorizations, startFuzzServer } from '../../packages/server/src/fuzz/__fixtures__/fuzz-server.ts';
import { createLogger, type RunningServer } from '@posthouse/server';

type Line = Record<string, unknown>;

let tracing: MemoryTracing;
let store: Store;
let server: RunningServer;
const lines: Line[] = [];
/** How many commits of turns are still to fail. */
let hiccups = 0;

/** A store whose disk has a hiccup now and then. */
function unsteady(inner: Store): Store {
  return new Proxy(inner, {
    get(target, name) {
      const member: unknown = Reflect.get(target, name, target);
      if (typeof member !== 'function') return member;
      if (name !== 'commit') return member.bind(target) as unknown;
      return (write: Write) => {
        const fails = (write.turns ?? []).length > 0 && hiccups > 0;
        if (fails) hiccups -= 1;
        return fails ? Promise.reject(new Error('the disk had a hiccup')) : target.commit(write);
      };
    },
  });
}

beforeAll(async () => {
  tracing = new MemoryTracing();
  store = await openStore('sqlite::memory:');
  const logger = createLogger({ format: 'json', write: (line) => lines.push(JSON.parse(line) as Line) });
  server = await startFuzzServer({ logger, store: unsteady(store) });
});

afterAll(async () => {
  await server.stop({ drainMs: 0 });
  await store[Symbol.asyncDispose]();
  await tracing[Symbol.asyncDispose]();
});

const post = (path: string, body: object, headers: Record<string, string> = {}): Promise<Response> =>
  fetch(`${server.url}${path}`, {
    method: 'POST',
    headers: {
      Authorization: authorizations.user!,
      'Content-Type': 'application/json',
      Accept: 'application/json, text/event-stream',
      ...headers,
    },
    body: JSON.stringify(body),
  });

const userMessage = { id: 'm-1', role: 'user', parts: [{ type: 'text', text: 'hello' }] };
const toolCall = (meta: object) => ({
  jsonrpc: '2.0',
  id: 1,
  method: 'tools/call',
  params: { name: 'desk', arguments: { message: 'hello' }, _meta: meta },
});

const doors: Record<string, [path: string, body: object]> = {
  'the door of MAIL': ['/message', { body: 'hello' }],
  'a stream of MAIL': ['/message', { body: 'hello', stream: true }],
  'the chat': ['/chat', { id: 'chat-1', trigger: 'submit-message', messages: [userMessage] }],
  'Chat Completions': ['/v1/chat/completions', { model: 'desk', messages: [{ role: 'user', content: 'hello' }] }],
  Responses: ['/v1/responses', { model: 'desk', input: 'hello' }],
  MCP: ['/mcp', toolCall({})],
};

describe('a traced request', () => {
  test.each(Object.entries(doors))(
    'a request has its id and its trace in the answer, the log and the run, through %s',
    async (...given) => {
      const [door, [path, body]] = given;
      const digit = (Object.keys(doors).indexOf(door) + 1).toString(16);
      const [traceId, spanId] = [digit.repeat(32), digit.repeat(16)];
      const answer = await post(path, body, { traceparent: `00-${traceId}-${spanId}-01` });
      const text = await answer.text();
      expect([answer.status, text]).toEqual([200, expect.stringContaining('you said: hello')]);
      const requestId = answer.headers.get('x-request-id');
      expect(lines.filter((line) => line.requestId === requestId)).toMatchObject([
        { message: 'request', path, traceId },
      ]);

      const spans = tracing.spans.filter((span) => span.spanContext().traceId === traceId);
      const request = spans.find(({ name }) => name === `POST ${path}`);
      expect(request!.parentSpanContext?.spanId).toBe(spanId);
      expect(request!.attributes).toMatchObject({
        'http.response.status_code': 200,
        'posthouse.request_id': requestId,
      });
      const posted = spans.find(({ name }) => name === 'post desk');
      expect(posted!.parentSpanContext?.spanId).toBe(request!.spanContext().spanId);
      const run = spans.find(({ name }) => name === 'invoke_workflow desk');
      expect(run!.parentSpanContext?.spanId).toBe(posted!.spanContext().spanId);
      expect(run!.attributes).toMatchObject({ 'posthouse.request_id': requestId, 'posthouse.run.outcome': 'complete' });
    },
  );

  test('a request through MCP belongs to the trace that its call names, if its headers name none', async () => {
    const [traceId, spanId] = ['d'.repeat(32), 'd'.repeat(16)];
    await (await post('/mcp', toolCall({ traceparent: `00-${traceId}-${spanId}-01` }))).text();
    const posted = tracing.named('post desk').find((span) => span.spanContext().traceId === traceId);
    expect(posted!.parentSpanContext?.spanId).toBe(spanId);
  });

  test('a refused request has its id in the answer, and its span has the outcome', async () => {
    const [traceId, spanId] = ['e'.repeat(32), 'e'.repeat(16)];
    const answer = await post('/message', { body: '' }, { traceparent: `00-${traceId}-${spanId}-01` });
    expect([answer.status, answer.headers.get('x-request-id')]).toEqual([400, expect.any(String)]);
    const spans = tracing.spans.filter((span) => span.spanContext().traceId === traceId);
    expect(spans.map(({ name, attributes }) => [name, attributes['http.response.status_code']])).toEqual([
      ['POST /message', 400],
    ]);
  });

  test('leaves no span for a health check or metrics', async () => {
    const before = tracing.spans.length;
    for (const path of ['/health', '/health/ready', '/metrics']) {
      await (await fetch(`${server.url}${path}`, { headers: { Authorization: authorizations.admin! } })).text();
    }
    expect(tracing.spans).toHaveLength(before);
  });
});

test('a failure in a run is logged with the request and the trace that started the run', async () => {
  hiccups = 1;
  const [traceId, spanId] = ['f'.repeat(32), 'f'.repeat(16)];
  const answer = await post('/message', { body: 'hello' }, { traceparent: `00-${traceId}-${spanId}-01` });
  expect(((await answer.json()) as { response: string }).response).toBe('you said: hello');
  const requestId = answer.headers.get('x-request-id');
  expect(hiccups).toBe(0);
  expect(lines.filter((line) => line.level === 'error')).toMatchObject([
    { message: 'an internal error occurred', error: { message: 'the disk had a hiccup' }, requestId, traceId },
  ]);
});
