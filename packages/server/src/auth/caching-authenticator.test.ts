import { PosthouseError } from '@posthouse/protocol';
import { describe, expect, test } from 'vitest';
import { CachingAuthenticator, type Identity } from './caching-authenticator.ts';

const ALICE: Identity = { role: 'user', id: 'alice' };

function watched(identify: (token: string) => Promise<Identity | undefined>) {
  const asked: string[] = [];
  const clock = { now: 0 };
  const authenticator = new CachingAuthenticator({
    identify: (token) => {
      asked.push(token);
      return identify(token);
    },
    positiveMs: 60_000,
    negativeMs: 5_000,
    mostEntries: 3,
    now: () => clock.now,
  });
  return { authenticator, asked, clock };
}

describe('CachingAuthenticator', () => {
  test('keeps an answer for its time', async () => {
    const { authenticator, asked, clock } = watched(async () => ALICE);
    expect(await authenticator.authenticate('k')).toEqual({ ...ALICE, token: 'k' });
    clock.now = 59_999;
    await authenticator.authenticate('k');
    expect(asked).toEqual(['k']);
    clock.now = 60_000;
    await authenticator.authenticate('k');
    expect(asked).toEqual(['k', 'k']);
  });

  test('keeps a refusal for a shorter time than an answer', async () => {
    const { authenticator, asked, clock } = watched(async () => undefined);
    expect(await authenticator.authenticate('k')).toBeUndefined();
    await authenticator.authenticate('k');
    expect(asked).toHaveLength(1);
    clock.now = 5_000;
    await authenticator.authenticate('k');
    expect(asked).toHaveLength(2);
  });

  test('keeps one answer for each token, and returns it with that token', async () => {
    const { authenticator } = watched(async (token) => ({ role: 'user', id: token.toUpperCase() }));
    expect(await authenticator.authenticate('a')).toEqual({ role: 'user', id: 'A', token: 'a' });
    expect(await authenticator.authenticate('b')).toEqual({ role: 'user', id: 'B', token: 'b' });
    expect(await authenticator.authenticate('a')).toEqual({ role: 'user', id: 'A', token: 'a' });
  });

  test('keeps a limited number of answers', async () => {
    const { authenticator, asked } = watched(async () => ALICE);
    for (const token of ['a', 'b', 'c', 'd', 'a']) await authenticator.authenticate(token);
    expect(asked).toEqual(['a', 'b', 'c', 'd', 'a']);
  });
});

test('concurrent requests with the same token ask once', async () => {
  const { promise, resolve: answer } = Promise.withResolvers<Identity>();
  const { authenticator, asked } = watched(() => promise);
  const callers = Array.from({ length: 50 }, () => authenticator.authenticate('k'));
  answer(ALICE);
  expect(new Set((await Promise.all(callers)).map((caller) => caller?.id))).toEqual(new Set(['alice']));
  expect(asked).toEqual(['k']);
});

describe('a failing authenticator', () => {
  test('fails everybody who waits, and is asked again by the next request', async () => {
    let broken = true;
    const { authenticator, asked } = watched(async () => {
      if (broken) throw new PosthouseError({ code: 'unavailable', message: 'down' });
      return ALICE;
    });
    const both = await Promise.allSettled([authenticator.authenticate('k'), authenticator.authenticate('k')]);
    expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    broken = false;
    expect(await authenticator.authenticate('k')).toMatchObject(ALICE);
    expect(asked).toHaveLength(2);
  });

  test('never lets in somebody whose cached answer has expired', async () => {
    let broken = false;
    const { authenticator, clock } = watched(async () => {
      if (broken) throw new PosthouseError({ code: 'unavailable', message: 'down' });
      return ALICE;
    });
    await authenticator.authenticate('k');
    broken = true;
    clock.now = 60_001;
    await expect(authenticator.authenticate('k')).rejects.toMatchObject({ code: 'unavailable' });
  });
});
