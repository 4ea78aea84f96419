import { Agent as HttpAgent, type IncomingMessage, request as requestHttp } from 'node:http';
import { Agent as HttpsAgent, request as requestHttps } from 'node:https';
import { type Ask, type Exchange, NoAnswerError, type SentRequest } from './exchange.ts';

export type Tokens = { user: string; admin?: string; agent?: string };

export type SenderOptions = { url: URL; tokens: Tokens; timeoutMs: number };

/** Sends requests to one server, each over its own connection. */
export type Sender = { send(ask: Ask): Promise<Exchange>; close(): void };

/**
 * Speaks HTTP without any convenience: a GET may carry a body, as MAIL's `/task` does, and the bytes of an answer are
 * kept as they came.
 */
export function createSender({ url, tokens, timeoutMs }: SenderOptions): Sender {
  const secure = url.protocol === 'https:';
  // A server may close an idle connection at any time; a request on such a connection fails through no fault of the server.
  const agent = secure ? new HttpsAgent({ keepAlive: false }) : new HttpAgent({ keepAlive: false });
  const base = url.pathname.replace(/\/$/, '');

  const send = (ask: Ask): Promise<Exchange> => {
    const request = toRequest(ask);
    const token = ask.as === 'nobody' ? undefined : tokens[ask.as ?? 'user'];
    const headers = {
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...request.headers,
      ...(request.body === undefined ? {} : { 'content-length': String(Buffer.byteLength(request.body)) }),
    };
    const shown = {
      ...request,
      headers:
        token === undefined ? request.headers : { authorization: `Bearer <${ask.as ?? 'user'}>`, ...request.headers },
    };
    const started = performance.now();
    const limitMs = ask.timeoutMs ?? timeoutMs;

    return new Promise((resolve, reject) => {
      const open = secure ? requestHttps : requestHttp;
      const outgoing = open(url, { method: ask.method, path: base + ask.path, headers, agent });
      let giveUp = (): void => reject(new NoAnswerError(shown, `no answer within ${limitMs} ms`));
      const timer = setTimeout(() => {
        giveUp();
        outgoing.destroy();
      }, limitMs);
      outgoing.on('error', (error) => {
        clearTimeout(timer);
        reject(new NoAnswerError(shown, error.message));
      });
      outgoing.on('response', (incoming) => {
        const pieces: Buffer[] = [];
        const settle = (ended: boolean): void => {
          clearTimeout(timer);
          const text = Buffer.concat(pieces).toString('utf8');
          const milliseconds = performance.now() - started;
          const { statusCode: status = 0 } = incoming;
          resolve({ request: shown, answer: { status, headers: headersOf(incoming), text, ended, milliseconds } });
        };
        giveUp = () => settle(false);
        incoming.on('data', (piece: Buffer) => pieces.push(piece));
        incoming.on('end', () => settle(true));
        incoming.on('error', () => settle(false));
      });
      outgoing.end(request.body);
    });
  };

  return { send, close: () => agent.destroy() };
}

function toRequest({ method, path, headers = {}, json, text }: Ask): SentRequest {
  const body = text ?? (json === undefined ? undefined : JSON.stringify(json));
  if (body === undefined) return { method, path, headers };
  return { method, path, headers: { 'content-type': 'application/json', ...headers }, body };
}

function headersOf({ headers }: IncomingMessage): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, [value].flat().join(', ')]));
}
