import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { RecordedRequest, Script, UnexpectedRequestError } from '@posthouse/runtime/scripted';
import { ScriptPlayer } from '@posthouse/runtime/scripted/playing';
import type { Reply } from './dialects/dialect.ts';
import { HTTPExchange } from './http/http-exchange.ts';
import { serveRequest } from './http/serve-request.ts';

export interface ScriptedLLMOptions {
  readonly script: Script;
  /** A free one by default. */
  readonly port?: number;
  /** `127.0.0.1` by default. */
  readonly host?: string;
  /** Larger bodies are refused; 32 MiB by default. */
  readonly maxBodyBytes?: number;
  /** Called with one line for each HTTP request, when it is over. */
  readonly log?: (line: string) => void;
}

/** A running server, and the record of what it was asked. */
export interface ScriptedLLM extends AsyncDisposable {
  /** Without `/v1`, such as `http://127.0.0.1:4010`. */
  readonly url: string;
  readonly port: number;
  readonly requests: readonly RecordedRequest[];
  /** Requests that the script had no answer for; each was also answered with an error. */
  readonly failures: readonly UnexpectedRequestError[];
  /** The request with this number, as soon as it has come. */
  received(index: number): Promise<RecordedRequest>;
  /** Throws if there was an unexpected request, or if turns of a list are left over. */
  assertClean(): void;
  /** Cuts off what is open and stops. Rejects if there was an unexpected request; disposing does the same. */
  close(): Promise<void>;
}

/**
 * Starts an HTTP server that answers from a script in the dialects of OpenAI (Chat Completions and Responses) and
 * Anthropic (Messages), so that unmodified clients of both can be tested without a network.
 *
 * @example
 * await using llm = await startScriptedLLM({ script: [{ text: 'Hello.' }] });
 * const openai = createOpenAI({ baseURL: `${llm.url}/v1`, apiKey: 'none' });
 * const { text } = await generateText({ model: openai('any'), prompt: 'Say hello.' });
 */
export async function startScriptedLLM(options: ScriptedLLMOptions): Promise<ScriptedLLM> {
  const { script, host = '127.0.0.1', port = 0, maxBodyBytes = 32 * 1024 * 1024, log } = options;
  const player = new ScriptPlayer(script);
  const replies: Reply[] = [];
  const open = new Map<HTTPExchange, Promise<void>>();

  const serve = async (exchange: HTTPExchange): Promise<void> => {
    const request = await serveRequest(exchange, { player, replies, maxBodyBytes }).catch((error: unknown) => {
      // A client that has left is no failure; everything else here would be a mistake of this server.
      if (!exchange.signal.aborted) {
        const { message } = player.fail(`The scripted server failed: ${String(error)}`, { cause: error });
        exchange.sendJson(400, { type: 'error', error: { type: 'invalid_request_error', message } });
      }
      return undefined;
    });
    log?.(toLogLine(exchange, request, await exchange.closed));
  };

  const server = createServer((incoming, response) => {
    const exchange = new HTTPExchange(incoming, response);
    open.set(
      exchange,
      serve(exchange).finally(() => open.delete(exchange)),
    );
  });
  server.listen(port, host);
  await once(server, 'listening');
  const address = server.address() as AddressInfo;

  let closing: Promise<void> | undefined;
  const close = async (): Promise<void> => {
    const stopped = once(server, 'close');
    server.close();
    for (const exchange of open.keys()) exchange.drop();
    server.closeAllConnections();
    await Promise.all([stopped, ...open.values()]);
    player.throwIfFailed();
  };

  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${address.port}`,
    port: address.port,
    requests: player.requests,
    failures: player.failures,
    received: (index) => player.received(index),
    assertClean: () => player.assertClean(),
    close: () => (closing ??= close()),
    // A failure that `close` has reported is not reported again.
    [Symbol.asyncDispose]: async () => {
      if (closing === undefined) await (closing = close());
    },
  };
}

function toLogLine(
  { request: { method, url }, status }: HTTPExchange,
  request: RecordedRequest | undefined,
  end: string,
): string {
  const model = request && ` ${request.dialect} ${request.model}${request.stream ? ' streaming' : ''}`;
  return `${request?.index ?? '-'} ${method ?? ''} ${url ?? ''}${model ?? ''} ${status ?? '-'} ${end}`;
}
