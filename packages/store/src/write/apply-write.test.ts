import { PosthouseError } from '@posthouse/protocol';
import { describe, expect, it } from 'vitest';
import { alice, mailTo, notice, runEnded, runStarted } from '../contract/__fixtures__/samples.ts';
import type { Write } from './write.ts';
import { applyWrite } from './apply-write.ts';
import { type StoredTask, toTask } from './stored-task.ts';

const state: StoredTask = {
  key: '7',
  owner: alice,
  taskId: 'trip',
  status: 'running',
  run: 2,
  openRun: 2,
  epoch: 4,
  head: 10,
  node: 'node-a',
  data: '{"title":"Trip"}',
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: 5_000,
  lastOrder: 3,
  wake: 0,
};

function apply(write: Partial<Write>, { now = 6_000, claims = false } = {}) {
  return applyWrite(state, { task: '7', entries: [], ...write }, { now, claims });
}

function codeOf(write: Partial<Write>): string | undefined {
  try {
    apply(write);
    return undefined;
  } catch (error) {
    return PosthouseError.isInstance(error) ? error.code : String(error);
  }
}

describe('applying a write', () => {
  it('changes only the time of the task if the write is empty', () => {
    expect(apply({})).toEqual({ next: { ...state, updatedAt: 6_000 }, entries: [], mail: [] });
  });

  it('leaves the given state unchanged', () => {
    const before = structuredClone(state);
    apply({ entries: [runEnded(2)], put: [mailTo('a')], data: { title: null }, fence: true, status: 'error' });
    expect(state).toEqual(before);
  });

  it('appends entries after the head and mail after the last', () => {
    const { next, entries, mail } = apply({ entries: [notice('a'), notice('b')], put: [mailTo('x')] });
    const at = new Date(6_000).toISOString();
    expect(entries).toEqual([
      { ...notice('a'), seq: 11, at },
      { ...notice('b'), seq: 12, at },
    ]);
    expect(mail.map(({ order }) => order)).toEqual([4]);
    expect(next).toMatchObject({ head: 12, lastOrder: 4 });
  });

  it('overrides a place that an entry brings along', () => {
    const copied = { ...notice('a'), seq: 999, at: 'long ago' };
    expect(apply({ entries: [copied] }).entries).toEqual([
      { ...notice('a'), seq: 11, at: new Date(6_000).toISOString() },
    ]);
  });

  it('a write never goes back in time, though mail is due by the clock', () => {
    const { next, entries, mail } = apply({ entries: [notice()], put: [mailTo('a')] }, { now: 1_000 });
    expect(next.updatedAt).toBe(5_000);
    expect(entries[0]?.at).toBe(new Date(5_000).toISOString());
    expect(mail[0]?.due).toBe(1_000);
  });

  it('a write merges data', () => {
    expect(apply({ data: { title: null, limit: 3 } }).next.data).toBe('{"limit":3}');
  });

  it('raises the epoch by one for a fence, for a claim, and for both', () => {
    expect(apply({ fence: true }).next).toMatchObject({ epoch: 5, node: 'node-a' });
    expect(apply({ claim: 'node-b' }, { claims: true }).next).toMatchObject({ epoch: 5, node: 'node-b' });
    expect(apply({ claim: 'node-b', fence: true }, { claims: true }).next).toMatchObject({ epoch: 5, node: 'node-b' });
    expect(apply({ claim: 'node-b' }).next).toMatchObject({ epoch: 4, node: 'node-a' });
  });

  it('follows runs through the entries, one after the other', () => {
    expect(apply({ entries: [runEnded(2, 'error')] }).next).toMatchObject({ run: 2, openRun: null, status: 'error' });
    expect(apply({ entries: [runEnded(2), runStarted(3)] }).next).toMatchObject({
      run: 3,
      openRun: 3,
      status: 'running',
    });
    expect(apply({ entries: [runEnded(2)], status: 'running' }).next).toMatchObject({
      openRun: null,
      status: 'running',
    });
  });
});

describe('refusing a write', () => {
  it('happens when it expects another epoch or another open run', () => {
    expect(codeOf({ expect: { epoch: 3 } })).toBe('fenced');
    expect(codeOf({ expect: { openRun: null } })).toBe('stale');
    expect(codeOf({ expect: { openRun: 1 } })).toBe('stale');
    expect(codeOf({ expect: { epoch: 4, openRun: 2 } })).toBeUndefined();
    expect(codeOf({ expect: {} })).toBeUndefined();
  });

  it('happens when a run would begin or end out of turn', () => {
    expect(codeOf({ entries: [runStarted(3)] })).toBe('stale');
    expect(codeOf({ entries: [runEnded(1)] })).toBe('stale');
    expect(codeOf({ entries: [runEnded(2), runEnded(2)] })).toBe('stale');
    expect(codeOf({ entries: [runEnded(2), runStarted(2)] })).toBe('stale');
  });

  it('gives a sentence that says why', () => {
    expect(() => apply({ expect: { epoch: 3 } })).toThrow('task 7 is at epoch 4, the write expects 3');
    expect(() => apply({ expect: { openRun: 1 } })).toThrow('its open run is 2, the write expects 1');
    expect(() => apply({ entries: [runStarted(3)] })).toThrow('run 2 is open, run 3 cannot start');
    expect(() => apply({ entries: [runEnded(2), runStarted(1)] })).toThrow(
      'run 2 has already started, run 1 cannot start',
    );
  });
});

describe('a task as readers see it', () => {
  it('readers see times as text, data as a value, and nothing of the store', () => {
    const { lastOrder: _order, wake: _wake, ...seen } = state;
    expect(toTask(state)).toEqual({ ...seen, data: { title: 'Trip' }, updatedAt: new Date(5_000).toISOString() });
  });

  it('shares nothing with the state', () => {
    const task = toTask(state);
    task.owner.id = 'mallory';
    task.data.title = 'Theft';
    expect(toTask(state)).toMatchObject({ owner: alice, data: { title: 'Trip' } });
  });
});
