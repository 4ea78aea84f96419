import type { LiveText, Token } from '@posthouse/protocol';
import type { DraftRange } from './answer-text.ts';

type Thought = {
  readonly id: string;
  readonly agent: string;
  readonly turn: number;
  readonly attempt: number;
  text: string;
};

/** More of what an agent thinks, or the end of it. `retracted` when it starts over. */
export type ThoughtStep =
  | { type: 'thought'; id: string; agent: string; delta: string }
  | { type: 'thought-ended'; id: string; retracted: boolean };

/** What agents think, and what they say beside their calls: each part of a turn is a thought of its own. */
export class Thoughts {
  readonly #open = new Map<string, Thought>();

  take(token: Token): ThoughtStep[] {
    const thought = this.#find(token);
    return this.#grow(thought, thought.text.slice(0, token.offset) + token.delta);
  }

  /** All that a turn wrote. What was told of it is completed. */
  settle({ agent, turn }: DraftRange, parts: readonly LiveText[]): ThoughtStep[] {
    const told = parts
      .filter(({ kind, text }) => kind !== 'answer' && text.trim() !== '')
      .flatMap((part) => this.#grow(this.#find({ ...part, agent, turn }), part.text));
    return [...told, ...this.#end((thought) => thought.agent === agent && thought.turn === turn, false)];
  }

  /** Words that are void. */
  drop({ agent, turn, attempt = Number.POSITIVE_INFINITY }: DraftRange): ThoughtStep[] {
    return this.#end((thought) => thought.agent === agent && thought.turn === turn && thought.attempt <= attempt, true);
  }

  /** Nothing more comes of any of them. */
  end(): ThoughtStep[] {
    return this.#end(() => true, false);
  }

  #find({ agent, turn, attempt, part }: Pick<Token, 'agent' | 'turn' | 'attempt' | 'part'>): Thought {
    const id = `${agent}/${turn}/${attempt}/${part}`;
    const known = this.#open.get(id);
    if (known !== undefined) return known;
    const thought = { id, agent, turn, attempt, text: '' };
    this.#open.set(id, thought);
    return thought;
  }

  #grow(thought: Thought, text: string): ThoughtStep[] {
    const delta = text.slice(thought.text.length);
    if (delta === '') return [];
    thought.text += delta;
    return [{ type: 'thought', id: thought.id, agent: thought.agent, delta }];
  }

  #end(isMeant: (thought: Thought) => boolean, retracted: boolean): ThoughtStep[] {
    const ended = [...this.#open.values()].filter(isMeant);
    for (const { id } of ended) this.#open.delete(id);
    return ended.flatMap(({ id, text }) => (text === '' ? [] : [{ type: 'thought-ended', id, retracted }]));
  }
}
