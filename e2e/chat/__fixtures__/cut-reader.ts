import { RunReader, type Telling } from '@posthouse/protocol';
import type { UIChunk } from '../../../packages/chat/src/chunks/ui-chunk.ts';
import { toCursor } from '../../../packages/chat/src/routes/read-query.ts';
import { RunStreams } from '../../../packages/chat/src/streams/run-streams.ts';
import { Delivered } from '../../../packages/client/src/chat/delivered.ts';
import { CollectingConnection } from './collecting-connection.ts';
import type { PlayedTask } from './played-task.ts';
import type { RecordedRun } from './record-runs.ts';

type Frame = CollectingConnection['frames'][number];
export type Cursor = ReturnType<typeof toCursor>;

/** What a client makes of the frames that arrive, and what it says when it comes back. */
export type Client<Told> = {
  readonly told: Told[];
  readonly isDone: boolean;
  begin(): void;
  take(frame: Frame): Told | undefined;
  toQuery(): string;
};

export function toChatClient(): Client<UIChunk> {
  const delivered = new Delivered();
  return {
    told: [],
    get isDone() {
      return delivered.finished;
    },
    begin: () => delivered.begin(),
    take: ({ data, id }) => delivered.take(JSON.parse(data), id) as UIChunk | undefined,
    toQuery: () => (delivered.hasPlace ? delivered.toQuery() : ''),
  };
}

export function toTellingClient(): Client<Telling> {
  const reader = new RunReader();
  const told: Telling[] = [];
  return {
    told,
    get isDone() {
      return told.at(-1)?.type === 'end';
    },
    begin: () => reader.begin(),
    take: (frame) => reader.read(frame)[0]?.telling,
    toQuery: () => reader.query ?? '',
  };
}

/** Reads over connections that end when a test says so. */
export class CutReader<Told> {
  readonly #client: Client<Told>;
  readonly #open: (cursor: Cursor) => CollectingConnection;
  #connection: CollectingConnection | undefined;

  constructor(client: Client<Told>, open: (cursor: Cursor) => CollectingConnection) {
    this.#client = client;
    this.#open = open;
  }

  come(): void {
    if (this.#connection !== undefined || this.#client.isDone) return;
    const query = new URLSearchParams(this.#client.toQuery());
    const has = query.getAll('has');
    this.#connection = this.#open(toCursor(query.get('after') ?? undefined, has.length === 0 ? undefined : has));
  }

  /** The connection breaks; that share of what was sent has arrived. */
  cut(share: number): void {
    this.#take((sent) => Math.round(sent * share));
  }

  /** Reads a stream to its end, of which only the first frames arrive if a test says so. */
  async readOn(arrived = Number.POSITIVE_INFINITY): Promise<void> {
    this.come();
    await this.#connection?.ended.promise;
    this.#take(() => arrived);
  }

  #take(toArrived: (sent: number) => number): void {
    const connection = this.#connection;
    if (connection === undefined) return;
    connection.leave();
    this.#connection = undefined;
    this.#client.begin();
    const { frames } = connection;
    for (const frame of frames.slice(0, toArrived(frames.length))) {
      const told = this.#client.take(frame);
      if (told !== undefined) this.#client.told.push(told);
    }
  }
}

/** Opens streams of a run as chunks, as the chat's routes do. */
export function toOpenChat(task: PlayedTask, { run, after }: Pick<RecordedRun, 'run' | 'after'>) {
  const streams = new RunStreams(task.desk);
  return (cursor: Cursor): CollectingConnection => {
    const connection = new CollectingConnection();
    const leaving = connection.leaving.signal;
    void streams.read({ task: task.task, run, after }, { connection, leaving, ...cursor });
    return connection;
  };
}
