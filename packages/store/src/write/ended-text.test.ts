import type { NewEntry } from '@posthouse/protocol';
import { describe, expect, it } from 'vitest';
import { endedTextOf } from './ended-text.ts';

const place = { run: 1, agent: 'head@beta', turn: 4 };
const ended = { agent: 'head@beta', turn: 4, attempt: 2 };
const written = { type: 'text-written' as const, attempt: 2, parts: [] };
const abandoned = { type: 'text-abandoned' as const, attempt: 2, parts: [] };
const started = { type: 'text-started' as const, attempt: 2, part: 0, kind: 'text' as const };
const remote = (fact: typeof written | typeof abandoned | typeof started): NewEntry => ({
  ...place,
  type: 'remote',
  swarm: 'beta',
  fact,
});

describe('the live text that ends with an entry', () => {
  it('the end of a run ends all live text', () => {
    expect(endedTextOf({ run: 1, type: 'run-ended', outcome: 'complete', text: '' })).toEqual({});
  });

  it('an abandoned text ends, here or in another swarm', () => {
    expect(endedTextOf({ ...place, ...abandoned })).toEqual(ended);
    expect(endedTextOf(remote(abandoned))).toEqual(ended);
    expect(endedTextOf({ run: 1, ...abandoned })).toBeUndefined();
  });

  it('text written in another swarm ends at once; text written here ends with its turn', () => {
    expect(endedTextOf(remote(written))).toEqual(ended);
    expect(endedTextOf({ ...place, ...written })).toBeUndefined();
  });

  it('the beginning of a text ends no live text', () => {
    expect(endedTextOf(remote(started))).toBeUndefined();
    expect(endedTextOf({ ...place, ...started })).toBeUndefined();
  });
});
