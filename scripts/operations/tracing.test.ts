import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { SpanCollector } from './__fixtures__/span-collector.ts';

const file = (path: string): string => fileURLToPath(new URL(`../../${path}`, import.meta.url));

test('a server started with ops/tracing.ts sends all its spans to a collector before it ends', async () => {
  await using collector = await SpanCollector.start();
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
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
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
  await rm(folder, { recursive: true, force: true });

  expect(collector.kindsOf('c'.repeat(32))).toEqual(
    expect.arrayContaining(['POST', 'chat', 'execute_tool', 'invoke_agent', 'invoke_workflow', 'post']),
  );
  expect(collector.spans[0]!.service).toBe('harbour-desk');
});
