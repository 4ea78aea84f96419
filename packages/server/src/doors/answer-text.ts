import type { Token } from '@posthouse/protocol';

/** Text that an agent is writing, as far as it is known. */
type Draft = { readonly agent: string; readonly turn: number; readonly attempt: number; text: string };

/** Which drafts are meant: those of an agent's turn, up to some attempt. */
export type DraftRange = { agent: string; turn: number; attempt?: number };

/** What to tell of the answer: more of it, or that what was told is not it. */
export type AnswerStep = { type: 'answer'; delta: string } | { type: 'answer-retracted' };

/**
 * The final answer while it is written. Several agents may be writing one, a try may be given up, an answer may be refused;
 * but what was told cannot be called back. So one draft is told at a time, another one takes over where it stopped as long
 * as it says the same, and only when it differs is the old text retracted and the new one told from its beginning.
 *
 * A `held` answer is told when it is final: half an object and then another one would be no JSON.
 */
export class AnswerText {
  readonly #held: boolean;
  readonly #drafts = new Map<string, Draft>();
  #shown: Draft | undefined;
  #told: string | undefined;

  constructor({ held }: { held: boolean }) {
    this.#held = held;
  }

  take({ agent, turn, attempt, part, offset, delta }: Token): AnswerStep[] {
    const key = `${agent}/${turn}/${attempt}/${part}`;
    const draft = this.#drafts.get(key) ?? { agent, turn, attempt, text: '' };
    this.#drafts.set(key, draft);
    draft.text = draft.text.slice(0, offset) + delta;
    return this.#show();
  }

  /** Drafts that will not become the answer. */
  drop({ agent, turn, attempt = Number.POSITIVE_INFINITY }: DraftRange): AnswerStep[] {
    for (const [key, draft] of this.#drafts) {
      if (draft.agent !== agent || draft.turn !== turn || draft.attempt > attempt) continue;
      this.#drafts.delete(key);
      if (this.#shown === draft) this.#shown = undefined;
    }
    return this.#show();
  }

  /** The answer itself: what was told of it is completed, or replaced. */
  finish(answer: string): AnswerStep[] {
    return this.#tell(answer);
  }

  /** There is no answer. */
  retract(): AnswerStep[] {
    if (this.#told === undefined) return [];
    this.#told = undefined;
    return [{ type: 'answer-retracted' }];
  }

  #show(): AnswerStep[] {
    if (this.#held) return [];
    this.#shown ??= this.#drafts.values().next().value;
    if (this.#shown === undefined) return [];
    const { text } = this.#shown;
    // As long as it only repeats what can be read already, there is nothing to tell.
    return this.#told?.startsWith(text) === true ? [] : this.#tell(text);
  }

  #tell(text: string): AnswerStep[] {
    const steps = this.#told !== undefined && !text.startsWith(this.#told) ? this.retract() : [];
    const delta = text.slice(this.#told?.length ?? 0);
    if (delta !== '') steps.push({ type: 'answer', delta });
    if (text !== '') this.#told = text;
    return steps;
  }
}
