import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ScriptedTurn } from '@posthouse/runtime/scripted';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { calls, LoopingModel, type LoopOptions } from './__fixtures__/looping-model.ts';
import { until } from './__fixtures__/until.ts';

afterEach(() => vi.unstubAllEnvs());

type Entry = Record<string, unknown> & { type: string };

const usage = { input: 100, output: 20 };
/** A model that never comes to an end. */
const endless: ScriptedTurn = { ...calls('tick'), usage };
const finish: ScriptedTurn = { ...calls('task_complete', { finish_message: 'Done.' }), usage };

async function logOf(loop: LoopingModel, taskId = 't'): Promise<Entry[]> {
  const response = await loop.call(`/tasks/${taskId}/log`);
  return ((await response.json()) as { entries: Entry[] }).entries;
}

const ofType = (log: Entry[], type: string): Entry[] => log.filter((entry) => entry.type === type);

/** What the log of the task says was spent, which is what the model server has seen. */
function spentOf(log: Entry[]): { calls: number; tokens: number } {
  const told = ofType(log, 'usage').map(
    (entry) => entry as unknown as { usage: { inputTokens: number; outputTokens: number }; calls?: number },
  );
  return {
    calls: told.reduce((sum, each) => sum + (each.calls ?? 1), 0),
    tokens: told.reduce((sum, each) => sum + each.usage.inputTokens + each.usage.outputTokens, 0),
  };
}

