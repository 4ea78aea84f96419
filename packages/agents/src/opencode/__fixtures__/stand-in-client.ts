import { EventQueue } from '../../driving/event-queue.ts';
import type { OpencodeClient } from '../opencode-client.ts';
import type { OpencodeEvent } from '../opencode-event.ts';
import type { OpencodeConnection } from '../opencode-session.ts';
import { eventsOf } from './opencode-events.ts';

export interface StandInClientOptions {
  /** What happens after a prompt. Aborts when the session is told to abort, unless it is deaf. */
  readonly play?: (context: PlayContext) => Promise<void> | void;
  readonly isDeaf?: boolean;
  readonly refusePrompt?: string;
  /** What the stream of events waits for. */
  readonly connecting?: Promise<void>;
}

export interface PlayContext {
  readonly say: (event: OpencodeEvent) => void;
  readonly on: ReturnType<typeof eventsOf>;
  readonly signal: AbortSignal;
  readonly text: string;
}

/** A server and its client in one, without a process: the part of OpenCode that a session speaks to. */
export class StandInServer {
  readonly asked: [name: string, parameters: unknown][] = [];
  readonly #options: StandInClientOptions;
  readonly #gone = Promise.withResolvers<string>();
  readonly #readers = new Set<EventQueue<OpencodeEvent>>();
  #stopping = new AbortController();
  #sessions = 0;
  #isLost = false;
  /** How often it was given back, and how often taken away. */
  released = 0;
  discarded = 0;

  constructor(options: StandInClientOptions = {}) {
    this.#options = options;
  }

  /** The process is gone. */
  die(reason: string): void {
    this.#gone.resolve(reason);
    for (const reader of this.#readers) reader.end();
  }

  /** Nobody answers any more, and nobody has been told. */
  lose(): void {
    this.#isLost = true;
  }

  /** The streams end, and nobody says why. */
  cut(): void {
    for (const reader of this.#readers) reader.end();
  }

  say = (event: OpencodeEvent): void => {
    for (const reader of this.#readers) reader.push(event);
  };

  connect(): OpencodeConnection {
    const server = { url: 'http://stand-in', authorization: 'none', gone: this.#gone.promise, pid: 4_711 };
    // As the real one, a lease counts once.
    let isHeld = true;
    const leave = (act: () => void) => async (): Promise<void> => {
      if (isHeld) act();
      isHeld = false;
    };
    const discard = leave(() => {
      this.discarded += 1;
      this.die('OpenCode was taken away.');
    });
    const release = leave(() => void (this.released += 1));
    return { lease: { server: server as never, release, discard }, client: this.#client() };
  }

  #client(): OpencodeClient {
    const answer = <Data>(name: string, data: Data) => {
      return async (parameters: unknown): Promise<{ data: Data }> => {
        this.asked.push([name, parameters]);
        return { data };
      };
    };
    const create = async (): Promise<{ data: { id: string } }> => ({ data: { id: `ses_${(this.#sessions += 1)}` } });
    return {
      event: {
        subscribe: async (_, { signal }) => {
          await this.#options.connecting;
          this.asked.push(['subscribe', {}]);
          return { stream: this.#stream(signal) };
        },
      },
      session: {
        create: async (parameters) => {
          this.asked.push(['create', parameters]);
          return create();
        },
        fork: async (parameters) => {
          this.asked.push(['fork', parameters]);
          return create();
        },
        get: async ({ sessionID }) =>
          sessionID === 'ses_unknown'
            ? { error: { data: { message: 'Session not found' } }, response: { status: 404 } }
            : this.#isLost
              ? { error: new TypeError('fetch failed'), response: undefined }
              : { data: { id: sessionID } },
        abort: async (parameters) => {
          this.asked.push(['abort', parameters]);
          if (this.#options.isDeaf !== true) this.#stopping.abort();
          return { data: true };
        },
        promptAsync: async ({ sessionID, parts, ...rest }) => {
          this.asked.push(['prompt', rest]);
          const { refusePrompt, play } = this.#options;
          if (refusePrompt !== undefined) {
            return { error: { data: { message: refusePrompt } }, response: { status: 400 } };
          }
          this.#stopping = new AbortController();
          const [part] = parts;
          const text = part?.type === 'text' ? part.text : '';
          const on = eventsOf(sessionID);
          this.say(on.busy);
          void play?.({ say: this.say, on, signal: this.#stopping.signal, text });
          return { data: undefined };
        },
      },
      permission: { reply: answer('permission', true) },
      question: { reply: answer('answers', true), reject: answer('reject', true) },
    };
  }

  #stream(signal: AbortSignal): AsyncIterable<OpencodeEvent> {
    const reader = new EventQueue<OpencodeEvent>();
    this.#readers.add(reader);
    signal.addEventListener('abort', () => reader.end());
    reader.push({ type: 'server.connected', properties: {} });
    return reader;
  }
}
