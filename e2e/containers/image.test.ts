import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startScriptedLLM } from '@posthouse/testkit';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { podman } from '../../scripts/containers/podman.ts';
import { programsOf } from '../../scripts/docs/printed-programs.ts';
import { SpanCollector } from '../../scripts/operations/__fixtures__/span-collector.ts';
import { ask, isReady, ServerContainer } from './__fixtures__/server-container.ts';

const VOLUME = 'posthouse-e2e';
const mySwarm = join(import.meta.dirname, '__fixtures__/my-swarm');
const asMySwarm = [
  `--volume=${mySwarm}:/app/my-swarm:ro`,
  '--env=SWARM_SOURCE=/app/my-swarm/swarm.ts',
  '--env=SWARM_NAME=',
];

beforeAll(() => podman(['volume', 'rm', '--force', VOLUME]));
afterAll(() => podman(['volume', 'rm', '--force', VOLUME]));

describe('the container image', () => {
  test('weighs at most 250 MB', async () => {
    const bytes = Number(await podman(['image', 'inspect', '--format', '{{.Size}}', 'posthouse']));
    console.log(`The image weighs ${Math.round(bytes / 1e6)} MB.`);
    expect(bytes).toBeLessThanOrEqual(250e6);
  });

  test('serves the example swarm, keeps it on the volume through a kill, and cannot write anywhere else', async () => {
    await using llm = await startScriptedLLM({
      script: [{ toolCalls: [{ name: 'task_complete', input: { finish_message: 'It is 84.' } }] }],
    });
    await using server = new ServerContainer('posthouse-e2e-image', {
      volume: VOLUME,
      options: ['--env', 'ANTHROPIC_API_KEY=none', '--env', `ANTHROPIC_BASE_URL=${llm.url}/v1`],
    });
    const token = await server.run('token', 'create', '--role', 'user', '--id', 'alice');
    await server.start();
    await expect.poll(isReady).toBe(true);
    expect(await server.isHealthy()).toBe(true);
    expect(await podman(['exec', 'posthouse-e2e-image', 'id', '--user'])).toBe('1000');
    await expect(podman(['exec', 'posthouse-e2e-image', 'touch', '/app/new'])).rejects.toThrow('Read-only file system');

    const { response, task_id: task } = await ask('/message', token, { body: 'What is (3 + 4) * 12?' });
    expect(response).toBe('It is 84.');
    expect(JSON.stringify(llm.requests[0]!.messages)).toContain('What is (3 + 4) * 12?');

    await server.kill();
    await server.start();
    await expect.poll(isReady).toBe(true);
    expect(JSON.stringify(await ask(`/tasks/${String(task)}`, token))).toContain('It is 84.');
    expect(llm.requests).toHaveLength(1);
    expect(await fetch('http://127.0.0.1:8000/studio/').then((page) => page.text())).toContain('<title>');
  });

  test('finishes a running turn when it is stopped, and answers its caller', async () => {
    await using server = new ServerContainer('posthouse-e2e-stop', {
      volume: VOLUME,
      options: [...asMySwarm, '--env=MAIL_DRAIN_SECONDS=30'],
    });
    const token = await server.run('token', 'create', '--role', 'user', '--id', 'bob');
    await server.start();
    await expect.poll(isReady).toBe(true);
    const answer = ask('/message', token, { body: 'wait 3000', task_id: 'slow' });
    await expect.poll(async () => (await ask('/tasks/slow', token)).is_running).toBe(true);
    expect(await server.stop()).toBe(0);
    expect((await answer).response).toBe('You said: wait 3000');
  });

  test('exits at once when it is stopped before it listens', async () => {
    await using server = new ServerContainer('posthouse-e2e-early', { volume: VOLUME });
    await server.start();
    const before = Date.now();
    // Killed after a minute, it would be 137.
    expect([0, 143]).toContain(await server.stop());
    expect(Date.now() - before).toBeLessThan(60_000);
  });
});

describe('an image on top of the container image', () => {
  const build = (...words: string[]): Promise<string> => podman(['build', '--network', 'host', '--tag', ...words]);

  test('sends the spans of a run to a collector, built from ops/traced.Dockerfile', async () => {
    const image = 'posthouse-e2e-traced';
    await build(image, '--file', 'ops/traced.Dockerfile', '.');
    await using collector = await SpanCollector.start();
    await using server = new ServerContainer(image, {
      image,
      volume: VOLUME,
      options: [...asMySwarm, `--env=OTEL_EXPORTER_OTLP_ENDPOINT=${collector.url}`],
    });
    const token = await server.run('token', 'create', '--role', 'user', '--id', 'carol');
    await server.start();
    await expect.poll(isReady).toBe(true);
    const traceId = 'c'.repeat(32);
    const answer = await ask(
      '/message',
      token,
      { body: 'hello' },
      { traceparent: `00-${traceId}-${'c'.repeat(16)}-01` },
    );
    expect(answer.response).toBe('You said: hello');
    expect(await server.stop()).toBe(0);
    expect(collector.kindsOf(traceId)).toEqual(['POST', 'invoke_agent', 'invoke_workflow', 'post']);
  });

  test('finds the packages that docs/docker.md installs, and the swarm beside them', async () => {
    const [printed] = programsOf('docs/docker.md', 'Dockerfile');
    const folder = await mkdtemp(join(tmpdir(), 'posthouse-image-'));
    await writeFile(join(folder, 'Dockerfile'), printed!);
    await cp(mySwarm, join(folder, 'my-swarm'), { recursive: true });
    await build('posthouse-e2e-own', folder);
    await rm(folder, { recursive: true });
    const program =
      "import('@ai-sdk/openai-compatible').then((found) => console.log(typeof found.createOpenAICompatible))";
    const words = ['--network', 'host', '--workdir', '/app/packages/runtime', '--entrypoint', 'node'];
    expect(await podman(['run', '--rm', ...words, 'posthouse-e2e-own', '--eval', program])).toBe('function');
    const list = ['run', '--rm', '--network', 'host', '--entrypoint', 'ls', 'posthouse-e2e-own', '/app/my-swarm'];
    expect(await podman(list)).toBe('swarm.ts');
  });
});
