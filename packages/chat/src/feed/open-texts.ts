import { recordedTextOf, type RunEvent } from '@posthouse/protocol';

/** A piece of text that is being written now. */
type TokenEvent = RunEvent & { type: 'token' };

/** Text that is being written, and a place in a queue: what stands in no entry, for readers who come in the middle of it. */
export class OpenTexts {
  readonly #texts = new Map<string, TokenEvent>();
  #queued: RunEvent | undefined;

  see(event: RunEvent): void {
    if (event.type === 'token') return this.#grow(event);
    if (event.type === 'queued') return void (this.#queued = event.place === 0 ? undefined : event);
    if (event.type === 'run-ended') {
      this.#queued = undefined;
      return this.#texts.clear();
    }
    const told = recordedTextOf(event);
    if (told === undefined) return;
    for (const [id, { agent, turn, attempt }] of this.#texts) {
      if (agent === told.agent && turn === told.turn && attempt <= told.attempt) this.#texts.delete(id);
    }
  }

  /** Every part from its beginning. */
  all(): RunEvent[] {
    const texts = [...this.#texts.values()];
    return this.#queued === undefined ? texts : [...texts, this.#queued];
  }

  #grow(token: TokenEvent): void {
    const { agent, turn, attempt, part, offset, delta } = token;
    const id = `${agent}/${turn}/${attempt}/${part}`;
    const known = this.#texts.get(id);
    if (known === undefined) this.#texts.set(id, { ...token });
    else known.delta = known.delta.slice(0, offset - known.offset) + delta;
  }
}
