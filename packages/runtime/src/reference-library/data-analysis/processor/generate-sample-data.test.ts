import { execFileSync } from 'node:child_process';
import { describe, expect, test } from 'vitest';
import { runExample } from '../../__fixtures__/run-example.ts';
import { generateSampleData } from './generate-sample-data.ts';
import { DATASETS, toSampleData } from './sample-data.ts';

const now = new Date('2026-05-01T12:00:00Z');

describe.each(DATASETS)('the sample dataset %s', (dataset) => {
  test('a dataset is a table with the same columns in every row', () => {
    const sample = toSampleData(dataset, 20, now);
    expect(sample).toMatchObject({ dataset, date: '2026-05-01', row_count: 20 });
    expect(sample.columns.length).toBeGreaterThan(3);
    for (const row of sample.data) {
      expect(Object.keys(row)).toEqual(sample.columns);
      for (const value of Object.values(row)) expect(value === '' || Number.isNaN(value)).toBe(false);
    }
  });

  test('a dataset is the same all day, differs the next day, and starts alike at every length', () => {
    const sample = toSampleData(dataset, 50, now);
    expect(toSampleData(dataset, 50, new Date('2026-05-01T23:59:59Z'))).toEqual(sample);
    expect(toSampleData(dataset, 50, new Date('2026-05-02T00:00:00Z')).data).not.toEqual(sample.data);
    expect(toSampleData(dataset, 10, now).data).toEqual(sample.data.slice(0, 10));
  });
});

test('Q56: another process makes the same table', () => {
  const code = `import { toSampleData } from ${JSON.stringify(new URL('sample-data.ts', import.meta.url).href)};
    console.log(JSON.stringify(toSampleData('users', 5, new Date('2026-05-01T12:00:00Z'))));`;
  const there = execFileSync(process.execPath, ['--input-type=module', '-e', code], { encoding: 'utf8' });
  expect(JSON.parse(there)).toEqual(toSampleData('users', 5, now));
});

test('revenue is units times price', () => {
  for (const { units, price, revenue } of toSampleData('sales', 100, now).data) {
    expect(Number(revenue)).toBeCloseTo(Number(units) * Number(price), 2);
  }
});

test('the action generates 50 rows by default, and at most 1000', async () => {
  expect(await runExample(generateSampleData, { dataset: 'sales' })).toMatchObject({ row_count: 50 });
  expect(await runExample(generateSampleData, { dataset: 'sales', rows: 1000 })).toMatchObject({ row_count: 1000 });
  for (const input of [{}, { dataset: 'stars' }, { dataset: 'sales', rows: 0 }, { dataset: 'sales', rows: 1001 }]) {
    await expect(runExample(generateSampleData, input)).rejects.toMatchObject({ code: 'action_failed' });
  }
});
