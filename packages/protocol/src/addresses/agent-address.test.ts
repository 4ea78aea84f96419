import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { attempt } from '../__fixtures__/attempt.ts';
import { textArbitrary } from '../__fixtures__/text-arbitraries.ts';
import { EVERYONE, formatAgentAddress, isAgentName, parseAgentAddress } from './agent-address.ts';

const halfArbitrary = textArbitrary.map((text) => text.replaceAll('@', '').trim()).filter((text) => text !== '');

describe('parseAgentAddress', () => {
  test.each([
    ['clerk', { name: 'clerk' }],
    ['clerk@annex', { name: 'clerk', swarm: 'annex' }],
    ['  clerk ', { name: 'clerk' }],
    [' clerk @ annex\n', { name: 'clerk', swarm: 'annex' }],
    ['all', { name: 'all' }],
    ['two words@swarm-beta.example', { name: 'two words', swarm: 'swarm-beta.example' }],
    ['größe@🏤', { name: 'größe', swarm: '🏤' }],
  ])('parseAgentAddress reads %j', (text, expected) => {
    expect(parseAgentAddress(text)).toEqual(expected);
  });

  test.each(['', '   ', '@', '@annex', 'clerk@', ' @ ', 'clerk@annex@attic', 'clerk@@annex', '\t@annex'])(
    'parseAgentAddress refuses %j',
    (text) => {
      const quoted = JSON.stringify(text);
      expect(() => parseAgentAddress(text)).toThrow(
        `expected an agent address of the form 'name' or 'name@swarm', got the string ${quoted}`,
      );
    },
  );

  test('reads a text or throws invalid_address, with a message of readable length', () => {
    fc.assert(
      fc.property(fc.oneof(textArbitrary, fc.string({ minLength: 500, maxLength: 900 })), (text) => {
        const { value, error } = attempt(() => parseAgentAddress(text));
        const halves = [value?.name ?? 'none', value?.swarm ?? 'here'];
        expect(halves.every((half) => half !== '' && half.trim() === half)).toBe(true);
        expect(error?.code).toBe(value === undefined ? 'invalid_address' : undefined);
        expect(error?.message.length ?? 0).toBeLessThan(500);
      }),
    );
  });
});

describe('formatAgentAddress', () => {
  test('writes what parseAgentAddress reads', () => {
    fc.assert(
      fc.property(halfArbitrary, fc.option(halfArbitrary, { nil: undefined }), (name, swarm) => {
        const address = swarm === undefined ? { name } : { name, swarm };
        expect(parseAgentAddress(formatAgentAddress(address))).toEqual(address);
      }),
    );
  });

  test('leaves out the local swarm, and only that', () => {
    expect(formatAgentAddress({ name: 'clerk', swarm: 'annex' }, 'annex')).toBe('clerk');
    expect(formatAgentAddress({ name: 'clerk', swarm: 'annex' }, 'harbour')).toBe('clerk@annex');
    expect(formatAgentAddress({ name: 'clerk' }, 'annex')).toBe('clerk');
  });
});

describe('isAgentName', () => {
  test.each(['clerk', 'night-porter', 'All', 'alle', 'two words', '代理'])(
    'accepts %j as the name of an agent',
    (name) => {
      expect(isAgentName(name)).toBe(true);
    },
  );

  test.each([EVERYONE, '', ' ', 'clerk ', '\tclerk', 'clerk@annex', '@'])(
    'refuses %j as the name of an agent',
    (name) => {
      expect(isAgentName(name)).toBe(false);
    },
  );

  test('every accepted name can be written to, here and in another swarm', () => {
    fc.assert(
      fc.property(textArbitrary, (name) => {
        fc.pre(isAgentName(name));
        expect(parseAgentAddress(name)).toEqual({ name });
        expect(parseAgentAddress(`${name}@annex`)).toEqual({ name, swarm: 'annex' });
      }),
    );
  });
});
