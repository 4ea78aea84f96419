import { describe, expect, test } from 'vitest';
import {
  isReady,
  type Lifecycle,
  type LifecycleEffect,
  type LifecycleEvent,
  mayStart,
  mayWrite,
  NEWLY_OWNED,
  step,
} from './lifecycle.ts';

type Phase = Lifecycle['phase'];
type Cell = [Phase, LifecycleEffect?];

const EVENTS: LifecycleEvent[] = [
  'write-begun',
  'write-landed',
  'end-begun',
  'end-finished',
  'fell-behind',
  'caught-up',
  'nothing-to-do',
  'released',
  'kept',
  'voided',
  'reloaded',
  'lost',
  'drain',
  'drained',
];

/** With one write pending, and memory not behind: the phase that each event leads to, and what is to be done. */
const TABLE: Record<Phase, Record<LifecycleEvent, Cell>> = {
  working: {
    'write-begun': ['working'],
    'write-landed': ['working', 'pump'],
    'end-begun': ['working'],
    'end-finished': ['working'],
    'fell-behind': ['working'],
    'caught-up': ['working', 'pump'],
    'nothing-to-do': ['resting', 'let-go'],
    released: ['working'],
    kept: ['working'],
    voided: ['reloading', 'reload'],
    reloaded: ['working'],
    lost: ['gone', 'leave'],
    drain: ['draining'],
    drained: ['gone'],
  },
  resting: {
    'write-begun': ['resting'],
    'write-landed': ['resting'],
    'end-begun': ['resting'],
    'end-finished': ['resting'],
    'fell-behind': ['resting'],
    'caught-up': ['resting'],
    'nothing-to-do': ['resting'],
    released: ['gone', 'leave'],
    kept: ['working'],
    voided: ['reloading', 'reload'],
    reloaded: ['resting'],
    lost: ['gone', 'leave'],
    drain: ['draining'],
    drained: ['gone'],
  },
  reloading: {
    'write-begun': ['reloading'],
    'write-landed': ['reloading'],
    'end-begun': ['reloading'],
    'end-finished': ['reloading'],
    'fell-behind': ['reloading'],
    'caught-up': ['reloading'],
    'nothing-to-do': ['reloading'],
    released: ['reloading'],
    kept: ['reloading'],
    voided: ['reloading'],
    reloaded: ['working', 'pump'],
    lost: ['gone', 'leave'],
    drain: ['draining'],
    drained: ['gone'],
  },
  draining: {
    'write-begun': ['draining'],
    'write-landed': ['draining'],
    'end-begun': ['draining'],
    'end-finished': ['draining'],
    'fell-behind': ['draining'],
    'caught-up': ['draining'],
    'nothing-to-do': ['draining'],
    released: ['draining'],
    kept: ['draining'],
    voided: ['draining', 'reload'],
    reloaded: ['draining'],
    lost: ['gone', 'leave'],
    drain: ['draining'],
    drained: ['gone'],
  },
  gone: {
    'write-begun': ['gone'],
    'write-landed': ['gone'],
    'end-begun': ['gone'],
    'end-finished': ['gone'],
    'fell-behind': ['gone'],
    'caught-up': ['gone'],
    'nothing-to-do': ['gone'],
    released: ['gone'],
    kept: ['gone'],
    voided: ['gone'],
    reloaded: ['gone'],
    lost: ['gone'],
    drain: ['gone'],
    drained: ['gone'],
  },
};

const PHASES = Object.keys(TABLE) as Phase[];
const onePending: Lifecycle = { ...NEWLY_OWNED, pending: 1, writes: 1 };

/** Every state with up to two writes pending. */
const STATES: Lifecycle[] = PHASES.flatMap((phase) =>
  [false, true].flatMap((behind) =>
    [false, true].flatMap((ending) => [0, 1, 2].map((pending) => ({ phase, behind, ending, pending, writes: 5 }))),
  ),
);

/** Every state and every event that can come in it: a write that lands has begun before. */
const STEPS = STATES.flatMap((state) =>
  EVENTS.filter((event) => event !== 'write-landed' || state.pending > 0).map((event) => ({ state, event })),
);

