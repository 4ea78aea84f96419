import { openStore } from '@posthouse/store';
import { expect, test } from 'vitest';
import { Nonces } from './nonces.ts';

async function openNonces(options: { most?: number } = {}) {
  const store = await openStore('sqlite::memory:');
  const clock = { now: 1_000_000 };
  const open = () => new Nonces({ records: store.records, windowMs: 1_000, now: () => clock.now, ...options });
  return { store, clock, open, [Symbol.asyncDispose]: () => store[Symbol.asyncDispose]() };
}

test('a nonce is new only once, in whichever process', async () => {
  await using set = await openNonces();
  const [one, other] = [set.open(), set.open()];
  expect(await one.take('key', 'a')).toBe(true);
  expect(await one.take('key', 'a')).toBe(false);
  expect(await other.take('key', 'a')).toBe(false);
  expect(await other.take('another-key', 'a')).toBe(true);
});

test('only one of many concurrent uses of a nonce succeeds', async () => {
  await using set = await openNonces();
  const processes = [set.open(), set.open()];
  const taken = await Promise.all(Array.from({ length: 40 }, (_, index) => processes[index % 2]!.take('key', 'same')));
  expect(taken.filter((first) => first)).toHaveLength(1);
});

test('a nonce is remembered as long as its signature is valid, and then forgotten', async () => {
  await using set = await openNonces();
  const nonces = set.open();
  await nonces.take('key', 'a');
  set.clock.now += 1_999;
  expect(await nonces.take('key', 'a')).toBe(false);
  set.clock.now += 1_000;
  await nonces.take('key', 'b');
  expect((await set.store.records.list('nonce')).map(({ id }) => id)).toEqual(['key.b']);
});

test('the number of nonces is limited, and old ones make room', async () => {
  await using set = await openNonces({ most: 3 });
  const nonces = set.open();
  for (const nonce of ['a', 'b', 'c']) expect(await nonces.take('key', nonce)).toBe(true);
  await expect(nonces.take('key', 'd')).rejects.toMatchObject({ code: 'unavailable' });
  expect(await set.store.records.list('nonce')).toHaveLength(3);
  await expect(set.open().take('key', 'e')).rejects.toMatchObject({ code: 'unavailable' });
  set.clock.now += 3_000;
  expect(await nonces.take('key', 'd')).toBe(true);
});
