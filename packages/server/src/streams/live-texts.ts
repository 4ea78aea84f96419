import type { LogEntry } from '@posthouse/protocol';
import type { TokenEvent } from '@posthouse/runtime';

/** The text of running turns as far as it was told, for readers who come in the middle. */
export class LiveTexts {
  readonly #texts = new Map<string, TokenEvent>();

  see(event: LogEntry | TokenEvent): void {
    if (event.type === 'token') this.#grow(event);
    // The beginning of a part says nothing about the others of its turn.
    else if (event.type === 'text-started') return;
    else if (event.agent !== undefined && event.turn !== undefined) this.#forget(event.agent, event.turn);
  }

  /** Everything so far, each part from its beginning. */
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

  /** What is in the log need not be told from here. */
  #forget(agent: string, turn: number): void {
    for (const [id, text] of this.#texts) if (text.agent === agent && text.turn === turn) this.#texts.delete(id);
  }
}
