import { expect, test } from 'vitest';
import { caught } from '../__fixtures__/caught.ts';
import { pause } from './pause.ts';

test('pause lasts for the given time, or until the signal aborts', async () => {
  const began = Date.now();
  await pause(20, undefined);
  expect(Date.now() - began).toBeGreaterThanOrEqual(18);
  expect(await caught(pause(60_000, AbortSignal.abort('left')))).toBe('left');
});
