import { PosthouseError } from '@posthouse/protocol';
import { expect, test } from 'vitest';
import { ExpectedFailure, orErrorText } from './expected-failure.ts';

const signal = new AbortController().signal;

function failing(error: unknown): () => Promise<never> {
  return async () => {
    throw error;
  };
}

test('an output is passed on unchanged', async () => {
  expect(await orErrorText(signal, async () => ({ a: 1 }))).toEqual({ a: 1 });
  expect(await orErrorText(signal, async () => undefined)).toBeUndefined();
});

test('an expected failure becomes a text for the agent', async () => {
  expect(await orErrorText(signal, failing(new ExpectedFailure('no paper')))).toBe('Error: no paper');
  for (const code of ['url_refused', 'too_large', 'peer_unreachable', 'action_failed'] as const) {
    expect(await orErrorText(signal, failing(new PosthouseError({ code, message: 'because' })))).toBe('Error: because');
  }
});

test('errors of our own code are thrown', async () => {
  const mistake = new TypeError('x is not a function');
  await expect(orErrorText(signal, failing(mistake))).rejects.toBe(mistake);
  const misconfigured = new PosthouseError({ code: 'invalid_configuration', message: 'no root' });
  await expect(orErrorText(signal, failing(misconfigured))).rejects.toBe(misconfigured);
});

test('a cancelled run throws, and the action does not begin', async () => {
  const reason = new Error('enough');
  let began = false;
  const work = async (): Promise<string> => {
    began = true;
    return '';
  };
  await expect(orErrorText(AbortSignal.abort(reason), work)).rejects.toBe(reason);
  expect(began).toBe(false);

  const controller = new AbortController();
  const broken = orErrorText(controller.signal, async () => {
    controller.abort(reason);
    throw new ExpectedFailure('the call was cut');
  });
  await expect(broken).rejects.toBe(reason);
});
