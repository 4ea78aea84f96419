import type { Telling } from '@posthouse/protocol';
import { RunReader, type ToldCall } from '@posthouse/protocol/light';
import type { ServerEvent } from '../sse/event-parser.ts';
import type { StreamOptions } from './stream-options.ts';
import type { StreamReader } from './stream-items.ts';

export type RunStreamReaderOptions = Pick<StreamOptions, 'onUnreadable'> & {
  /** Calls of an earlier stream that may get their results in this one. */
  adopted?: readonly ToldCall[];
  /** Names of tools that the caller answers for. */
  declared?: ReadonlySet<string>;
};

/** Makes tellings of the stream of a run. One that a plain MAIL server has begun with frames cannot be continued. */
export class RunStreamReader implements StreamReader<Telling> {
  lastId: string | undefined;
  end: StreamReader<Telling>['end'];
  fresh = 0;
  seen = 0;
  readonly #reader: RunReader;
  readonly #onUnreadable: StreamOptions['onUnreadable'];

  constructor({ onUnreadable, ...options }: RunStreamReaderOptions) {
    this.#reader = new RunReader(options);
    this.#onUnreadable = onUnreadable;
  }

  get place(): string | undefined {
    return this.#reader.query;
  }

  get givesIds(): boolean {
    return this.place !== undefined;
  }

  begin(): void {
    this.fresh = 0;
    this.#reader.begin();
  }

  read(event: ServerEvent): Telling[] {
    const tellings = this.#tell(event).map(({ telling }) => telling);
    this.lastId = event.id ?? this.lastId;
    this.fresh += tellings.length;
    this.seen += tellings.length;
    const last = tellings.at(-1)?.type;
    // A pause may be one of the past, behind which the run has gone on; but frames end with it.
    if (last !== undefined)
      this.end =
        last === 'end' || (last === 'pause' && !this.givesIds) ? 'over' : last === 'pause' ? 'paused' : undefined;
    return tellings;
  }

  finish(): Telling[] {
    return [];
  }

  #tell(event: ServerEvent): ReturnType<RunReader['read']> {
    try {
      return this.#reader.read(event);
    } catch (error) {
      if (this.#onUnreadable === undefined) throw error;
      this.#onUnreadable({ event: event.event, data: event.data }, error);
      return [];
    }
  }
}
