import { recordedTextOf, type RunEvent } from '@posthouse/protocol';

/** A piece of text that is being written now. */
type TokenEvent = RunEvent & { type: 'token' };

/** Text that is being written and stands in no entry yet, for readers who come in the middle of it. */
export class OpenTexts {
  readonly #texts = new Map<string, TokenEvent>();

  see(event: RunEvent): void {
    if (event.type === 'token') return this.#grow(event);
    if (event.type === 'run-ended') return this.#texts.clear();
    const told = recordedTextOf(event);
    if (told === undefined) return;
    for (const [id, { agent, turn, attempt }] of this.#texts) {
      if (agent === told.agent && turn === told.turn && attempt <= told.attempt) this.#texts.delete(id);
    }
  }

  /** Every part from its beginning. */
  all(): TokenEvent[] {
    return [...this.#texts.values()];
  }

  #grow(token: TokenEvent): void {
    const { agent, turn, attempt, part, offset, delta } = token;
    const id = `${agent}/${turn}/${attempt}/${part}`;
    const known = this.#texts.get(id);
    if (known === undefined) this.#texts.set(id, { ...token });
    else known.delta = known.delta.slice(0, offset - known.offset) + delta;
  }
}
