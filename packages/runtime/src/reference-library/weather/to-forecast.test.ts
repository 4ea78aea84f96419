import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { toForecast } from './to-forecast.ts';

const now = new Date('2026-05-01T15:00:00Z');

test('a forecast has a place, a day, a condition and a temperature', () => {
  const forecast = toForecast({ location: 'Oslo', daysAhead: 2, metric: true, now });
  expect(Object.keys(forecast)).toEqual(['location', 'date', 'condition', 'temperature', 'units']);
  expect(forecast).toMatchObject({ location: 'Oslo', date: '2026-05-03', units: 'C' });
});

describe('the same question about the weather', () => {
  test('a question has the same answer at any time of the day, however the place is written', () => {
    const morning = new Date('2026-05-01T00:00:00Z');
    const evening = new Date('2026-05-01T23:59:59Z');
    const at = (location: string, when: Date) => toForecast({ location, daysAhead: 0, metric: true, now: when });
    expect(at('Oslo', morning)).toEqual(at('Oslo', evening));
    expect(at(' OSLO ', morning)).toEqual({ ...at('Oslo', morning), location: ' OSLO ' });
  });

  test('a question has the same answer for a day, asked on that day or before', () => {
    const today = toForecast({ location: 'Lima', daysAhead: 1, metric: true, now });
    const tomorrow = toForecast({
      location: 'Lima',
      daysAhead: 0,
      metric: true,
      now: new Date('2026-05-02T01:00:00Z'),
    });
    expect(today).toEqual(tomorrow);
  });

  test('a question has the same answer in both units', () => {
    const celsius = toForecast({ location: 'Rome', daysAhead: 0, metric: true, now });
    const fahrenheit = toForecast({ location: 'Rome', daysAhead: 0, metric: false, now });
    expect(fahrenheit.temperature).toBe(Math.round(celsius.temperature * 1.8 + 32));
    expect(fahrenheit).toMatchObject({ condition: celsius.condition, units: 'F' });
  });
});

test('temperatures stay in a habitable range', () => {
  const day = fc.integer({ min: 0, max: 30 });
  fc.assert(
    fc.property(fc.string(), day, fc.boolean(), (location, daysAhead, metric) => {
      const { temperature } = toForecast({ location, daysAhead, metric, now });
      expect(Number.isInteger(temperature)).toBe(true);
      expect(temperature).toBeGreaterThanOrEqual(metric ? -15 : 5);
      expect(temperature).toBeLessThanOrEqual(metric ? 35 : 95);
    }),
  );
});

test('different places have different forecasts', () => {
  const places = ['Oslo', 'Lima', 'Rome', 'Cairo', 'Tokyo', 'Quito'];
  const forecasts = places.map((location) => toForecast({ location, daysAhead: 0, metric: true, now }));
  expect(new Set(forecasts.map(({ condition, temperature }) => `${condition} ${temperature}`)).size).toBeGreaterThan(3);
});