describe.each(PHASES)('%s', (phase) => {
  test.each(EVENTS)('answers the event %s as the table says', (event) => {
    const { state, effect } = step({ ...onePending, phase }, event);
    expect([state.phase, effect]).toEqual([TABLE[phase][event][0], TABLE[phase][event][1]]);
  });
});

describe('the last write that lands', () => {
  test.each<[Phase, LifecycleEffect | undefined]>([
    ['working', 'refresh'],
    ['resting', 'refresh'],
    ['reloading', 'refresh'],
    ['draining', undefined],
    ['gone', undefined],
  ])('the last write of a task that is behind while %s leads to: %s', (phase, effect) => {
    expect(step({ ...onePending, behind: true, phase }, 'write-landed').effect).toBe(effect);
  });

  test('starts nothing while an end is on its way', () => {
    expect(step({ ...onePending, ending: true }, 'write-landed').effect).toBeUndefined();
  });

  test('a write counts as the last one when none is pending after it', () => {
    const { state, effect } = step({ ...onePending, behind: true, pending: 2 }, 'write-landed');
    expect([state.pending, effect]).toEqual([1, undefined]);
  });
});

test.each<Partial<Lifecycle>>([{ behind: true }, { ending: true }])('nobody lets go of a task with %o', (changes) => {
  const state = { ...NEWLY_OWNED, ...changes };
  expect(step(state, 'nothing-to-do')).toEqual({ state });
});

describe('in every state, after every event', () => {
  test('a task that is gone stays gone', () => {
    for (const { state, event } of STEPS.filter((each) => each.state.phase === 'gone')) {
      expect(step(state, event)).toMatchObject({ state: { phase: 'gone' } });
      expect(step(state, event).effect).toBeUndefined();
    }
  });

  test('writes are counted, and nothing else changes their number', () => {
    for (const { state, event } of STEPS) {
      const begun = Number(event === 'write-begun');
      const landed = Number(event === 'write-landed');
      const { pending, writes } = step(state, event).state;
      expect([pending, writes]).toEqual([state.pending + begun - landed, 5 + begun]);
    }
  });

  test('only an end that begins or finishes says whether one is on its way', () => {
    for (const { state, event } of STEPS) {
      const { ending } = step(state, event).state;
      expect(ending).toBe(event === 'end-begun' || (event !== 'end-finished' && state.ending));
    }
  });

  test('memory falls behind when it is told so, and catches up by reading only', () => {
    for (const { state, event } of STEPS) {
      const hasRead = { 'caught-up': 'working', reloaded: 'reloading' }[event as string] === state.phase;
      expect(step(state, event).state.behind).toBe(event === 'fell-behind' || (state.behind && !hasRead));
    }
  });

  test('something starts only where it may, and the store is looked at only when nothing is pending', () => {
    const after = STEPS.map(({ state, event }) => step(state, event));
    const pumped = after.filter(({ effect }) => effect === 'pump');
    expect([pumped.length > 0, pumped.every(({ state }) => mayStart(state))]).toEqual([true, true]);
    const refreshed = after.filter(({ effect }) => effect === 'refresh').map(({ state }) => state);
    expect(new Set(refreshed.map(({ behind, pending }) => `${behind} ${pending}`))).toEqual(new Set(['true 0']));
  });
});

test.each<[Phase, boolean, boolean, boolean]>([
  ['working', true, true, true],
  ['resting', false, false, false],
  ['reloading', false, false, false],
  ['draining', false, false, true],
  ['gone', false, false, false],
])('a task that is %s: is ready %s, may start %s, may write %s', (phase, ready, starts, writes) => {
  const state = { ...NEWLY_OWNED, phase };
  expect([isReady(state), mayStart(state), mayWrite(state)]).toEqual([ready, starts, writes]);
  const ending = { ...state, ending: true };
  expect([isReady(ending), mayStart(ending), mayWrite(ending)]).toEqual([false, false, false]);
  const behind = { ...state, behind: true };
  expect([isReady(behind), mayStart(behind), mayWrite(behind)]).toEqual([ready, false, writes]);
});
