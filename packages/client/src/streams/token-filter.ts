import type { MAILFrame } from '@posthouse/protocol';
import { recordedAgent } from './recorded-agent.ts';
import type { TokenFrame } from './to-frame.ts';

/** How far the text of an agent's newest turn has come, by part. */
type Writing = { turn: number; attempt: number; lengths: Map<number, number>; recorded: boolean };

/**
 * Lets through only text that is new. A server shows a reader who comes back the whole text of every running turn; told
 * apart by turn, attempt, part and offset, none of it is told twice.
 */
export class TokenFilter {
  readonly #writings = new Map<string, Writing>();

  /** Notes a frame of the log: it may show that a turn is over, or that its text is void. */
  see(frame: MAILFrame): void {
    const writing = this.#writings.get(recordedAgent(frame) ?? '');
    if (writing !== undefined) writing.recorded = true;
    if (frame.event === 'text_abandoned') this.#abandon(frame);
  }

  /** What of a token is new: all of it, its end, or nothing. */
  take(token: TokenFrame): TokenFrame | undefined {
    const { agent, part, offset, delta } = token.data;
    const writing = this.#writingOf(token);
    if (writing === undefined) return undefined;
    this.#writings.set(agent, writing);
    const known = writing.lengths.get(part) ?? 0;
    const end = offset + delta.length;
    if (end <= known) return undefined;
    writing.lengths.set(part, end);
    if (offset >= known) return token;
    return { ...token, data: { ...token.data, offset: known, delta: delta.slice(known - offset) } };
  }

  /** What the token belongs to; undefined if that is over. An agent writes one turn at a time, one attempt at a time. */
  #writingOf({ data: { agent, turn, attempt } }: TokenFrame): Writing | undefined {
    const known = this.#writings.get(agent);
    const age = known === undefined ? 1 : turn - known.turn || attempt - known.attempt;
    if (known === undefined || age > 0) {
      if (known?.recorded === true && known.turn === turn) return undefined;
      return { turn, attempt, lengths: new Map(), recorded: false };
    }
    return age < 0 || known.recorded ? undefined : known;
  }

  /** The rest of a void attempt must not show up again; the next attempt may. */
  #abandon({ data }: Extract<MAILFrame, { event: 'text_abandoned' }>): void {
    const { caller, turn, attempt, remoteSwarm } = data.extraData;
    if (caller === undefined || turn === undefined || remoteSwarm !== undefined) return;
    const known = this.#writings.get(caller);
    if (known !== undefined && (known.turn - turn || known.attempt - attempt) > 0) return;
    this.#writings.set(caller, { turn, attempt: attempt + 1, lengths: new Map(), recorded: false });
  }
}
