import type { RunEvent } from '@posthouse/protocol';

type TokenEvent = RunEvent & { type: 'token' };

/** Text that is being written and stands in no entry yet, for readers who come in the middle of it. */
export class OpenTexts {
  readonly #texts = new Map<string, TokenEvent>();

  see(event: RunEvent): void {
    if (event.type === 'token') this.#grow(event);
    else if (event.type === 'text-written' || event.type === 'text-abandoned') this.#forget(event);
  }

  /** Every part from its beginning. */
  all(): TokenEvent[] {
    return [...this.#texts.values()];
  }

  #grow(token: TokenEvent): void {
    const id = `${token.agent}/${token.turn}/${token.attempt}/${token.part}`;
    const known = this.#texts.get(id);
    if (known === undefined) this.#texts.set(id, token);
    else this.#texts.set(id, { ...known, delta: known.delta.slice(0, token.offset - known.offset) + token.delta });
  }

  #forget({ agent, turn }: { agent?: string; turn?: number }): void {
    for (const [id, text] of this.#texts) if (text.agent === agent && text.turn === turn) this.#texts.delete(id);
  }
}
