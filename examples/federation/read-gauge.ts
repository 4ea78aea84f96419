import { action } from '@posthouse/runtime';
import { z } from 'zod';

const MEAN_METRES = 3.9;
const TIDE_METRES = 1.6;
const HIGH_WATER = 11;
const HOURS_BETWEEN_TIDES = 12.4;

/** How deep the water over the bar is at an hour, in metres: always the same tide, every day. */
export function toDepth(hour: number): number {
  const phase = ((hour - HIGH_WATER) / HOURS_BETWEEN_TIDES) * 2 * Math.PI;
  return Math.round((MEAN_METRES + TIDE_METRES * Math.cos(phase)) * 10) / 10;
}

/** `read_gauge`: what the gauge below the lighthouse will show. */
export const readGauge = action({
  name: 'read_gauge',
  description: 'Read how deep the water over the bar is at an hour of today.',
  parameters: z.object({ hour: z.number().int().min(0).max(23).describe('The hour, from 0 to 23.') }),
  idempotent: true,
  execute: ({ hour }) => ({ hour, depth: toDepth(hour) }),
});
