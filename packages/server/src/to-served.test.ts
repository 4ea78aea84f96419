import { agent, swarm } from '@posthouse/runtime';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { toServed, withFallbacks } from './to-served.ts';

function team(name: string, options: { taskMessageLimit?: number; description?: string; keywords?: string[] } = {}) {
  const boss = agent({
    name: 'boss',
    commTargets: [],
    enableEntrypoint: true,
    canCompleteTasks: true,
    run: () => ({}),
  });
  return swarm({ name, version: '1', agents: [boss], entrypoint: 'boss', ...options });
}

describe('toServed', () => {
  test('accepts a swarm, a definition, or a list of both', () => {
    const one = team('one');
    const two = team('two');
    expect(toServed(one, {})).toEqual([one.definition]);
    expect(toServed(two.definition, {})).toEqual([two.definition]);
    expect(toServed([one, two.definition], {}).map(({ name }) => name)).toEqual(['one', 'two']);
  });

  test('toServed does not change its input', () => {
    const one = team('one');
    const before = structuredClone(one.definition.limits);
    toServed(one, { taskMessageLimit: 3, fallbacks: { description: 'x', keywords: ['y'] } });
    expect(one.definition).toMatchObject({ limits: before, description: '', keywords: [] });
  });

  test('refuses to serve nothing', () => {
    expect(() => toServed([], {})).toThrow('there is no swarm to serve');
  });
});

describe('settings of the server for all swarms', () => {
  const maybe = <Value>(some: fc.Arbitrary<Value>) => fc.option(some, { nil: undefined });

  test('settings of the server apply exactly where a swarm has none of its own', () => {
    fc.assert(
      fc.property(maybe(fc.integer({ min: 1, max: 99 })), maybe(fc.integer({ min: 1, max: 99 })), (own, everybodys) => {
        const { definition } = team('t', own === undefined ? {} : { taskMessageLimit: own });
        const served = withFallbacks(definition, everybodys === undefined ? {} : { taskMessageLimit: everybodys });
        expect(served.limits.messages).toBe(own ?? everybodys);
      }),
    );
  });

  test.each([
    [{}, { description: 'd', keywords: ['k'] }],
    [{ description: 'own' }, { description: 'own', keywords: ['k'] }],
    [{ keywords: ['own'] }, { description: 'd', keywords: ['own'] }],
  ])('a swarm with %j is served as %j', (own, served) => {
    const { definition } = team('t', own);
    expect(withFallbacks(definition, { fallbacks: { description: 'd', keywords: ['k'] } })).toMatchObject(served);
  });

  test('limits of a swarm that the server does not set are unchanged', () => {
    const { definition } = team('t');
    const server = { taskMessageLimit: 3, runs: { turns: 9, repeats: 2 } };
    const served = withFallbacks({ ...definition, limits: { turns: 7 } }, server);
    expect(served.limits).toEqual({ messages: 3, turns: 7, repeats: 2 });
  });

  test('a setting holds where a swarm, or a wider setting, has undefined', () => {
    const { definition } = team('t');
    const own = { ...definition, limits: { turns: undefined }, budgets: { run: { calls: undefined, tokens: 4 } } };
    const server = { taskMessageLimit: 3, runs: { turns: 9, messages: undefined }, budgets: { run: { calls: 5 } } };
    const { limits, budgets } = withFallbacks(own, server);
    expect([limits, budgets.run]).toEqual([
      { messages: 3, turns: 9 },
      { calls: 5, tokens: 4 },
    ]);
  });
});
