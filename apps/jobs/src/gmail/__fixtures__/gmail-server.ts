import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A message in the mailbox, by what matters here. */
export type GmailMessage = { id: string; time: number; from?: string; html?: string };

/** An answer that comes instead of the usual one, once. */
export type Disturbance = { status: number; headers?: Record<string, string>; body?: unknown };

/** A server on loopback that answers as Gmail and as Google's token endpoint do, as far as they are asked here. */
export class GmailServer implements AsyncDisposable {
  messages: GmailMessage[] = [];
  /** The tokens that are good. */
  tokens = new Set(['good']);
  /** Refresh tokens, and the access tokens that they give. */
  refreshable = new Map<string, string>();
  /** By path, in the order in which they happen. */
  disturbances: { path: RegExp; answer: Disturbance }[] = [];
  address = 'ann@example.com';
  pageSize = 500;
  readonly asked: string[] = [];
  readonly #server = createServer((request, response) => void this.#answer(request, response));

  static async open(): Promise<GmailServer> {
    const gmail = new GmailServer();
    gmail.#server.listen(0, '127.0.0.1');
    await once(gmail.#server, 'listening');
    return gmail;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** The profile that leads here. */
  profile(more: Record<string, string> = { access_token: 'good' }): Record<string, string> {
    return { base_url: this.url, token_url: `${this.url}/token`, ...more };
  }

  /** What was asked for, without what it was asked with. */
  get paths(): string[] {
    return this.asked.map((path) => path.replace('/gmail/v1/users/me', '').replace(/\?.*/, ''));
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = request.url ?? '';
    this.asked.push(path);
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const { status, headers = {}, body = {} } = this.#disturbed(path) ?? this.#usual(request, Buffer.concat(chunks));
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    response.end(typeof body === 'string' ? body : JSON.stringify(body));
  }

  #disturbed(path: string): Disturbance | undefined {
    const index = this.disturbances.findIndex((each) => each.path.test(path));
    return index === -1 ? undefined : this.disturbances.splice(index, 1)[0]!.answer;
  }

  #usual(request: IncomingMessage, body: Buffer): Disturbance {
    const { pathname, searchParams } = new URL(request.url ?? '', this.url);
    if (pathname === '/token') return this.#refresh(new URLSearchParams(body.toString()));
    const [, token = ''] = /^Bearer (.+)$/.exec(request.headers.authorization ?? '') ?? [];
    if (!this.tokens.has(token)) return { status: 401, body: { error: { code: 401, status: 'UNAUTHENTICATED' } } };
    const path = pathname.replace('/gmail/v1/users/me', '');
    if (path === '/profile') return { status: 200, body: { emailAddress: this.address, historyId: '1' } };
    if (path === '/messages') return { status: 200, body: this.#list(searchParams) };
    const message = this.messages.find(({ id }) => path === `/messages/${id}`);
    return message === undefined ? { status: 404 } : { status: 200, body: toJSON(message) };
  }

  #refresh(form: URLSearchParams): Disturbance {
    const fresh = this.refreshable.get(form.get('refresh_token') ?? '');
    const isComplete = form.get('grant_type') === 'refresh_token' && form.has('client_id') && form.has('client_secret');
    if (fresh === undefined || !isComplete) return { status: 400, body: { error: 'invalid_grant' } };
    this.tokens.add(fresh);
    return { status: 200, body: { access_token: fresh, expires_in: 3599, token_type: 'Bearer' } };
  }

  /** Understands `from:` and `after:`, each once. */
  #list(params: URLSearchParams): unknown {
    const query = params.get('q') ?? '';
    const after = Number(/after:(\d+)/.exec(query)?.[1] ?? 0) * 1_000;
    const senders = [...query.matchAll(/from:([\w.@-]+)/g)].map(([, sender]) => sender!);
    const found = this.messages
      .filter(({ time }) => time > after)
      .filter(({ from = '' }) => senders.length === 0 || senders.some((sender) => from.includes(sender)))
      .toSorted((left, right) => right.time - left.time);
    const start = Number(params.get('pageToken') ?? 0);
    const size = Math.min(this.pageSize, Number(params.get('maxResults') ?? 100));
    const messages = found.slice(start, start + size).map(({ id }) => ({ id, threadId: id }));
    const more = found.length > start + size ? { nextPageToken: String(start + size) } : {};
    // An empty mailbox has no list at all.
    return { ...(messages.length === 0 ? {} : { messages }), ...more, resultSizeEstimate: found.length };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, 'close');
  }
}

function toJSON({ id, time, from = 'LinkedIn <jobs-noreply@linkedin.com>', html = '' }: GmailMessage): unknown {
  return {
    id,
    threadId: id,
    internalDate: String(time),
    payload: {
      mimeType: 'multipart/alternative',
      headers: [
        { name: 'From', value: from },
        { name: 'Subject', value: 'Jobs for you' },
      ],
      parts: [
        { mimeType: 'text/plain', body: { size: 0 } },
        { mimeType: 'text/html', body: { size: html.length, data: Buffer.from(html).toString('base64url') } },
      ],
    },
  };
}

/** The page of a digest with these jobs. */
export function digestOf(...ids: number[]): string {
  return ids
    .map(
      (id) =>
        `<table><tr><td><a href="https://www.linkedin.com/comm/jobs/view/${id}?trk=x">Engineer ${id}</a></td></tr><tr><td>Café GmbH · Berlin</td></tr></table>`,
    )
    .join('');
}
