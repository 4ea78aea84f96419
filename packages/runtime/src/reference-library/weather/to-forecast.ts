import { seededRandom } from '../seeded-random.ts';

const CONDITIONS = [
  'clear',
  'mostly clear',
  'partly cloudy',
  'mostly cloudy',
  'overcast',
  'light precipitation',
  'moderate precipitation',
  'heavy precipitation',
] as const;

export type Forecast = {
  location: string;
  /** The day it is for, as year-month-day. */
  date: string;
  condition: (typeof CONDITIONS)[number];
  temperature: number;
  units: 'C' | 'F';
};

export type ForecastOptions = { location: string; daysAhead: number; metric: boolean; now: Date };

const DAY_MS = 86_400_000;

/**
 * Invents the weather of a place on a day. What counts is the day it is for, so the forecast for tomorrow is what the
 * forecast for today says tomorrow.
 *
 * @example
 * toForecast({ location: 'Oslo', daysAhead: 1, metric: true, now: new Date() }).condition;
 */
export function toForecast({ location, daysAhead, metric, now }: ForecastOptions): Forecast {
  const date = new Date(now.getTime() + daysAhead * DAY_MS).toISOString().slice(0, 10);
  const random = seededRandom('weather', location.trim().toLowerCase(), date);
  const condition = random.pick(CONDITIONS);
  const celsius = random.integer(-15, 35);
  return {
    location,
    date,
    condition,
    temperature: metric ? celsius : Math.round(celsius * 1.8 + 32),
    units: metric ? 'C' : 'F',
  };
}
