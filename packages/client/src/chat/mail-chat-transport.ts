import { untilAborted } from '@posthouse/protocol/light';
import type { ChatTransport, UIMessage } from 'ai';
import type { TokenSource } from '../http/connection.ts';
import { toBackoffMs } from '../http/to-backoff-ms.ts';
import { type Link, openLink } from '../platform/link.ts';
import { pause } from '../platform/pause.ts';
import type { PlatformFetch, WebResponse, WebSignal } from '../platform/web-types.ts';
import { ChatRequests, type HeaderSource, resolve, type Resolvable } from './chat-requests.ts';
import type { Delivered } from './delivered.ts';
import { followMessage, type FollowMessageOptions, mayPass, type ReconnectTimes } from './follow-message.ts';
import { toStream } from './to-stream.ts';

export type MailChatTransportOptions = {
  /** Where the server has its chat: `/api/chat` by default. */
  api?: string;
  /** Sent as bearer; a function is asked before every request. */
  token?: TokenSource;
  /** Sent with every request. */
  headers?: Resolvable<HeaderSource>;
  /** Joins the body of every message: `swarm`, `entrypoint`, `whenBusy`. */
  body?: Resolvable<object>;
  credentials?: Resolvable<'omit' | 'same-origin' | 'include'>;
  /** Used instead of the platform's own. */
  fetch?: PlatformFetch;
  /** How long a stream may be silent before it counts as cut; 45 seconds by default. */
  idleMs?: number;
  /** How often in a row to try again without getting any further; 8 times by default. */
  retries?: number;
  /** How long to wait before the first of them, in milliseconds; 250 by default. Doubles each time, up to 10 seconds. */
  retryMs?: number;
  /**
   * Whether an abort, such as `stop()` of `useChat`, also stops the answer on the server. True by default. A page that
   * is closed or reloaded aborts nothing: the answer continues, and can be resumed.
   */
  stopOnAbort?: boolean;
};

/** The time within which a stop waits for a message that is still on its way to the server. */
const STOP_TIMEOUT_MS = 10_000;

type SendOptions<Message extends UIMessage> = Parameters<ChatTransport<Message>['sendMessages']>[0];
type ResumeOptions<Message extends UIMessage> = Parameters<ChatTransport<Message>['reconnectToStream']>[0];

/**
 * A transport for `useChat` and `Chat` of the AI SDK, 6 and 7, to a Posthouse server. Unlike the plain one, its
 * streams survive cuts without loss or repetition, a stop reaches the server, and it sends a token.
 *
 * @example
 * const chat = new Chat({ id, transport: new MailChatTransport({ api: 'http://127.0.0.1:8000/chat', token }) });
 */
export class MailChatTransport<Message extends UIMessage = UIMessage> implements ChatTransport<Message> {
  /** Tells the AI SDK that a resumed stream begins at the beginning of its message. */
  readonly resumeStreamIsReplay = true;
  readonly #requests: ChatRequests;
  readonly #body: Resolvable<object> | undefined;
  readonly #times: ReconnectTimes;
  readonly #stopOnAbort: boolean;
  /** How many streams were opened for each chat: tells whether one was given up in favour of another. */
  readonly #opened = new Map<string, number>();

  constructor(options: MailChatTransportOptions = {}) {
    const { api = '/api/chat', body, idleMs = 45_000, retries = 8, retryMs = 250, ...rest } = options;
    const { stopOnAbort = true, ...requests } = rest;
    this.#requests = new ChatRequests({ api, ...requests });
    this.#body = body;
    this.#times = { idleMs, retries, firstMs: retryMs, mostMs: 10_000 };
    this.#stopOnAbort = stopOnAbort;
  }

