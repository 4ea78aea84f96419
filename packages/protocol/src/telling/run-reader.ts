import { parseJSON } from '../json.ts';
import { type StreamEvent, toForeignFrame } from './foreign-frame.ts';
import { frameTeller } from './frame-teller.ts';
import type { Telling, ToldCall } from './telling.ts';
import { TellingReader } from './telling-reader.ts';
import type { WireTelling } from './telling-schema.ts';

/** Something that is told of a run, when it happened, and where in the log of the task, as far as that is known. */
export type TimedTelling = {
  telling: Telling;
  at?: string | undefined;
  run?: number | undefined;
  seq?: number | undefined;
};

export type RunReaderOptions = {
  /** Calls of an earlier stream that may get their results in this one. */
  adopted?: readonly ToldCall[];
  /** Names of tools that the caller answers for; servers of ours say so themselves. */
  declared?: ReadonlySet<string>;
};

/**
 * Reads what a server streams of a run, over as many connections as it takes, and tells everything once. The frames of a
 * MAIL server that knows no tellings are made into tellings as well as they can be.
 *
 * @example
 * const reader = new RunReader();
 * for (let path = '/message'; ; path = `/tasks/${taskId}/tellings?${reader.query}`) {
 *   reader.begin();
 *   for await (const event of eventsOf(path)) for (const { telling } of reader.read(event)) show(telling);
 * }
 */
export class RunReader {
  readonly #reader = new TellingReader();
  readonly #tellFrame: ReturnType<typeof frameTeller>;
  #begin: (WireTelling & { type: 'begin' }) | undefined;

  constructor({ adopted = [], declared = new Set() }: RunReaderOptions = {}) {
    this.#reader.adopt(adopted);
    this.#tellFrame = frameTeller({ adopted, declared });
  }

  /** A connection begins. */
  begin(): void {
    this.#reader.begin();
  }

  /** Asks `GET /tasks/…/tellings` for what comes behind what was read; undefined until the server has said which run it is. */
  get query(): string | undefined {
    if (this.#begin === undefined) return undefined;
    const { run, message_id: messageId } = this.#begin;
    return `run=${run}&message_id=${encodeURIComponent(messageId)}${this.#reader.toQuery()}`;
  }

  /** What an event of the stream tells. Throws when it cannot be read. */
  read(event: StreamEvent): TimedTelling[] {
    if (event.event === 'ping') return [];
    if (event.event !== 'telling') {
      const frame = toForeignFrame(event);
      return this.#tellFrame(frame).map((telling) => ({ telling, at: frame.at }));
    }
    const wire = parseJSON(event.data) as WireTelling & { at?: string };
    if (wire.type === 'begin') this.#begin = wire;
    const telling = this.#reader.read(wire, event.id);
    const seq = event.id === undefined ? undefined : Number(event.id);
    return telling === undefined ? [] : [{ telling, at: wire.at, run: this.#begin?.run, seq }];
  }
}
