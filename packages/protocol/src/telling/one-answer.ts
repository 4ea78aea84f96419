import type { Speaker, Telling, ToldText } from './telling.ts';

/** What to say of the answer: more of it, or that what was said is not it. */
export type AnswerStep = { type: 'answer'; delta: string; by: Speaker } | { type: 'answer-retracted' };

type Draft = { readonly by: Speaker; words: string };

/**
 * The answer of a run for readers who only get one text and cannot take anything of it back. Several agents may be writing
 * one, a try may be given up, an answer may be refused. So one draft is said at a time, another one takes over where it
 * stopped as long as it says the same, and only when it differs is the old text retracted and the new one said from its
 * beginning.
 *
 * A `held` answer is said when it is final: half an object and then another one would be no JSON.
 */
export class OneAnswer {
  readonly #held: boolean;
  /** What is being written, by id, in the order in which it began. */
  readonly #drafts = new Map<string, Draft>();
  #shown: Draft | undefined;
  /** The draft that stands. */
  #final: Draft | undefined;
  #said: string | undefined;

  constructor({ held }: { held: boolean }) {
    this.#held = held;
  }

  take(telling: Telling): AnswerStep[] {
    switch (telling.type) {
      case 'start':
        // What came before was another run's.
        this.#drafts.clear();
        this.#shown = undefined;
        return this.#retract();
      case 'text':
        return telling.text.isAnswer ? this.#grow(telling.text, telling.delta) : [];
      case 'text-end':
        return telling.text.isAnswer ? this.#end(telling.text.id, telling.retracted) : [];
      case 'pause':
        return this.#retract();
      case 'end':
        if (telling.outcome === 'complete') return this.#held ? this.#sayHeld(telling.text) : [];
        // What somebody stopped stays said; what failed was no answer.
        return telling.outcome === 'cancelled' ? [] : this.#retract();
      default:
        return [];
    }
  }

  #grow({ id, by }: ToldText, delta: string): AnswerStep[] {
    const draft = this.#drafts.get(id) ?? { by, words: '' };
    draft.words += delta;
    this.#drafts.set(id, draft);
    return this.#show();
  }

  #end(id: string, retracted: boolean): AnswerStep[] {
    const draft = this.#drafts.get(id);
    if (draft === undefined) return [];
    if (!retracted) {
      this.#final = draft;
      return this.#held ? [] : this.#say(draft);
    }
    this.#drafts.delete(id);
    if (this.#shown === draft) this.#shown = undefined;
    return this.#show();
  }

  #show(): AnswerStep[] {
    if (this.#held) return [];
    this.#shown ??= this.#drafts.values().next().value;
    // As long as it only repeats what can be read already, there is nothing to say.
    return this.#shown === undefined || this.#said?.startsWith(this.#shown.words) === true
      ? []
      : this.#say(this.#shown);
  }

  #sayHeld(words: string): AnswerStep[] {
    return this.#say({ by: this.#final?.by ?? { agent: '', turn: 0 }, words });
  }

  #say({ by, words }: Draft): AnswerStep[] {
    const steps = this.#said !== undefined && !words.startsWith(this.#said) ? this.#retract() : [];
    const delta = words.slice(this.#said?.length ?? 0);
    if (delta !== '') steps.push({ type: 'answer', delta, by });
    if (words !== '') this.#said = words;
    return steps;
  }

  #retract(): AnswerStep[] {
    if (this.#said === undefined) return [];
    this.#said = undefined;
    return [{ type: 'answer-retracted' }];
  }
}
