import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { attempt } from '../__fixtures__/attempt.ts';
import { textArbitrary } from '../__fixtures__/text-arbitraries.ts';
import { formatInstance, type Instance, INSTANCE_ROLES, parseInstance } from './instance.ts';

const filled = textArbitrary.filter((text) => text !== '');
const instanceArbitrary: fc.Arbitrary<Instance> = fc.record({
  role: fc.constantFrom(...INSTANCE_ROLES),
  id: filled,
  swarm: filled.map((text) => text.replaceAll('@', '')).filter((text) => text !== ''),
});

describe('parseInstance', () => {
  test.each([
    ['user:u-1@swarm-alpha', { role: 'user', id: 'u-1', swarm: 'swarm-alpha' }],
    ['admin:root@harbour', { role: 'admin', id: 'root', swarm: 'harbour' }],
    ['swarm:swarm-alpha@swarm-beta', { role: 'swarm', id: 'swarm-alpha', swarm: 'swarm-beta' }],
    ['user:ada@example.org@harbour', { role: 'user', id: 'ada@example.org', swarm: 'harbour' }],
    ['user:oidc:ada:7@harbour', { role: 'user', id: 'oidc:ada:7', swarm: 'harbour' }],
    ['user:mailto:ada@example.org@harbour', { role: 'user', id: 'mailto:ada@example.org', swarm: 'harbour' }],
    ['user::@harbour', { role: 'user', id: ':', swarm: 'harbour' }],
    ['user:a@port:8080', { role: 'user', id: 'a', swarm: 'port:8080' }],
  ] as const)('reads %s', (text, expected) => {
    expect(parseInstance(text)).toEqual(expected);
  });

  test.each([
    '',
    'user',
    'user:',
    'user:ada',
    'ada@harbour',
    'user@harbour',
    'user:@harbour',
    'user:ada@',
    ':ada@harbour',
    'agent:clerk@harbour',
    'User:ada@harbour',
    ' user:ada@harbour',
    'user@harbour:ada',
    'constructor:ada@harbour',
  ])('parseInstance refuses %j', (text) => {
    expect(() => parseInstance(text)).toThrow(
      /^expected an owner or contributor of the form 'role:id@swarm' with role admin, user, swarm, got the string "/,
    );
  });

  test('reads what formatInstance writes, whatever the id', () => {
    fc.assert(
      fc.property(instanceArbitrary, (instance) => {
        expect(parseInstance(formatInstance(instance))).toEqual(instance);
      }),
    );
  });

  test('writes back what it has read, and throws nothing but invalid_address', () => {
    const texts = fc.oneof(
      textArbitrary,
      fc.tuple(fc.constantFrom(...INSTANCE_ROLES, 'agent', ''), textArbitrary).map((parts) => parts.join(':')),
      fc.array(fc.constantFrom('user', ':', '@', 'ada'), { maxLength: 7 }).map((parts) => parts.join('')),
    );
    fc.assert(
      fc.property(texts, (text) => {
        const { value, error } = attempt(() => formatInstance(parseInstance(text)));
        expect([value, error?.code]).toEqual(error === undefined ? [text, undefined] : [undefined, 'invalid_address']);
      }),
    );
  });
});
