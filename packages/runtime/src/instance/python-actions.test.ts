import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { LogEntry } from '@posthouse/protocol';
import { openStore, type Store } from '@posthouse/store';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { actor, complete, logOf, outline } from '../__fixtures__/play.ts';
import { until } from '../__fixtures__/two-nodes.ts';
import type { SwarmInstance } from '../instance/swarm-instance.ts';
import { HAS_PYTHON, openFerry } from '../python/__fixtures__/ferry.ts';
import type { PythonBridgeOptions } from '../python/python-bridge.ts';
import { swarm } from '../swarm.ts';
import { parseSwarmsJSON } from '../swarms-json/parse-swarms-json.ts';

type Made = { name: string; input: object; idempotent?: boolean; limits?: object };

const parameters = { type: 'object', properties: {} };

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'posthouse-python-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** A captain that calls one action of a swarms file and then completes. */
async function onFerry<Result>(
  { name, input, idempotent = false, limits = {} }: Made,
  scene: (instance: SwarmInstance, python: ReturnType<typeof openFerry>, store: Store) => Promise<Result>,
  options: PythonBridgeOptions = {},
): Promise<Result> {
  await using python = openFerry(options);
  const [file] = await parseSwarmsJSON(
    {
      name: 'ferry',
      version: '1.0.0',
      entrypoint: 'captain',
      actions: [{ name, description: name, parameters, function: `python::ferry.actions:${name}`, idempotent }],
      agents: [
        {
          name: 'captain',
          comm_targets: [],
          actions: [name],
          can_complete_tasks: true,
          enable_entrypoint: true,
          agent_params: { llm: 'scripted/captain' },
        },
      ],
    },
    { python },
  );
  const lines = [[{ tool: name, input, callId: 'the-call' }], complete('done')] as Parameters<typeof actor>[1];
  const captain = actor('captain', lines, {
    commTargets: [],
    actions: file!.agents[0]!.actions,
    canCompleteTasks: true,
    enableEntrypoint: true,
  });
  const team = swarm({ name: 'ferry', version: '1.0.0', entrypoint: 'captain', agents: [captain], limits });
  await using store = await openStore('sqlite::memory:');
  await using instance = await team.instantiate({ store, userId: 'u-1' });
  return await scene(instance, python, store);
}

const resultIn = (entries: readonly LogEntry[]) =>
  entries.flatMap((entry) => (entry.type === 'call-ended' && entry.callId === 'the-call' ? [entry.result] : []));

const contentOf = (path: string): Promise<string> => readFile(path, 'utf8').catch(() => '');

