import type { IncomingMessage } from 'node:http';
import { messageOf } from '@posthouse/protocol';
import { type HttpFault, type RecordedRequest, UnexpectedRequestError } from '@posthouse/runtime/scripted';
import { faultMessage, retryAfterOf, type ScriptPlayer } from '@posthouse/runtime/scripted/playing';
import type { Dialect, ParsedRequest, Reply } from '../dialects/dialect.ts';
import { BadRequest, type JsonObject, readObject } from '../dialects/json-reader.ts';
import type { HTTPExchange } from './http-exchange.ts';
import { encodeModels } from './encode-models.ts';
import { findRoute } from './route.ts';
import { sendStream, sendWhole } from './send-answer.ts';

export interface ServeOptions {
  readonly player: ScriptPlayer;
  /** All answers given so far; grows. */
  readonly replies: Reply[];
  readonly maxBodyBytes: number;
}

/** Serves one HTTP request from its first byte to its last. Returns the model request in it, if there was one. */
export async function serveRequest(
  exchange: HTTPExchange,
  options: ServeOptions,
): Promise<RecordedRequest | undefined> {
  const { method = '', url = '', headers } = exchange.request;
  const route = findRoute(method, url);
  switch (route.type) {
    case 'models':
      exchange.sendJson(200, encodeModels({ anthropic: 'anthropic-version' in headers }));
      return undefined;
    case 'refuse': {
      const { message } = options.player.fail(`Unexpected request: ${route.reason}`);
      // This has the form of both providers, because it is unknown which one the client expects.
      const error = { type: 'invalid_request_error', message, param: null, code: null };
      exchange.sendJson(
        route.status,
        { type: 'error', error },
        route.allow === undefined ? {} : { allow: route.allow },
      );
      return undefined;
    }
    case 'answer':
      return await serveModel(exchange, route.dialect, options);
  }
}

async function serveModel(
  exchange: HTTPExchange,
  dialect: Dialect,
  options: ServeOptions,
): Promise<RecordedRequest | undefined> {
  const { player, replies } = options;
  let body: JsonObject;
  let parsed: ParsedRequest;
  try {
    body = parseBody(await readBody(exchange.request, options.maxBodyBytes));
    parsed = dialect.parseRequest(body, replies);
  } catch (error) {
    if (exchange.signal.aborted) return undefined;
    const tooLarge = error instanceof BodyTooLarge;
    if (!tooLarge && !(error instanceof BadRequest)) throw error;
    const status = tooLarge ? 413 : 400;
    const { message } = player.fail(`Unexpected request: POST ${exchange.request.url ?? ''}: ${error.message}`);
    exchange.sendJson(status, dialect.encodeError({ status, message }), tooLarge ? { connection: 'close' } : {});
    return undefined;
  }

  const { signal } = exchange;
  const around = { dialect: dialect.name, headers: toHeaders(exchange), body, signal };
  const { request, close } = player.record({ ...parsed, ...around });
  void exchange.closed.then(close);
  try {
    await answer(exchange, dialect, request, options);
  } catch (error) {
    // Code that waits for a client gets an error when the client leaves, as it should.
    if (!signal.aborted) throw error;
  }
  return request;
}

async function answer(
  exchange: HTTPExchange,
  dialect: Dialect,
  request: RecordedRequest,
  { player, replies }: ServeOptions,
): Promise<void> {
  const headers = { [dialect.requestIdHeader]: `req_${request.index}` };
  const refuse = (status: number, message: string, more: Record<string, string> = {}): void =>
    exchange.sendJson(status, dialect.encodeError({ status, message }), { ...headers, ...more });

  const outcome = await player.play(request).catch((error: unknown) => {
    if (error instanceof UnexpectedRequestError) return { type: 'failure' as const, error };
    throw error;
  });
  if (outcome.type === 'failure') return refuse(400, outcome.error.message);
  if (outcome.type === 'refusal') {
    return refuse(outcome.fault.status, faultMessage(outcome.fault), retryHeaders(outcome.fault));
  }
  const reply = { request, answer: outcome.answer };
  const unsayable = dialect.findUnsayable(reply);
  if (unsayable !== undefined) {
    return refuse(400, player.fail(`Unexpected request ${request.index}: ${unsayable}`, { request }).message);
  }
  replies.push(reply);
  await (request.stream ? sendStream : sendWhole)({ exchange, dialect, reply, headers });
}

function parseBody(text: string): JsonObject {
  try {
    return readObject(JSON.parse(text), 'The body');
  } catch (error) {
    if (error instanceof BadRequest) throw error;
    throw new BadRequest(`The body is not JSON (${messageOf(error)}).`, { cause: error });
  }
}

function retryHeaders(fault: HttpFault): Record<string, string> {
  const retryAfter = retryAfterOf(fault);
  return retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) };
}

function toHeaders({ request }: HTTPExchange): Record<string, string> {
  return Object.fromEntries(
    Object.entries(request.headers).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])),
  );
}

export class BodyTooLarge extends Error {
  override readonly name = 'BodyTooLarge';
}

/** The whole body, unless it exceeds the limit: then the rest is thrown away as it comes, and nothing is kept. */
export async function readBody(request: IncomingMessage, limit: number): Promise<string> {
  const body = Promise.withResolvers<string>();
  let chunks: Buffer[] = [];
  let size = 0;
  request.on('data', (chunk: Buffer) => {
    size += chunk.length;
    if (size <= limit) chunks.push(chunk);
    else {
      chunks = [];
      body.reject(new BodyTooLarge(`The body is larger than the limit of ${limit} bytes.`));
    }
  });
  request.on('end', () => body.resolve(Buffer.concat(chunks).toString('utf8')));
  request.on('error', body.reject);
  request.on('close', () => body.reject(new Error('The client left before the body was complete.')));
  return await body.promise;
}
