import type { Telling } from '@posthouse/protocol';
import { PosthouseError, RunReader, type ServerEvent, type ToldCall } from '@posthouse/protocol/light';
import type { StreamReader } from './stream-items.ts';

export type RunStreamReaderOptions = {
  /** Calls of an earlier stream that may get their results in this one. */
  adopted?: readonly ToldCall[];
  /** Names of tools that the caller answers for. */
  declared?: ReadonlySet<string>;
};

/** Makes tellings of the stream of a run. One that a plain MAIL server has begun with frames cannot be continued. */
export class RunStreamReader implements StreamReader<Telling> {
  lastId: string | undefined;
  end: StreamReader<Telling>['end'];
  readonly #reader: RunReader;

  constructor(options: RunStreamReaderOptions = {}) {
    this.#reader = new RunReader(options);
  }

  get place(): string | undefined {
    return this.#reader.query;
  }

  get givesIds(): boolean {
    return this.place !== undefined;
  }

  begin(): void {
    this.#reader.begin();
  }

  read(event: ServerEvent): Telling[] {
    const tellings = this.#tell(event);
    this.lastId = event.id ?? this.lastId;
    // A pause may be one of the past, behind which the run has gone on; but frames end with it.
    for (const { type } of tellings)
      this.end = type === 'end' ? 'over' : type !== 'pause' ? undefined : this.givesIds ? 'paused' : 'over';
    return tellings;
  }

  #tell(event: ServerEvent): Telling[] {
    try {
      return this.#reader.read(event).map(({ telling }) => telling);
    } catch (cause) {
      const message = `the server sent a ${event.event} that cannot be read: ${(cause as Error).message}`;
      throw new PosthouseError({ code: 'invalid_input', message, cause });
    }
  }

  finish(): Telling[] {
    return [];
  }
}
