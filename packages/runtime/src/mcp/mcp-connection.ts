import { type MCPClient, MCPClientError } from '@ai-sdk/mcp';
import { untilAborted } from '@posthouse/protocol';
import { Deadline } from '../timing/deadline.ts';
import type { MCPServer } from './mcp-server.ts';
import { openClient, type OpenClient } from './open-client.ts';
import { toMCPFailure } from './to-mcp-failure.ts';

export type MCPConnectionOptions = {
  readonly server: MCPServer;
  /** For a request, connecting included; 60 seconds by default. */
  readonly timeoutMs?: number;
};

/** A request to the server: gets the client, and the `options` to pass on. */
export type MCPRequest<Value> = (client: MCPClient, options: { signal: AbortSignal }) => Promise<Value>;

/**
 * A connection to one MCP server that is opened when it is first needed, shared by all requests, and opened again by the
 * next request after it was lost.
 *
 * @example
 * await using connection = new MCPConnection({ server: { type: 'http', url: 'https://example.com/mcp' } });
 * const { tools } = await connection.request((client, options) => client.listTools({ options }));
 */
export class MCPConnection implements AsyncDisposable {
  readonly #server: MCPServer;
  readonly #timeoutMs: number;
  readonly #closing = new AbortController();
  #current: Promise<OpenClient> | undefined;

  constructor({ server, timeoutMs = 60_000 }: MCPConnectionOptions) {
    this.#server = server;
    this.#timeoutMs = timeoutMs;
  }

  /**
   * Sends one request. Rejects with the reason of an aborted signal, with `action_failed` if the server refuses or
   * is too slow, and with `peer_unreachable` if it cannot be reached.
   */
  async request<Value>(run: MCPRequest<Value>, { signal }: { signal?: AbortSignal } = {}): Promise<Value> {
    using deadline = new Deadline(this.#timeoutMs);
    const left = AbortSignal.any([deadline.signal, this.#closing.signal, ...(signal === undefined ? [] : [signal])]);
    try {
      return await this.#sendAndMaybeAgain(run, left);
    } catch (cause) {
      signal?.throwIfAborted();
      throw toMCPFailure(cause, { server: this.#server, timeoutMs: this.#timeoutMs, late: deadline.hasPassed });
    }
  }

  /** Closes the connection; a child process is told to exit. Requests in progress fail. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.#closing.abort(new Error('the connection was closed'));
    const open = await this.#current?.catch(() => undefined);
    await open?.client.close().catch(() => {});
  }

  /** A request that was turned away unread, because its session is gone, is sent again in a new one. */
  async #sendAndMaybeAgain<Value>(run: MCPRequest<Value>, left: AbortSignal): Promise<Value> {
    const first = await this.#open(left);
    try {
      return await send(first, run, left);
    } catch (error) {
      if (first.loss.usable || !isTurnedAway(error)) throw error;
      return await send(await this.#open(left), run, left);
    }
  }

  /** The connection that stands, or a new one. Requests that come together share it. */
  async #open(left: AbortSignal): Promise<OpenClient> {
    for (let attempt = 1; ; attempt += 1) {
      left.throwIfAborted();
      const pending = (this.#current ??= this.#start());
      const open = await untilAborted(pending, left);
      // The first may have been lost long ago. A second that is lost as soon as it is open will not get better.
      if (open.loss.usable || attempt === 2) return open;
      this.#forget(pending);
    }
  }

  #start(): Promise<OpenClient> {
    // Not the signal of the request that happens to come first: others wait for this connection too.
    const signal = AbortSignal.any([this.#closing.signal, AbortSignal.timeout(this.#timeoutMs)]);
    const pending = openClient(this.#server, { signal, timeoutMs: this.#timeoutMs });
    pending.catch(() => this.#forget(pending));
    return pending;
  }

  #forget(pending: Promise<OpenClient>): void {
    if (this.#current === pending) this.#current = undefined;
  }
}

async function send<Value>({ client, loss }: OpenClient, run: MCPRequest<Value>, left: AbortSignal): Promise<Value> {
  return await run(client, { signal: AbortSignal.any([left, loss.broken]) });
}

/** Codes of JSON-RPC that come with a refused session; other codes are answers to a request that was read. */
const TURNED_AWAY: ReadonlySet<number> = new Set([-32_000, -32_001, -32_600]);

function isTurnedAway(error: unknown): boolean {
  if (!MCPClientError.isInstance(error)) return false;
  return error.code === undefined ? error.statusCode !== undefined : TURNED_AWAY.has(error.code);
}
