import { newId, PosthouseError } from '@posthouse/protocol';
import { dataOf } from '../task/task-data.ts';
import { decideDelivered, decideUndelivered, dueSwarms, lettersTo, nextLetterDue } from './decide-delivery.ts';
import type { PeerExchangeHost, PeerExchangeOptions } from './peer-exchange-host.ts';
import type { Federation } from './federation.ts';
import { sendLetter } from './send-letter.ts';

/** Hands out the letters of a task, one at a time for each swarm, in the order in which they were written. */
export class LetterPost {
  readonly #host: PeerExchangeHost;
  readonly #federation: Federation;
  readonly #options: Pick<PeerExchangeOptions, 'landed' | 'onError'>;
  readonly #underway = new Map<string, AbortController>();

  constructor(
    host: PeerExchangeHost,
    federation: Federation,
    options: Pick<PeerExchangeOptions, 'landed' | 'onError'>,
  ) {
    this.#host = host;
    this.#federation = federation;
    this.#options = options;
  }

  /** Whether a letter is on its way. */
  get busy(): boolean {
    return this.#underway.size > 0;
  }

  /** When the next letter can go, if there is one that waits. */
  get nextDue(): number | undefined {
    return nextLetterDue(this.#host.mail());
  }

  /** When to try again what could not be delivered, if anything waits for that. */
  get nextTry(): number | undefined {
    return nextLetterDue(this.#host.mail(), this.#host.now());
  }

  pump(): void {
    for (const swarm of dueSwarms(this.#host.mail(), this.#host.now())) {
      if (!this.#underway.has(swarm)) void this.#post(swarm);
    }
  }

  /** Lets go of what is on its way. It may have arrived or not: whoever comes next tries again. */
  stop(): void {
    for (const post of this.#underway.values()) post.abort();
    this.#underway.clear();
  }

  async #post(swarm: string): Promise<void> {
    const post = new AbortController();
    this.#underway.set(swarm, post);
    try {
      await this.#hand(swarm, post.signal);
    } catch (error) {
      // The host has reported what went wrong with a write, and begins again from what the store has.
      if (!PosthouseError.isInstance(error)) this.#options.onError(error);
    } finally {
      if (this.#underway.get(swarm) === post) this.#underway.delete(swarm);
      this.#host.pump();
    }
  }

  async #hand(swarm: string, signal: AbortSignal): Promise<void> {
    const host = this.#host;
    const letter = lettersTo(host.mail(), swarm)[0];
    if (letter === undefined) return;
    // Nobody outside may hear of what could still be undone.
    await this.#options.landed();
    if (signal.aborted) return;
    if (dataOf(host.task).invitation === undefined) {
      await host.writeBeside(() => ({ entries: [], data: { invitation: newId() } }));
    }
    if (signal.aborted || !host.mail().some(({ id }) => id === letter.id)) return;
    let runner: string | undefined;
    try {
      const { definition, task, ledger } = host;
      const sending = { definition, task, ledger, now: host.now(), signal };
      const send = () => sendLetter(letter, this.#federation, sending);
      runner = await (host.watch === undefined ? send() : host.watch.letter(letter, swarm, send));
    } catch (error) {
      if (signal.aborted) return;
      if (!PosthouseError.isInstance(error)) this.#options.onError(error);
      const { policy, random } = this.#federation;
      const failed = { letter, error, policy, now: host.now(), random: random() };
      await host.writeBeside(() => decideUndelivered({ task: host.task, mail: host.mail() }, failed));
      return;
    }
    if (signal.aborted) return;
    await host.writeBeside(() => decideDelivered({ task: host.task, mail: host.mail() }, letter, runner));
  }
}