async function withDatabase(work: (databaseURL: string) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'posthouse-budgets-'));
  try {
    await work(`sqlite:${join(folder, 'b.db')}`);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const start = (options: Partial<LoopOptions>) => LoopingModel.start({ script: () => endless, ...options });

describe('a budget that an admin sets for the day', () => {
  test('a budget is enforced from the moment an admin sets it, where nobody had set any', async () => {
    await using loop = await start({ limits: { turns: 20 } });
    const set = { caller: 'user:dev-user', calls: 3 };
    expect((await loop.call('/budgets', set, { role: 'admin' })).status).toBe(200);
    expect(await loop.post()).toMatchObject({
      status: 'paused',
      code: 'budget_exceeded',
      budget: { scope: 'caller', unit: 'calls', limit: 3, used: 3 },
    });
    expect(loop.bill).toBe(3);
  });

  test('a budget keeps what was set before, and what nobody says anything about', async () => {
    await using loop = await start({ budgets: { swarm: { tokens: 900 } } });
    const raise = (amounts: object) => loop.call('/budgets', amounts, { role: 'admin' });
    expect((await raise({ calls: 5 })).status).toBe(200);
    expect((await raise({ cost: 2 })).status).toBe(200);
    const shown = await (await loop.call('/budgets')).json();
    expect(shown).toMatchObject({ budgets: { swarm: { calls: 5, tokens: 900, cost: 2 } } });
  });

  test('a budget without any amount is refused', async () => {
    await using loop = await start({ budgets: { run: { calls: 2 } } });
    await loop.post();
    const run = { caller: 'user:dev-user', task_id: 't' };
    for (const [path, body] of [
      ['/budgets', {}],
      ['/budgets/runs', run],
    ] as const) {
      const refused = await loop.call(path, body, { role: 'admin' });
      expect([refused.status, await refused.json()]).toMatchObject([400, { code: 'invalid_input' }]);
    }
    expect(loop.bill).toBe(2);
  });

  test.each([
    ['of a caller', 'caller', { caller: 'user:dev-user', calls: 3 }],
    ['of the swarm', 'swarm', { calls: 3 }],
  ])(
    'a budget is enforced in a run at work once an admin has lowered it in another process: %s',
    async (_, scope, lower) => {
      await withDatabase(async (databaseURL) => {
        const generous = { caller: { calls: 10_000 }, swarm: { calls: 10_000 } };
        const options = { budgets: generous, limits: { turns: 10_000 }, server: { databaseURL } };
        await using loop = await start(options);
        await using other = await start(options);
        const answer = loop.post();
        await until(() => loop.bill + other.bill > 5);
        expect((await other.call('/budgets', lower, { role: 'admin' })).status).toBe(200);
        expect(await answer).toMatchObject({ status: 'paused', budget: { scope, unit: 'calls', limit: 3 } });
      });
    },
  );
});

describe('a run whose budget is used up', () => {
  test.each([
    ['model calls', { calls: 3 }, 3, 'calls'],
    ['tokens', { tokens: 300 }, 3, 'tokens'],
    ['cost', { cost: 0.000_7 }, 3, 'cost'],
  ] as const)('a run pauses before the next model call: %s', async (_, run, bill, unit) => {
    await using loop = await start({ budgets: { run }, boss: { model: 'openai-compatible/gpt-5' } });
    const answer = await loop.post();
    expect(answer).toMatchObject({ status: 'paused', code: 'budget_exceeded', budget: { scope: 'run', unit } });
    expect(answer.response).toContain('The budget of the run is used up');
    expect(loop.bill).toBe(bill);
    const log = await logOf(loop);
    expect(spentOf(log)).toEqual({ calls: bill, tokens: bill * 120 });
    expect(ofType(log, 'paused')).toMatchObject([{ calls: [], budget: { scope: 'run', unit } }]);
  });

  test('the budget of a run counts retries and failed calls', async () => {
    const fault = { kind: 'http', status: 500 } as const;
    await using loop = await start({ script: () => ({ fault }), budgets: { run: { calls: 2 } } });
    expect(await loop.post()).toMatchObject({ status: 'paused', code: 'budget_exceeded' });
    expect(loop.bill).toBe(2);
    expect(spentOf(await logOf(loop))).toEqual({ calls: 2, tokens: 0 });
  });

  test('the budget of a run counts what a function says it asks of a model, with estimated tokens and cost', async () => {
    let asked = 0;
    const run = () => {
      asked += 1;
      return { calls: [{ tool: 'tick', input: {} }] };
    };
    const boss = { model: undefined, run, asksModel: 'openai/gpt-5' };
    await using loop = await start({ boss, budgets: { run: { calls: 3 } } });
    expect(await loop.post()).toMatchObject({ status: 'paused', budget: { scope: 'run', unit: 'calls', used: 3 } });
    expect(asked).toBe(3);
    const told = ofType(await logOf(loop), 'usage');
    expect(told).toHaveLength(3);
    for (const entry of told) {
      expect(entry).toMatchObject({ model: 'openai/gpt-5', estimated: true });
      const { inputTokens, outputTokens, cost } = entry.usage as Record<string, number>;
      expect(Math.min(inputTokens!, outputTokens!, cost!)).toBeGreaterThan(0);
    }
  });

  test("accepts a lower budget from a user's message, and a higher one only from an admin", async () => {
    await using loop = await start({ budgets: { run: { calls: 4 } } });
    expect(await loop.post({ kwargs: { budget: { calls: 2 } } })).toMatchObject({ budget: { limit: 2 } });
    expect(await loop.post({ task_id: 'u', kwargs: { budget: { calls: 9 } } })).toMatchObject({ budget: { limit: 4 } });
    expect(await loop.post({ kwargs: { budget: { calls: 6 } } }, 'admin')).toMatchObject({ budget: { limit: 6 } });
    expect(loop.bill).toBe(2 + 4 + 6);
  });

  test('a run stays paused through a restart, pays for nothing twice, and continues when its budget is raised', async () => {
    await withDatabase(async (databaseURL) => {
      let rounds = 0;
      const script = (): ScriptedTurn => ((rounds += 1) > 5 ? finish : endless);
      await using loop = await start({ script, budgets: { run: { calls: 3 } }, server: { databaseURL } });
      await loop.post();
      await loop.restart();
      expect(loop.bill).toBe(3);
      const raised = await loop.call(
        '/budgets/runs',
        { caller: 'user:dev-user', task_id: 't', calls: 10 },
        { role: 'admin' },
      );
      expect([raised.status, await raised.json()]).toEqual([200, { task_id: 't', status: 'running' }]);
      await until(async () => ofType(await logOf(loop), 'run-ended').length === 1);
      const log = await logOf(loop);
      expect(loop.bill).toBe(6);
      expect(spentOf(log).calls).toBe(6);
      expect(log.map(({ type }) => type).filter((type) => /paused|resumed|run-/.test(type))).toEqual([
        'run-started',
        'paused',
        'resumed',
        'run-ended',
      ]);
      expect(ofType(log, 'run-ended')).toMatchObject([{ outcome: 'complete', text: 'Done.' }]);
      // The model has read every result once.
      expect(loop.prompt().split('tock')).toHaveLength(6);
    });
  });

  test('keeps a message that arrives meanwhile, and answers at once that it waits', async () => {
    await using loop = await start({ budgets: { run: { calls: 2 } } });
    await loop.post();
    expect(await loop.post({ body: 'and this' })).toMatchObject({ status: 'paused', code: 'budget_exceeded' });
    expect(loop.bill).toBe(2);
    await loop.call('/budgets/runs', { caller: 'user:dev-user', task_id: 't', calls: 3 }, { role: 'admin' });
    await until(() => loop.bill === 3);
    expect(loop.prompt()).toContain('and this');
  });

  test('a run over its budget ends when an admin cancels it', async () => {
    await using loop = await start({ budgets: { run: { calls: 2 } } });
    await loop.post();
    const ended = await loop.call(
      '/budgets/runs',
      { caller: 'user:dev-user', task_id: 't', end: true },
      { role: 'admin' },
    );
    expect(await ended.json()).toEqual({ task_id: 't', status: 'cancelled' });
    expect(ofType(await logOf(loop), 'run-ended')).toMatchObject([{ outcome: 'cancelled' }]);
    expect(loop.bill).toBe(2);
  });
});

describe.each(['caller', 'swarm'] as const)('a daily budget of the %s', (scope) => {
  test('a daily budget is shared by all runs, and pauses each of them', async () => {
    await using loop = await start({ budgets: { [scope]: { calls: 3 } } });
    expect(await loop.post({ task_id: 'a' })).toMatchObject({ status: 'paused', budget: { scope, used: 3, limit: 3 } });
    const late = await loop.post({ task_id: 'b' });
    expect(late).toMatchObject({ status: 'paused', code: 'budget_exceeded', budget: { scope } });
    expect((late.budget as { until: string }).until).toMatch(/T00:00:00\.000Z$/);
    expect(loop.bill).toBe(3);
    const { spent } = (await (await loop.call('/budgets')).json()) as { spent: unknown };
    expect(spent).toMatchObject({ calls: 3, input_tokens: 300, output_tokens: 60 });
  });

  test('a daily budget holds across restarts until an admin raises it for the day', async () => {
    await withDatabase(async (databaseURL) => {
      await using loop = await start({ budgets: { [scope]: { calls: 3 } }, server: { databaseURL } });
      await loop.post();
      await loop.restart();
      expect(await loop.post({ task_id: 'b' })).toMatchObject({ status: 'paused' });
      expect(loop.bill).toBe(3);
      const caller = scope === 'caller' ? { caller: 'user:dev-user' } : {};
      const raised = await loop.call('/budgets', { ...caller, calls: 5 }, { role: 'admin' });
      expect(await raised.json()).toMatchObject({ resumed: 2 });
      await until(() => loop.bill === 5);
      await until(
        async () => ofType(await logOf(loop), 'paused').length + ofType(await logOf(loop, 'b'), 'paused').length === 4,
      );
      expect(loop.bill).toBe(5);
    });
  });

  test('a used-up daily budget refuses new chat messages, and says which budget it is', async () => {
    await using loop = await start({ budgets: { [scope]: { calls: 2 } } });
    await loop.post();
    const message = { id: 'm1', role: 'user', parts: [{ type: 'text', text: 'Hello' }] };
    const refused = await loop.call('/chat', { id: 's1', message });
    expect(refused.status).toBe(402);
    expect(await refused.json()).toMatchObject({ code: 'budget_exceeded', details: { scope } });
    expect((await loop.call('/chat/sessions/s1')).status).toBe(404);
    expect(loop.bill).toBe(2);
  });

  test('a daily budget cannot be raised by a user', async () => {
    await using loop = await start({ budgets: { [scope]: { calls: 2 } } });
    expect((await loop.call('/budgets', { calls: 5 })).status).toBe(401);
    expect((await loop.call('/budgets/runs', { caller: 'user:dev-user', task_id: 't', calls: 5 })).status).toBe(401);
  });
});
