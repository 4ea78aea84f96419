import { describe, expect, test } from 'vitest';
import { openDatabase } from '../database/open-database.ts';
import { addDevice, createOwner, findDevice, firstOwner, forgetDevice } from './owners.ts';
import { createToken, hashToken } from './token.ts';

const now = new Date('2026-03-01T12:00:00Z');
const later = (ms: number): Date => new Date(now.getTime() + ms);

describe('owners and their devices', () => {
  test('the app starts with one owner, who stays the first', () => {
    using database = openDatabase(':memory:');
    const first = firstOwner(database, now);
    createOwner(database, 'bob', now);
    expect(firstOwner(database, now)).toBe(first);
  });

  test('devices are distinguished by their tokens', () => {
    using database = openDatabase(':memory:');
    const ownerId = firstOwner(database, now);
    const phone = addDevice(database, { ownerId, name: 'phone', now });
    const laptop = addDevice(database, { ownerId, name: 'laptop', now });
    const bob = createOwner(database, 'bob', now);
    expect(findDevice(database, phone.token, now)).toMatchObject({ ownerId, name: 'phone' });
    expect(findDevice(database, laptop.token, now)).toMatchObject({ ownerId, name: 'laptop' });
    expect(findDevice(database, bob.token, now)).toMatchObject({ ownerId: bob.ownerId, name: 'bob' });
    expect(findDevice(database, 'nobody', now)).toBeUndefined();
    expect(findDevice(database, '', now)).toBeUndefined();
  });

  test('devices leave only hashes of their tokens in the database', () => {
    using database = openDatabase(':memory:');
    const { token } = createOwner(database, 'bob', now);
    const everything = JSON.stringify(database.sqlite.prepare('SELECT * FROM auth_tokens').all());
    expect(everything).not.toContain(token);
    expect(everything).toContain(hashToken(token));
  });

  test('the last use of a device is stored to the minute', () => {
    using database = openDatabase(':memory:');
    const { token } = createOwner(database, 'bob', now);
    const lastUsed = (): unknown => database.sqlite.prepare('SELECT last_used_at FROM auth_tokens').pluck().get();
    expect(lastUsed()).toBeNull();
    findDevice(database, token, now);
    findDevice(database, token, later(30_000));
    expect(lastUsed()).toBe(now.toISOString());
    findDevice(database, token, later(61_000));
    expect(lastUsed()).toBe(later(61_000).toISOString());
  });

  test('a device may bring a token of its own, repeatedly', () => {
    using database = openDatabase(':memory:');
    const ownerId = firstOwner(database, now);
    const token = createToken();
    const [one, two] = [1, 2].map(() => addDevice(database, { ownerId, name: 'script', now, token }));
    expect(one).toEqual(two);
  });

  test('devices are removed one by one', () => {
    using database = openDatabase(':memory:');
    const ownerId = firstOwner(database, now);
    const [phone, laptop] = ['phone', 'laptop'].map((name) => addDevice(database, { ownerId, name, now }).token);
    expect(forgetDevice(database, phone!)).toBe(true);
    expect(forgetDevice(database, phone!)).toBe(false);
    expect(findDevice(database, phone!, now)).toBeUndefined();
    expect(findDevice(database, laptop!, now)).toMatchObject({ name: 'laptop' });
  });

  test('devices get tokens of 32 random bytes', () => {
    expect(createToken()).toMatch(/^[0-9a-f]{64}$/);
    expect(createToken()).not.toBe(createToken());
  });
});
