import { describe, expect, it } from 'vitest';
import { alice, mailTo, notice, runEnded, runStarted, turnOf } from '../contract/__fixtures__/samples.ts';
import type { Write } from './write.ts';
import { encodeWrite } from './encode-write.ts';
import { type DraftFacts, TaskDraft } from './task-draft.ts';
import type { StoredTask } from './stored-task.ts';

const NOW = 1_000_000;

function stateOf(rest: Partial<StoredTask> = {}): StoredTask {
  return {
    key: '7',
    owner: alice,
    taskId: 'trip',
    status: 'complete',
    run: 0,
    openRun: null,
    epoch: 0,
    head: 0,
    lastOrder: 0,
    node: null,
    wake: null,
    createdAt: new Date(NOW).toISOString(),
    updatedAt: NOW,
    data: '{}',
    ...rest,
  };
}

function draftOf(state: Partial<StoredTask> = {}, facts: Partial<DraftFacts> = {}): TaskDraft {
  return new TaskDraft(stateOf(state), { waiting: [], used: [], beats: new Map(), ...facts }, NOW);
}

const apply = (draft: TaskDraft, write: Partial<Write>) =>
  draft.apply(encodeWrite({ task: '7', entries: [], ...write }));
const codeOf = (outcome: ReturnType<TaskDraft['apply']>): unknown =>
  'error' in outcome ? (outcome.error as { code: string }).code : undefined;

