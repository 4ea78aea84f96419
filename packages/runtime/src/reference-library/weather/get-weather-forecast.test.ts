import { expect, test } from 'vitest';
import { runExample } from '../__fixtures__/run-example.ts';
import { getWeatherForecast } from './get-weather-forecast.ts';

test('the action returns a forecast for the requested day', async () => {
  const forecast = await runExample(getWeatherForecast, { location: ' Oslo ', days_ahead: 1, metric: true });
  const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
  expect(forecast).toMatchObject({ location: 'Oslo', date: tomorrow, units: 'C' });
  expect(getWeatherForecast).toMatchObject({ name: 'get_weather_forecast', idempotent: true });
});

test.each([
  {},
  { location: 'Oslo' },
  { location: 'Oslo', days_ahead: 1 },
  { location: '', days_ahead: 1, metric: true },
  { location: '   ', days_ahead: 1, metric: true },
  { location: 'x'.repeat(201), days_ahead: 1, metric: true },
  { location: 'Oslo', days_ahead: 1.5, metric: true },
  { location: 'Oslo', days_ahead: -1, metric: true },
  { location: 'Oslo', days_ahead: 1e308, metric: true },
  { location: 'Oslo', days_ahead: '1', metric: true },
  { location: 'Oslo', days_ahead: 1, metric: 'yes' },
])('the action refuses %j', async (input) => {
  await expect(runExample(getWeatherForecast, input)).rejects.toMatchObject({ code: 'action_failed' });
});
