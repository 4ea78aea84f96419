/** How far a process is with a task that it owns. */
export type Lifecycle = {
  /** `resting` lets go of the task as soon as the store agrees; `gone` never comes back. */
  readonly phase: 'working' | 'resting' | 'reloading' | 'draining' | 'gone';
  /** Whether the store is known to have more than memory has. Nothing new starts until memory has it too. */
  readonly behind: boolean;
  /** Whether the end of a run is on its way to the store. Nothing starts meanwhile. */
  readonly ending: boolean;
  /** Writes that the store has not answered yet. While there are any, memory is ahead of the store. */
  readonly pending: number;
  /** How many writes there ever were; a number that has not changed means that nothing has happened. */
  readonly writes: number;
};

export type LifecycleEvent =
  | 'write-begun'
  /** The store has answered, and what its answer led to is done. */
  | 'write-landed'
  | 'end-begun'
  | 'end-finished'
  /** The store has entries of somebody else. */
  | 'fell-behind'
  /** Memory has them too. */
  | 'caught-up'
  | 'nothing-to-do'
  /** The store has taken the task back. */
  | 'released'
  /** The store has not, and has nothing that is news. */
  | 'kept'
  /** What is in memory is worth nothing: a write was refused, or failed. */
  | 'voided'
  /** Memory is what the store has. */
  | 'reloaded'
  /** The task belongs to somebody else, or was deleted. */
  | 'lost'
  | 'drain'
  | 'drained';

/** What is to be done about an event. `reload` forgets what is in memory; whoever is draining reads nothing in its place. */
export type LifecycleEffect = 'pump' | 'refresh' | 'let-go' | 'reload' | 'leave';

export type Step = { state: Lifecycle; effect?: LifecycleEffect };

export const NEWLY_OWNED: Lifecycle = { phase: 'working', behind: false, ending: false, pending: 0, writes: 0 };

/** Whether what is in memory is good enough for decisions from outside. */
export function isReady({ phase, ending }: Lifecycle): boolean {
  return phase === 'working' && !ending;
}

/** Whether something new may start. */
export function mayStart(state: Lifecycle): boolean {
  return isReady(state) && !state.behind;
}

/** Whether what is under way may be written down. */
export function mayWrite({ phase, ending }: Lifecycle): boolean {
  return !ending && (phase === 'working' || phase === 'draining');
}

/** What an event makes of the state, and what is to be done about it. Events that come too late change nothing. */
export function step(state: Lifecycle, event: LifecycleEvent): Step {
  const { phase, pending, writes } = state;
  switch (event) {
    case 'write-begun':
      return { state: { ...state, pending: pending + 1, writes: writes + 1 } };
    case 'write-landed':
      return land({ ...state, pending: pending - 1 });
    case 'end-begun':
      return { state: { ...state, ending: true } };
    case 'end-finished':
      return { state: { ...state, ending: false } };
    case 'fell-behind':
      return { state: { ...state, behind: true } };
    case 'caught-up':
      return phase === 'working' ? goOn({ ...state, behind: false }) : { state };
    case 'nothing-to-do':
      return mayStart(state) ? { state: { ...state, phase: 'resting' }, effect: 'let-go' } : { state };
    case 'released':
      return phase === 'resting' ? { state: { ...state, phase: 'gone' }, effect: 'leave' } : { state };
    case 'kept':
      // Pumping would find nothing to do again, and so on for ever.
      return { state: phase === 'resting' ? { ...state, phase: 'working' } : state };
    case 'voided':
      if (phase === 'gone' || phase === 'reloading') return { state };
      return { state: phase === 'draining' ? state : { ...state, phase: 'reloading' }, effect: 'reload' };
    case 'reloaded':
      return phase === 'reloading' ? goOn({ ...state, phase: 'working', behind: false }) : { state };
    case 'lost':
      return phase === 'gone' ? { state } : { state: { ...state, phase: 'gone' }, effect: 'leave' };
    case 'drain':
      return { state: phase === 'gone' ? state : { ...state, phase: 'draining' } };
    case 'drained':
      return { state: { ...state, phase: 'gone' } };
  }
}

/** Memory and store can be compared again once nothing is pending. */
function land(state: Lifecycle): Step {
  if (state.pending > 0) return { state };
  const isLeaving = state.phase === 'draining' || state.phase === 'gone';
  return state.behind && !isLeaving ? { state, effect: 'refresh' } : goOn(state);
}

function goOn(state: Lifecycle): Step {
  return mayStart(state) ? { state, effect: 'pump' } : { state };
}
