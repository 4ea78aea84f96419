import type { ServerFeature } from '@posthouse/protocol';
import { serverInfoWire } from '@posthouse/protocol/light';
import type { WebSignal } from '../platform/web-types.ts';
import type { Connection } from './connection.ts';
import { RequestError } from './request-error.ts';
import { readAnswer, requestJSON } from './request-json.ts';
import { isPassing } from './with-retries.ts';

/** What the server can do beyond MAIL. Asked once, and only when it matters. */
export class ServerFeatures {
  readonly #connection: Connection;
  #known: readonly string[] | undefined;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  async has(feature: ServerFeature, signal: WebSignal | undefined): Promise<boolean> {
    this.#known ??= await this.#ask(signal);
    return this.#known.includes(feature);
  }

  async #ask(signal: WebSignal | undefined): Promise<readonly string[]> {
    const request = { method: 'GET', path: '/', signal } as const;
    try {
      return readAnswer(request, await requestJSON(this.#connection, request), serverInfoWire).features ?? [];
    } catch (error) {
      // A server that has no such answer has no such features.
      if (error instanceof RequestError && error.answered && !isPassing(error)) return [];
      throw error;
    }
  }
}
