import type { Telling } from './telling.ts';

/** What to say of the answer: more of it, or that what was said is not it. */
export type AnswerStep = { type: 'answer'; delta: string } | { type: 'answer-retracted' };

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
  readonly #drafts = new Map<string, string>();
  #shown: string | undefined;
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
        return telling.text.isAnswer ? this.#grow(telling.text.id, telling.delta) : [];
      case 'text-end':
        return telling.text.isAnswer ? this.#end(telling.text.id, telling.retracted) : [];
      case 'pause':
        return this.#retract();
      case 'end':
        if (telling.outcome === 'complete') return this.#held ? this.#say(telling.text) : [];
        // What somebody stopped stays said; what failed was no answer.
        return telling.outcome === 'cancelled' ? [] : this.#retract();
      default:
        return [];
    }
  }

  #grow(id: string, delta: string): AnswerStep[] {
    this.#drafts.set(id, (this.#drafts.get(id) ?? '') + delta);
    return this.#show();
  }

  #end(id: string, retracted: boolean): AnswerStep[] {
    const final = this.#drafts.get(id);
    if (!retracted) return final === undefined || this.#held ? [] : this.#say(final);
    this.#drafts.delete(id);
    if (this.#shown === id) this.#shown = undefined;
    return this.#show();
  }

  #show(): AnswerStep[] {
    if (this.#held) return [];
    this.#shown ??= this.#drafts.keys().next().value;
    const text = this.#shown === undefined ? undefined : this.#drafts.get(this.#shown);
    // As long as it only repeats what can be read already, there is nothing to say.
    return text === undefined || this.#said?.startsWith(text) === true ? [] : this.#say(text);
  }

  #say(text: string): AnswerStep[] {
    const steps = this.#said !== undefined && !text.startsWith(this.#said) ? this.#retract() : [];
    const delta = text.slice(this.#said?.length ?? 0);
    if (delta !== '') steps.push({ type: 'answer', delta });
    if (text !== '') this.#said = text;
    return steps;
  }

  #retract(): AnswerStep[] {
    if (this.#said === undefined) return [];
    this.#said = undefined;
    return [{ type: 'answer-retracted' }];
  }
}