  /**
   * Sends a message. A server takes the same message once, however often it arrives: if the connection is cut before
   * the answer has begun, the message is sent again and leads to the same answer. Later, the rest of the answer is
   * asked for.
   */
  async sendMessages(options: SendOptions<Message>): ReturnType<ChatTransport<Message>['sendMessages']> {
    const { chatId, messages, trigger, messageId, abortSignal } = options;
    const headers = options.headers as HeaderSource | undefined;
    const body = {
      ...(await resolve(this.#body)),
      ...options.body,
      id: chatId,
      // The server knows what was said before.
      messages: messages.slice(-1),
      trigger,
      messageId,
    };
    // A function, because what it says changes.
    const isAborted = (): boolean => abortSignal?.aborted === true;
    if (isAborted()) throw abortSignal!.reason;
    const link = openLink(undefined);
    const send = () => this.#requests.send({ method: 'POST', path: '', headers, body, signal: link.signal });
    const first = this.#insist(send, link.signal);
    const watch = this.#watchAbort({ chatId, headers, signal: abortSignal, link, begun: first });
    try {
      const response = await untilAborted(first, abortSignal);
      const open = this.#opener({ chatId, headers, link });
      const reopen = (delivered: Delivered) => (delivered.hasPlace ? open(delivered) : send());
      return this.#follow({ first: response, reopen, link, onEnd: watch.end }) as never;
    } catch (error) {
      if (!isAborted()) watch.end();
      throw error;
    }
  }

  /** The answer that is being written, from its beginning; null when there is none. */
  async reconnectToStream(options: ResumeOptions<Message>): ReturnType<ChatTransport<Message>['reconnectToStream']> {
    const { chatId, abortSignal } = options as ResumeOptions<Message> & { abortSignal?: WebSignal };
    const headers = options.headers as HeaderSource | undefined;
    const link = openLink(undefined);
    const open = this.#opener({ chatId, headers, link });
    const first = this.#insist(open, link.signal);
    const watch = this.#watchAbort({ chatId, headers, signal: abortSignal, link, begun: first });
    try {
      const response = await untilAborted(first, abortSignal);
      if (response !== undefined)
        return this.#follow({ first: response, reopen: open, link, onEnd: watch.end }) as never;
      watch.end();
      return null;
    } catch (error) {
      if (abortSignal?.aborted !== true) watch.end();
      throw error;
    }
  }

  /** Stops the answer of a chat on the server. Gives whether there was one. */
  async stop(chatId: string, options: { headers?: HeaderSource } = {}): Promise<boolean> {
    const response = await this.#requests.send({
      method: 'POST',
      path: `/${encodeURIComponent(chatId)}/stop`,
      headers: options.headers,
      keepalive: true,
    });
    return (JSON.parse(await response.text()) as { stopped?: unknown }).stopped === true;
  }

  /** Opens the stream of an answer, behind what was delivered of it. */
  #opener({ chatId, headers, link }: Pick<Watch, 'chatId' | 'headers' | 'link'>) {
    return async (delivered?: Delivered): Promise<WebResponse | undefined> => {
      const path = `/${encodeURIComponent(chatId)}/stream${delivered?.toQuery() ?? ''}`;
      const response = await this.#requests.send({ method: 'GET', path, headers, signal: link.signal });
      return response.status === 204 ? undefined : response;
    };
  }

  #follow({
    first,
    reopen,
    link,
    onEnd,
  }: Pick<FollowMessageOptions, 'first' | 'reopen'> & { link: Link; onEnd: () => void }) {
    return toStream(followMessage({ first, reopen, times: this.#times, signal: link.signal }), {
      onEnd,
      onCancel: () => {
        onEnd();
        link.abort(new Error('the reader stopped reading'));
      },
    });
  }

  /** Tries again while it may go better the next time; nothing has been delivered yet, so nothing can be repeated. */
  async #insist<Value>(open: () => Promise<Value>, signal: WebSignal): Promise<Value> {
    for (let failures = 1; ; failures += 1) {
      try {
        return await open();
      } catch (error) {
        if (signal.aborted || !mayPass(error) || failures > this.#times.retries) throw error;
        await pause(toBackoffMs({ failures, ...this.#times, random: Math.random() }), signal);
      }
    }
  }

  /** Sees to it that an abort ends the connection, and unless it was meant otherwise, the answer too. */
  #watchAbort({ chatId, headers, signal, link, begun }: Watch): { end: () => void } {
    const place = (this.#opened.get(chatId) ?? 0) + 1;
    this.#opened.set(chatId, place);
    const onAbort = async (): Promise<void> => {
      signal?.removeEventListener('abort', onAbort);
      // A message that is still on its way would be answered after it was stopped; so it is waited for.
      await Promise.race([begun.catch(() => undefined), pause(STOP_TIMEOUT_MS, undefined)]);
      link.abort(signal?.reason);
      await pause(0, undefined);
      // Another stream of the same chat was opened instead: a component that is mounted twice, a tab that came back.
      if (!this.#stopOnAbort || this.#opened.get(chatId) !== place) return;
      await this.stop(chatId, headers === undefined ? {} : { headers }).catch(() => undefined);
    };
    if (signal?.aborted === true) void onAbort();
    else signal?.addEventListener('abort', onAbort);
    return { end: () => signal?.removeEventListener('abort', onAbort) };
  }
}

type Watch = {
  chatId: string;
  headers: HeaderSource | undefined;
  signal: WebSignal | undefined;
  link: Link;
  /** Settles when the server has the message. */
  begun: Promise<unknown>;
};
