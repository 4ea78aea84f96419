import { action } from '../../definitions/action.ts';
import { z } from 'zod';
import { toForecast } from './to-forecast.ts';

/** `get_weather_forecast`: invented weather, always the same for the same place and day. */
export const getWeatherForecast = action({
  name: 'get_weather_forecast',
  description: 'Get the weather forecast for a place.',
  parameters: z.object({
    location: z.string().trim().min(1).max(200).describe('The name of the place.'),
    days_ahead: z.int().min(0).max(30).describe('How many days from now; 0 is today.'),
    metric: z.boolean().describe('True for degrees Celsius, false for degrees Fahrenheit.'),
  }),
  idempotent: true,
  execute: ({ location, days_ahead: daysAhead, metric }) =>
    toForecast({ location, daysAhead, metric, now: new Date() }),
});
