import type { Script, ScriptedTurn } from '@posthouse/runtime/scripted';
import { describe, expect, test } from 'vitest';
import type { SampleData } from '@posthouse/runtime/reference-library';
import { called, mailed, requestWith, returned } from '../__fixtures__/conversation.ts';
import { resultOf } from '../__fixtures__/result-of.ts';
import { dataAnalysisScripts as scripts } from './script.ts';

async function play(script: Script, ...messages: Parameters<typeof requestWith>): Promise<ScriptedTurn['toolCalls']> {
  if (typeof script !== 'function') throw new Error('a function is expected');
  return (await script(requestWith(...messages))).toolCalls;
}

const success = (value: unknown) => `SUCCESS: ${JSON.stringify(value)}`;
const asked = (body: string) => mailed('analyst', 'Work', body);

describe('the processor', () => {
  test.each([
    ['the inventory sample', 'inventory'],
    ['weather data', 'weather'],
    ['something', 'sales'],
  ])('generates for "%s" the sample %s', async (body, dataset) => {
    expect(await play(scripts.processor, asked(body))).toEqual([
      { name: 'generate_sample_data', input: { dataset, rows: 30 } },
    ]);
  });

  test.each([
    ['Look:\na,b\n1,2\n3,4\n\nThanks', 'a,b\n1,2\n3,4'],
    ['a,b\n1,2', 'a,b\n1,2'],
    ['Hello, you\na,b\n1,2\nbye', 'a,b\n1,2'],
  ])('finds the table in %j', async (body, data) => {
    expect(await play(scripts.processor, asked(body))).toEqual([{ name: 'parse_csv', input: { data } }]);
  });

  test.each(['a,b', 'Oslo, Lima, Rome\nand more', ','])('sees no table in %j', async (body) => {
    expect(await play(scripts.processor, asked(body))).toMatchObject([{ name: 'generate_sample_data' }]);
  });

  test('sends the numbers, column by column', async () => {
    const data = 'name,height\nAda,170\nBob,\nCid,190';
    const done = [called('c', 'parse_csv', { data }), returned('c', success(resultOf('parse_csv', { data })))] as const;
    expect(await play(scripts.processor, asked(data), ...done)).toMatchObject([
      { name: 'send_response', input: { body: '{"rows":3,"columns":{"height":[170,190]}}' } },
    ]);
  });

  test('passes on an error', async () => {
    const input = { dataset: 'sales', rows: 30 };
    const done = [called('c', 'generate_sample_data', input), returned('c', 'SUCCESS: Error: out of paper')] as const;
    expect(await play(scripts.processor, asked('x'), ...done)).toMatchObject([
      { input: { body: 'Error: out of paper' } },
    ]);
  });
});

describe('the statistics agent', () => {
  const columns = { x: [1, 2, 3], y: [2, 4, 6] };
  const body = JSON.stringify({ rows: 3, columns });
  const metrics = ['mean', 'std', 'min', 'max'] as const;

  test('calculates every column and compares the first two', async () => {
    const calls = (await play(scripts.statistics, asked(body))) ?? [];
    expect(calls).toEqual([
      { name: 'calculate_statistics', input: { data: [1, 2, 3], metrics } },
      { name: 'calculate_statistics', input: { data: [2, 4, 6], metrics } },
      { name: 'run_correlation', input: { x: [1, 2, 3], y: [2, 4, 6] } },
    ]);
    const results = [
      resultOf('calculate_statistics', { data: columns.x, metrics }),
      resultOf('calculate_statistics', { data: columns.y, metrics }),
      resultOf('run_correlation', columns),
    ];
    const done = calls.flatMap(({ name, input }, index) => [
      called(`c${index}`, name, input),
      returned(`c${index}`, success(results[index])),
    ]);
    const [answer] = (await play(scripts.statistics, asked(body), ...done)) ?? [];
    const lines = (answer?.input as { body?: string })?.body?.split('\n');
    expect(lines).toEqual([
      expect.stringMatching(/^x: mean 2, std 0\.8165, min 1, max 3\. /),
      expect.stringMatching(/^y: mean 4, /),
      expect.stringMatching(/^x and y: correlation 1\. /),
    ]);
  });

  test('compares nothing when there is one column', async () => {
    const single = JSON.stringify({ rows: 2, columns: { x: [1, 2] } });
    expect(await play(scripts.statistics, asked(single))).toHaveLength(1);
  });

  test.each(['no numbers here', '{"rows":0,"columns":{}}', '[]'])(
    'the statistics agent has nothing to do for %j',
    async (text) => {
      expect(await play(scripts.statistics, asked(text))).toMatchObject([
        { input: { body: 'There are no numbers to calculate with.' } },
      ]);
    },
  );
});

test('the reporter makes a table of the findings', async () => {
  const calls = (await play(scripts.reporter, asked('Rows: 3\n\nx: mean 2. Fine.\ny: mean 4.'))) ?? [];
  expect(calls).toMatchObject([{ name: 'format_report' }]);
  expect((calls as readonly { input: { sections: unknown[] } }[])[0]?.input.sections[1]).toEqual({
    heading: 'Findings',
    content: [
      { what: 'x', finding: 'mean 2. Fine.' },
      { what: 'y', finding: 'mean 4.' },
    ],
  });
});

describe('the analyst', () => {
  const user = mailed('ada', 'New message', 'Analyse the sales sample', 'user');
  const numbers = JSON.stringify({ rows: 2, columns: { x: [1, 2] } });

  test('asks one agent after the other, each with the previous findings', async () => {
    const history: Parameters<typeof requestWith> = [user];
    const expected = [
      ['processor', 'Data', numbers],
      ['statistics', 'Figures', 'x: mean 1.5'],
      ['reporter', 'Report', '# The report'],
    ] as const;
    for (const [target, subject, reply] of expected) {
      const [call] = (await play(scripts.analyst, ...history)) ?? [];
      expect(call).toMatchObject({ name: 'send_request', input: { target, subject } });
      history.push(called(`s-${target}`, 'send_request', call?.input), mailed(target, `Re: ${subject}`, reply));
    }
    expect(await play(scripts.analyst, ...history)).toEqual([
      { name: 'task_complete', input: { finish_message: 'I looked at 2 rows.\n\n# The report' } },
    ]);
  });

  test('stops when there is no data', async () => {
    const sent = called('s', 'send_request', { target: 'processor', subject: 'Data', body: 'x' });
    const reply = mailed('processor', 'Re: Data', 'Error: out of paper');
    expect(await play(scripts.analyst, user, sent, reply)).toEqual([
      { name: 'task_complete', input: { finish_message: 'The data could not be read: Error: out of paper' } },
    ]);
  });
});

test('the scripts use the same sample as the action', () => {
  expect(resultOf<SampleData>('generate_sample_data', { dataset: 'sales', rows: 30 }).columns).toContain('revenue');
});
