import type { ServerEvent } from '@posthouse/protocol/light';
import type { OpenRequest } from '../http/open-request.ts';
import { RequestError } from '../http/request-error.ts';
import { isPassing } from '../http/with-retries.ts';
import { pause } from '../platform/pause.ts';
import { readEvents } from '../sse/read-events.ts';
import { decideNext } from './decide-next.ts';
import { ReconnectBudget } from './reconnect-budget.ts';
import type { StreamOptions } from './stream-options.ts';

/** Makes something of the events of a stream, over as many connections as it takes: nothing twice, nothing left out. */
export type StreamReader<Item> = {
  /** The newest id. */
  readonly lastId: string | undefined;
  /** Asks the server for what comes behind what was read; undefined as long as that is everything. */
  readonly place: string | undefined;
  /** Whether the stream can be continued: its events have ids. */
  readonly givesIds: boolean;
  /** What the newest item ended, if anything: a run, for now or for good, or this very stream. */
  readonly end: 'paused' | 'ended' | 'over' | undefined;
  /** A connection begins, with a server that may have said that it is one of ours. */
  begin(isOurs: boolean): void;
  /** What an event completes. */
  read(event: ServerEvent): Item[];
  /** What has waited for more, once it is clear that no more will come. */
  finish(): Item[];
};

/** Where the events of a stream come from. */
export type StreamSource = {
  /** Named in errors. */
  request: string;
  /** Whether runs to come are wanted, too. */
  later: boolean;
  /** Whether this is about one message, whose stream ends when its run pauses. */
  oneMessage: boolean;
  /** Opens the stream from its beginning, or behind a place. `failed` is what went wrong with it before. */
  open(place: string | undefined, failed: RequestError | undefined): Promise<OpenRequest>;
  /** Whether nothing more is going to happen for now. */
  isAtRest(): Promise<boolean>;
};

const IDLE_MS = 40_000;
/** How long to look for more when an end has already come. */
const EPILOGUE_MS = 5_000;

/** What a reader makes of a stream, over as many connections as it takes. */
export async function* streamItems<Item>(
  source: StreamSource,
  reader: StreamReader<Item>,
  options: StreamOptions & {
    /** How often a connection that has never stood is tried again. Once it has, time decides. */
    retries: number;
  },
): AsyncGenerator<Item, void, undefined> {
  const { signal, idleMs = IDLE_MS, longestEvent, onReconnect, retries } = options;
  const { request, later, oneMessage } = source;
  const budget = new ReconnectBudget(options);
  const onRetry = (milliseconds: number) => void (budget.retryMs = milliseconds);
  const reading = { request, idleMs, onRetry, longestEvent };
  let hasStood = false;
  let seen = 0;
  let failed: RequestError | undefined;

  for (;;) {
    let clean = false;
    const before = seen;
    try {
      const open = await source.open(reader.place, failed);
      hasStood = true;
      reader.begin(open.response.headers.get('x-task-id') !== null);
      for await (const event of readEvents(open, reading)) {
        if (signal?.aborted === true) throw signal.reason;
        budget.reset();
        yield* read(event);
        if (reader.end === 'over') return;
      }
      yield* counted(reader.finish());
      clean = true;
      failed = endedEarly(request);
    } catch (error) {
      if (signal?.aborted === true) throw signal.reason;
      if (!(error instanceof RequestError) || !(isPassing(error) || (hasStood && isMishap(error)))) throw error;
      failed = error;
    }

    const { end, givesIds } = reader;
    const next = decideNext({ clean, end, fresh: seen - before, seen, givesIds, later, oneMessage });
    if (next === 'done' || (next === 'ask' && (await isAtRest()))) return;
    if (next === 'lost') throw cutForGood(request, failed);

    const isEpilogue = end !== undefined && !later;
    const delayMs = budget.fail(failed.retryAfterMs, isEpilogue ? EPILOGUE_MS : undefined);
    if (delayMs === undefined || (!hasStood && budget.failures > retries)) {
      if (isEpilogue) return;
      throw failed;
    }
    onReconnect?.({ after: reader.lastId, failures: budget.failures, delayMs, cause: failed });
    await pause(delayMs, signal);
  }

  function counted(items: Item[]): Item[] {
    seen += items.length;
    return items;
  }

  function read(event: ServerEvent): Item[] {
    try {
      return counted(reader.read(event));
    } catch (error) {
      if (options.onUnreadable === undefined) throw error;
      options.onUnreadable({ event: event.event, data: event.data }, error);
      return [];
    }
  }

  /** Who cannot be asked is asked again after the next connection. */
  async function isAtRest(): Promise<boolean> {
    try {
      return await source.isAtRest();
    } catch (error) {
      if (error instanceof RequestError && (isPassing(error) || isMishap(error))) return false;
      throw error;
    }
  }
}

/** What may befall a server, or the way to it, while a stream is read; from one that never worked it would be final. */
function isMishap({ answered, status, code }: RequestError): boolean {
  if (answered) return status === 500 || code === 'not_a_mail_server';
  return code !== 'stream_cut';
}

function endedEarly(request: string): RequestError {
  const message = `${request}: the server ended the stream before the run was over`;
  return new RequestError({ request, code: 'stream_cut', message });
}

function cutForGood(request: string, cause: RequestError): RequestError {
  const message =
    `${request}: the stream was cut, and it cannot be continued because the events of this server have no ids; ` +
    `the task goes on`;
  return new RequestError({ request, code: 'stream_cut', message, cause });
}
