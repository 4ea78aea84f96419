import { action } from '../../../definitions/action.ts';
import { z } from 'zod';
import { DATASETS, toSampleData } from './sample-data.ts';

/** `generate_sample_data`: an invented table to try things on, the same one all day. */
export const generateSampleData = action({
  name: 'generate_sample_data',
  description: 'Make a table of sample data.',
  parameters: z.object({
    dataset: z.enum(DATASETS).describe('What the table is about.'),
    rows: z.int().min(1).max(1_000).default(50).describe('How many rows to make.'),
  }),
  idempotent: true,
  execute: ({ dataset, rows }) => toSampleData(dataset, rows, new Date()),
});
