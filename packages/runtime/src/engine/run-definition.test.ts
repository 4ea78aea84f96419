import { describe, expect, test } from 'vitest';
import { cast, complete } from '../__fixtures__/play.ts';
import { RunDefinition } from './run-definition.ts';

const version = (text: string) => cast({ supervisor: [complete(text)], description: text }).definition;

describe('the definition of a run', () => {
  test('stays the one that the run began with', () => {
    let newest = version('old');
    const defined = new RunDefinition(() => newest, 1);
    newest = version('new');
    defined.begin(1);
    expect(defined.current.description).toBe('old');
  });

  test('a run begins with the newest definition and its agents', () => {
    let newest = version('old');
    const defined = new RunDefinition(() => newest, 1);
    const before = defined.agent('supervisor');
    newest = version('new');
    defined.begin(2);
    expect(defined.current.description).toBe('new');
    expect(defined.agent('supervisor')).not.toBe(before);
    expect(defined.agent('supervisor')).toBe(newest.agents[0]);
    expect(defined.agent('nobody')).toBeUndefined();
  });

  test('the definition stays the same object as long as nobody replaces it', () => {
    const only = version('only');
    const defined = new RunDefinition(() => only, 0);
    const agent = defined.agent('weather');
    for (const run of [1, 2, 3]) defined.begin(run);
    expect(defined.current).toBe(only);
    expect(defined.agent('weather')).toBe(agent);
  });
});
