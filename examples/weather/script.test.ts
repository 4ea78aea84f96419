import { expect, test } from 'vitest';
import { called, mailed, requestWith, returned } from '../__fixtures__/conversation.ts';
import { toForecastInputs, weatherScript } from './script.ts';

test.each([
  ['What is the weather in Oslo?', [['Oslo', 0]]],
  ['weather in New York tomorrow', [['New York', 1]]],
  [
    'Forecast for Oslo, Lima and Rio de Janeiro in 3 days',
    [
      ['Oslo', 3],
      ['Lima', 3],
      ['Rio', 3],
    ],
  ],
  ['the weather in Saint-Étienne in 1 day, please', [['Saint-Étienne', 1]]],
  ['in 99 days in Paris', [['Paris', 30]]],
  ['How are you?', []],
  ['the weather in the garden', []],
])('toForecastInputs finds the places and days, if any, in "%s"', (text, expected) => {
  expect(toForecastInputs(text).map(({ location, days_ahead }) => [location, days_ahead])).toEqual(expected);
});

test('the forecast is in Fahrenheit on request', () => {
  expect(toForecastInputs('weather in Oslo in Fahrenheit')[0]?.metric).toBe(false);
  expect(toForecastInputs('weather in Oslo')[0]?.metric).toBe(true);
});

test('long texts take little time', () => {
  for (const text of [`in ${'A and '.repeat(50_000)}`, `in ${'A'.repeat(100_000)}`, 'in A, '.repeat(50_000)]) {
    const begin = performance.now();
    toForecastInputs(text);
    expect(performance.now() - begin).toBeLessThan(15_000);
  }
});

test('an error of the tool is passed on', async () => {
  const input = { location: 'Oslo', days_ahead: 0, metric: true };
  const request = requestWith(
    mailed('boss', 'Forecast', 'weather in Oslo'),
    called('c', 'get_weather_forecast', input),
    returned('c', 'ERROR: the station is closed'),
  );
  if (typeof weatherScript !== 'function') throw new Error('a function is expected');
  expect((await weatherScript(request)).toolCalls).toMatchObject([{ input: { body: 'the station is closed' } }]);
});
