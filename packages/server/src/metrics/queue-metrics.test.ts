import { afterEach, expect, test, vi } from 'vitest';
import { BusyModel } from '../__fixtures__/busy-model.ts';
import { until } from '../__fixtures__/until.ts';
import { parsePrometheusText, valueOf } from './__fixtures__/parse-prometheus-text.ts';
import { ServerMetrics } from './server-metrics.ts';

afterEach(() => vi.unstubAllEnvs());

test('GET /metrics shows waiting and running model calls and their waiting times, by swarm and model', async () => {
  using metrics = new ServerMetrics({ version: '1' });
  await using busy = await BusyModel.start({ modelCalls: { atOnce: 1 } });
  metrics.watch(busy.stage.served.engine.queue);
  const one = 'swarm="one",model="openai-compatible/one"';
  const answers = [busy.post('first')];
  await until(() => busy.asking === 1);
  for (const body of ['second', 'third']) answers.push((await busy.queue(body)).answer);

  const full = await metrics.toText();
  parsePrometheusText(full);
  expect(valueOf(full, `posthouse_model_calls_waiting{${one}}`)).toBe(2);
  expect(valueOf(full, `posthouse_model_slots_in_use{${one}}`)).toBe(1);

  busy.release();
  await Promise.all(answers);
  const empty = await metrics.toText();
  expect(empty).not.toContain('posthouse_model_calls_waiting{');
  expect(empty).not.toContain('posthouse_model_slots_in_use{');
  expect(valueOf(empty, `posthouse_model_wait_seconds_count{${one}}`)).toBe(3);
});
