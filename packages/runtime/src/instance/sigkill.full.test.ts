import { join } from 'node:path';
import { expect, test } from 'vitest';
import { killProcesses } from '../__fixtures__/kill-processes.ts';

const KILLS = process.env.TEST_FULL === '1' ? 40 : 4;

test(`after ${KILLS} processes were killed, everything has happened once`, async () => {
  expect(await killProcesses(KILLS, (folder) => `sqlite:${join(folder, 'post.db')}`)).toBeUndefined();
}, 600_000);
