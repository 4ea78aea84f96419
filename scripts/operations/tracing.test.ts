import { spawn } from 'node:child_process';
import { createServer, type IncomingMessage } from 'node:http';
import { mkdtemp, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

type Exported = { resourceSpans: { resource: Named; scopeSpans: { spans: { name: string; traceId: string }[] }[] }[] };
type Named = { attributes: { key: string; value: { stringValue?: string } }[] };

async function bodyOf(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const piece of request.setEncoding('utf8')) text += piece as string;
  return text;
}

const file = (path: string): string => fileURLToPath(new URL(`../../${path}`, import.meta.url));

test('a server started with ops/tracing.ts sends all its spans to a collector before it ends', async () => {
  const exports: Exported[] = [];
  const collector = createServer((request, response) => {
    void bodyOf(request).then((text) => {
      const isTraces = request.url === '/v1/traces';
      if (isTraces) exports.push(JSON.parse(text) as Exported);
      response.writeHead(isTraces ? 200 : 404, { 'content-type': 'application/json' }).end('{}');
    });
  });
  await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve));
  const folder = await mkdtemp(join(tmpdir(), 'posthouse-tracing-'));
  const words = ['--import', file('ops/tracing.ts'), file('examples/serve.ts'), '--port', '0', '--fast'];
  const child = spawn(process.execPath, words, {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      DATABASE_URL: `sqlite:${join(folder, 'posthouse.db')}`,
      OTEL_SERVICE_NAME: 'harbour-desk',
      OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${(collector.address() as AddressInfo).port}`,
    },
  });
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  let said = '';
  const [url, token] = await new Promise<[string, string]>((resolve, reject) => {
    child.stdout.setEncoding('utf8').on('data', (piece: string) => {
      said += piece;
      const address = /http:\/\/[\d.]+:\d+/.exec(said)?.[0];
      const user = /ph_user_[\w-]+/.exec(said)?.[0];
      if (address !== undefined && user !== undefined) resolve([address, user]);
    });
    void ended.then((code) => reject(new Error(`the server ended with ${code}: ${said}`)));
  });
  const answer = await fetch(`${url}/message`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      traceparent: `00-${'c'.repeat(32)}-${'c'.repeat(16)}-01`,
    },
    body: JSON.stringify({ body: 'What is (3 + 4) * 12?' }),
  });
  expect(answer.status).toBe(200);
  await answer.text();
  child.kill('SIGTERM');
  expect(await ended).toBe(0);
  await new Promise((resolve) => collector.close(resolve));
  await rm(folder, { recursive: true, force: true });

  const spans = exports.flatMap(({ resourceSpans }) =>
    resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans)),
  );
  const names = spans.filter(({ traceId }) => traceId === 'c'.repeat(32)).map(({ name }) => name.split(' ')[0]);
  expect([...new Set(names)].toSorted()).toEqual(
    expect.arrayContaining(['POST', 'chat', 'execute_tool', 'invoke_agent', 'invoke_workflow', 'post']),
  );
  const service = exports[0]!.resourceSpans[0]!.resource.attributes.find(({ key }) => key === 'service.name');
  expect(service?.value.stringValue).toBe('harbour-desk');
});