describe('a draft of a task', () => {
  it('applies writes one after the other', () => {
    const draft = draftOf();
    const first = apply(draft, { entries: [notice('one')], data: { title: 'Trip' } });
    const second = apply(draft, { entries: [notice('two'), notice('three')], fence: true });
    expect(first).toMatchObject({ task: { head: 1, epoch: 0 }, entries: [{ seq: 1 }] });
    expect(second).toMatchObject({
      task: { head: 3, epoch: 1, data: { title: 'Trip' } },
      entries: [{ seq: 2 }, { seq: 3 }],
    });
    expect(draft.entries.map(({ seq, entry }) => [seq, (JSON.parse(entry) as { text: string }).text])).toEqual([
      [1, 'one'],
      [2, 'two'],
      [3, 'three'],
    ]);
    expect(draft.next).toMatchObject({ head: 3, epoch: 1 });
    expect(draft.before.head).toBe(0);
  });

  it('keeps nothing of a write that is refused', () => {
    const draft = draftOf({}, { waiting: ['m-1'] });
    const refused = apply(draft, {
      once: 'k',
      entries: [notice()],
      take: ['m-1', 'gone'],
      put: [mailTo('a')],
      turns: [turnOf('a', 1)],
      claim: 'node-a',
      fence: true,
    });
    expect(codeOf(refused)).toBe('stale');
    expect(draft).toMatchObject({ changed: false, next: draft.before, entries: [], endedTexts: [] });
    expect([draft.taken, draft.put, draft.turns, draft.once, draft.beaten].map(({ size }) => size)).toEqual([
      0, 0, 0, 0, 0,
    ]);
    expect(codeOf(apply(draft, { take: ['m-1'] }))).toBeUndefined();
  });

  it('knows what earlier writes have taken and put', () => {
    const draft = draftOf({}, { waiting: ['m-1'] });
    apply(draft, { take: ['m-1'], put: [mailTo('a', { id: 'm-2' })] });
    expect(codeOf(apply(draft, { take: ['m-1'] }))).toBe('stale');
    expect(codeOf(apply(draft, { put: [mailTo('a', { id: 'm-2' })] }))).toBe('invalid_input');
    expect(codeOf(apply(draft, { take: ['m-2'], put: [mailTo('b', { id: 'm-1' })] }))).toBeUndefined();
    // What was put and taken again never gets to the database; what was there before is replaced.
    expect([...draft.taken]).toEqual(['m-1']);
    expect([...draft.put.keys()]).toEqual(['m-1']);
    expect(draft.put.get('m-1')?.mail).toMatchObject({ mailbox: 'b', order: 2 });
  });

  it('repeats what was written under a key, earlier or in the same draft', () => {
    const draft = draftOf({ head: 9 }, { used: [['old', { head: 3, entries: 2 }]] });
    expect(apply(draft, { once: 'old', entries: [notice()] })).toMatchObject({ repeated: { head: 3, entries: 2 } });
    apply(draft, { once: 'new', entries: [notice(), notice()] });
    expect(apply(draft, { once: 'new', entries: [notice()] })).toMatchObject({ repeated: { head: 9, entries: 2 } });
    expect([...draft.once]).toEqual([['new', { head: 9, entries: 2 }]]);
    expect(draft.entries).toHaveLength(2);
  });

  it('writes a turn once, in its last state', () => {
    const draft = draftOf();
    apply(draft, { turns: [turnOf('a', 1, { done: false }), turnOf('b', 1)] });
    apply(draft, { turns: [turnOf('a', 1)] });
    expect([...draft.turns.values()].map(({ turn }) => [turn.agent, turn.done])).toEqual([
      ['a', true],
      ['b', true],
    ]);
  });

  it('lets a node claim the task unless another is alive', () => {
    const beats = new Map([
      ['dead', NOW - 16_000],
      ['living', NOW - 1_000],
    ]);
    for (const [node, owner] of [
      [null, 'me'],
      ['dead', 'me'],
      ['unknown', 'me'],
      ['living', 'living'],
    ] as const) {
      const draft = draftOf({ node }, { beats: new Map(beats) });
      apply(draft, { claim: 'me' });
      expect([draft.next.node, draft.next.epoch, draft.beaten.has('me')]).toEqual([
        owner,
        owner === 'me' ? 1 : 0,
        owner === 'me',
      ]);
    }
  });

  it('takes a node as alive that has just claimed a task, this one or another', () => {
    const beats = new Map<string, number>();
    const one = draftOf({}, { beats });
    apply(one, { claim: 'me' });
    apply(one, { claim: 'you' });
    expect(one.next).toMatchObject({ node: 'me', epoch: 1 });
    const other = draftOf({ node: 'me' }, { beats });
    apply(other, { claim: 'you' });
    expect(other.next.node).toBe('me');
  });

  it('ends the live text of what it records', () => {
    const draft = draftOf();
    apply(draft, { entries: [runStarted()], turns: [turnOf('a', 3)] });
    apply(draft, { entries: [{ run: 1, agent: 'b', turn: 4, type: 'text-abandoned', attempt: 2, parts: [] }] });
    apply(draft, { entries: [runEnded()] });
    expect(draft.endedTexts).toEqual([{ agent: 'a', turn: 3 }, { agent: 'b', turn: 4, attempt: 2 }, {}]);
  });
});

describe('the wake time of a draft', () => {
  it('a draft wakes now while a run is running', () => {
    const draft = draftOf();
    apply(draft, { entries: [runStarted()] });
    expect(draft.wake).toBe(0);
  });

  it('the wake time is known without a query if only mail was put into an idle task', () => {
    const draft = draftOf({ wake: 500 });
    apply(draft, { put: [mailTo('a', { due: 700 })] });
    expect(draft.wake).toBe(500);
    apply(draft, { put: [mailTo('a', { due: 300 })] });
    expect(draft.wake).toBe(300);
    expect(draftOf().wake).toBeNull();
  });

  it.each<[string, Partial<StoredTask>, Partial<Write>]>([
    ['mail was taken', {}, { take: ['m-1'] }],
    ['a turn was written', {}, { turns: [turnOf('a', 1, { done: false })] }],
    ['the status has changed', {}, { status: 'paused' }],
    ['a run has ended', { status: 'running', run: 1, openRun: 1 }, { entries: [runEnded()] }],
  ])('needs a query if %s', (_, state, write) => {
    const draft = draftOf(state, { waiting: ['m-1'] });
    apply(draft, { put: [mailTo('a')] });
    apply(draft, write);
    expect(draft.wake).toBe('look');
  });
});
