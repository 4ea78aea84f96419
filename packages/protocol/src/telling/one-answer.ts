import type { Speaker, Telling } from './telling.ts';

/** What to say about the answer: more of it, or that what was said is retracted. */
export type AnswerStep = { type: 'answer'; delta: string; by: Speaker } | { type: 'answer-retracted' };

type Draft = { readonly by: Speaker; readonly words: string };

/** How much of the answer was said: a value, so that several readers can continue from it. */
export type SaidAnswer = {
  /** Whether it is said only when it is final: half an object and then another one would be no JSON. */
  readonly held: boolean;
  /** What is being written, by id, in the order in which it began. */
  readonly drafts: ReadonlyMap<string, Draft>;
  /** The draft that is said. */
  readonly shown?: string | undefined;
  /** Who wrote the draft that stands. */
  readonly finalBy?: Speaker;
  readonly said?: string | undefined;
};

type Step = { steps: AnswerStep[]; state: SaidAnswer };

/** The state before anything of an answer was said. */
export function startAnswer({ held }: { held: boolean }): SaidAnswer {
  return { held, drafts: new Map() };
}

/**
 * The answer of a run, for readers who get only one text and cannot retract anything. Several agents may be writing
 * one, a try may be given up, an answer may be refused. So one draft is said at a time; another one takes over where
 * it stopped as long as it says the same, and only if it differs is the old text retracted and the new one said from
 * its beginning. Pure, like `tellRun`.
 */
export function sayAnswer(state: SaidAnswer, telling: Telling): Step {
  switch (telling.type) {
    case 'start':
      // What came before was another run's.
      return retract({ ...state, drafts: new Map(), shown: undefined });
    case 'text-start':
    case 'text': {
      // Drafts have the order of the log, whoever is faster.
      const { id, by, isAnswer } = telling.text;
      if (!isAnswer) return nothing(state);
      const words = (state.drafts.get(id)?.words ?? '') + (telling.type === 'text' ? telling.delta : '');
      return show({ ...state, drafts: new Map(state.drafts).set(id, { by, words }) });
    }
    case 'text-end':
      return endDraft(state, telling.text.id, telling.retracted);
    case 'pause':
      return retract(state);
    case 'end':
      // What somebody stopped stays said; what failed was no answer.
      if (telling.outcome === 'error') return retract(state);
      if (telling.outcome === 'cancelled' || !state.held) return nothing(state);
      return say(state, { by: state.finalBy ?? { agent: '', turn: 0 }, words: telling.text });
    default:
      return nothing(state);
  }
}

function nothing(state: SaidAnswer): Step {
  return { steps: [], state };
}

function endDraft(state: SaidAnswer, id: string, retracted: boolean): Step {
  const draft = state.drafts.get(id);
  if (!draft) return nothing(state);
  if (!retracted) {
    const final = { ...state, finalBy: draft.by };
    return state.held ? nothing(final) : say(final, draft);
  }
  const drafts = new Map(state.drafts);
  drafts.delete(id);
  return show({ ...state, drafts, shown: state.shown === id ? undefined : state.shown });
}

function show(state: SaidAnswer): Step {
  if (state.held) return nothing(state);
  const shown = state.shown ?? state.drafts.keys().next().value;
  const draft = state.drafts.get(shown ?? '');
  // As long as it only repeats what can be read already, there is nothing to say.
  return draft && !state.said?.startsWith(draft.words) ? say({ ...state, shown }, draft) : nothing({ ...state, shown });
}

function say(state: SaidAnswer, { by, words }: Draft): Step {
  const before = state.said && !words.startsWith(state.said) ? retract(state) : nothing(state);
  const delta = words.slice(before.state.said?.length ?? 0);
  return {
    steps: delta === '' ? before.steps : [...before.steps, { type: 'answer', delta, by }],
    state: words === '' ? before.state : { ...before.state, said: words },
  };
}

function retract(state: SaidAnswer): Step {
  if (!state.said) return nothing(state);
  return { steps: [{ type: 'answer-retracted' }], state: { ...state, said: undefined } };
}