describe.skipIf(!HAS_PYTHON)('an action in Python', () => {
  test('an action in Python is recorded like any other, remarks included', async () => {
    await onFerry({ name: 'papers_in_thread', input: {} }, async (instance) => {
      const { taskId } = await instance.postMessage({ body: 'go' });
      const entries = await logOf(instance, taskId);
      expect(resultIn(entries)).toEqual([{ status: 'success', content: taskId }]);
      expect(outline(entries)).toContain('notice action_log');
    });
  });

  test('an action that raises is answered with its sentence, and the turn goes on', async () => {
    await onFerry({ name: 'spring_a_leak', input: {} }, async (instance) => {
      const { taskId, status } = await instance.postMessage({ body: 'go' });
      expect(status).toBe('complete');
      expect(resultIn(await logOf(instance, taskId))).toEqual([
        { status: 'error', content: 'failed to execute action tool: the hull leaks', code: 'action_failed' },
      ]);
    });
  });

  test('an action has an unknown outcome when its process ends, and is not tried again', async () => {
    const note = join(folder, 'once');
    await onFerry({ name: 'sink', input: { note, times: 9 } }, async (instance) => {
      const { taskId, status } = await instance.postMessage({ body: 'go' });
      expect(status).toBe('complete');
      const [result] = resultIn(await logOf(instance, taskId));
      expect(result).toMatchObject({ status: 'unknown', code: 'outcome_unknown' });
      expect(result!.content).toContain('it may or may not have taken effect');
    });
    expect((await contentOf(note)).trim().split('\n')).toHaveLength(1);
  });

  test('an idempotent action is tried once more with the same key', async () => {
    const note = join(folder, 'twice');
    await onFerry({ name: 'sink', input: { note, times: 1 }, idempotent: true }, async (instance) => {
      const { taskId } = await instance.postMessage({ body: 'go' });
      expect(resultIn(await logOf(instance, taskId))).toEqual([{ status: 'success', content: 'afloat' }]);
    });
    const keys = (await contentOf(note)).trim().split('\n');
    expect(keys).toHaveLength(2);
    expect(new Set(keys).size).toBe(1);
    expect(keys[0]).toMatch(/the-call$/);
  });

  test('an action that crashes every time ends with an unknown outcome, idempotent or not', async () => {
    await onFerry({ name: 'sink', input: {}, idempotent: true }, async (instance) => {
      const { taskId } = await instance.postMessage({ body: 'go' });
      expect(resultIn(await logOf(instance, taskId))).toMatchObject([{ status: 'unknown' }]);
    });
  });

  test('an action that blocks has an unknown outcome within a second of Stop, and its process ends', async () => {
    const note = join(folder, 'jammed');
    const jam = { name: 'jam', input: { seconds: 3600, note } };
    await onFerry(
      jam,
      async (instance, python) => {
        const { taskId } = await instance.submit({ body: 'go' });
        await until(async () => (await contentOf(note)) === 'jammed');
        const stoppedAt = performance.now();
        await instance.cancel(taskId);
        const [result] = resultIn(await logOf(instance, taskId));
        expect(performance.now() - stoppedAt).toBeLessThan(1_000);
        expect(result).toMatchObject({ status: 'unknown' });
        await until(() => python.events.some(({ kind }) => kind === 'ended'));
        expect(python.events).toContainEqual({ kind: 'ended', reason: 'its event loop was blocked for 1 s' });
      },
      { unansweredMs: 1_000 },
    );
  });

  test('hears of Stop in its coroutine', async () => {
    const note = join(folder, 'stopped');
    await onFerry({ name: 'drift', input: { note } }, async (instance) => {
      const { taskId } = await instance.submit({ body: 'go' });
      await until(async () => (await contentOf(note)) === 'drifting');
      await instance.cancel(taskId);
      await until(async () => (await contentOf(note)) === 'cancelled');
      expect(resultIn(await logOf(instance, taskId))).toMatchObject([{ status: 'unknown' }]);
    });
  });

  test('the long result of an action in Python is cut like any other', async () => {
    const limits = { storedResultBytes: 1_000 };
    await onFerry({ name: 'load', input: { bytes: 5_000 }, limits }, async (instance) => {
      const { taskId } = await instance.postMessage({ body: 'go' });
      const [result] = resultIn(await logOf(instance, taskId));
      expect(JSON.stringify(result!.content).length).toBeLessThan(1_100);
    });
  });

  test.each([false, true])(
    'what an action in Python says without end is cut with a word about it, and ends nothing else (raised: %s)',
    async (raises) => {
      const bytes = 100 * 1024 * 1024;
      const stored = 1024 * 1024;
      await onFerry({ name: 'overload', input: { bytes, raises } }, async (instance, python) => {
        const { taskId, response } = await instance.postMessage({ body: 'go' });
        expect(response).toBe('done');
        const entries = await logOf(instance, taskId);
        const [result] = resultIn(entries);
        expect(result).toMatchObject({ status: raises ? 'error' : 'success' });
        expect(result!.content).toMatch(
          new RegExp(`\\[Cut: these are the first ${stored} of (more than )?\\d+ bytes\\.\\]$`),
        );
        expect(Buffer.byteLength(result!.content as string)).toBeLessThan(stored + 100);
        const remarks = entries.flatMap((entry) => (entry.type === 'notice' ? [entry.text] : []));
        expect(Buffer.byteLength(remarks.join())).toBeLessThan(stored + 1_000);
        expect(python.events.filter(({ kind }) => kind === 'ended')).toEqual([]);
      });
    },
  );
});
