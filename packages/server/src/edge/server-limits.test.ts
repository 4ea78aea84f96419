import { expect, test } from 'vitest';
import { DEFAULT_SERVER_LIMITS, withDefaultLimits } from './server-limits.ts';

test('a server keeps to the default limits where none are given', () => {
  expect(withDefaultLimits()).toEqual(DEFAULT_SERVER_LIMITS);
  expect(withDefaultLimits({ bodyBytes: 7 })).toEqual({ ...DEFAULT_SERVER_LIMITS, bodyBytes: 7 });
});

test('a limit that is given as undefined is the default one', () => {
  const limits = { bodyBytes: undefined, headerBytes: undefined, headersMs: undefined, requestMs: undefined };
  expect(withDefaultLimits({ ...limits, keepAliveMs: undefined })).toEqual(DEFAULT_SERVER_LIMITS);
});
