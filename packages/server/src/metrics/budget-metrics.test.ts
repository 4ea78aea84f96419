import { afterEach, expect, test, vi } from 'vitest';
import { calls, LoopingModel } from '../__fixtures__/looping-model.ts';
import { parsePrometheusText, valueOf } from './__fixtures__/parse-prometheus-text.ts';

afterEach(() => vi.unstubAllEnvs());

test("GET /metrics shows today's spending and budget of a swarm, and names no caller", async () => {
  await using loop = await LoopingModel.start({
    script: () => ({ ...calls('tick'), usage: { input: 100, output: 20 } }),
    boss: { model: 'openai-compatible/gpt-5' },
    budgets: { swarm: { calls: 2, cost: 5 }, caller: { tokens: 10_000 } },
  });
  const read = async (): Promise<string> => (await loop.call('/metrics', undefined, { role: 'admin' })).text();
  await loop.post();
  const text = await read();
  parsePrometheusText(text);
  const spent = ['calls', 'tokens', 'cost'].map((unit) =>
    valueOf(text, `posthouse_budget_spent{swarm="loop",unit="${unit}"}`),
  );
  expect(spent).toEqual([2, 240, expect.closeTo(0.00065, 8)]);
  expect(text.match(/^posthouse_budget_limit\{.*$/gm)).toEqual([
    'posthouse_budget_limit{swarm="loop",unit="calls"} 2',
    'posthouse_budget_limit{swarm="loop",unit="cost"} 5',
  ]);
  expect(text).not.toContain('dev-user');
  await loop.call('/budgets', { calls: 7 }, { role: 'admin' });
  expect(valueOf(await read(), 'posthouse_budget_limit{swarm="loop",unit="calls"}')).toBe(7);
});
