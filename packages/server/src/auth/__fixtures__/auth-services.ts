import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

type Answer = { status?: number; body?: unknown; raw?: string; location?: string; silent?: true };

export type AuthServices = AsyncDisposable & {
  authEndpoint: string;
  tokenInfoEndpoint: string;
  /** `POST /auth <bearer>` and `GET /token <bearer>`, in the order they came. */
  calls: string[];
  /** How to answer from now on. */
  auth: (bearer: string) => Answer;
  info: (bearer: string) => Answer;
};

/** The two services that MAIL knows, on loopback. They know `key-alice` and `key-root`. */
export async function startAuthServices(): Promise<AuthServices> {
  const calls: string[] = [];
  const people: Record<string, object> = {
    'jwt-key-alice': { role: 'user', id: 'alice', api_key: 'key-alice' },
    'jwt-key-root': { role: 'admin', id: 'root', api_key: 'key-root' },
  };
  const server = createServer((request, response) => {
    const { method, url } = request;
    const bearer = /^Bearer (.*)$/.exec(request.headers.authorization ?? '')?.[1] ?? '';
    calls.push(`${method} ${url} ${bearer}`);
    send(response, url === '/auth' ? services.auth(bearer) : services.info(bearer));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const services: AuthServices = {
    authEndpoint: `${base}/auth`,
    tokenInfoEndpoint: `${base}/token`,
    calls,
    auth: (key) => (`jwt-${key}` in people ? { body: { token: `jwt-${key}` } } : { status: 401 }),
    info: (token) => (token in people ? { body: people[token] } : { status: 401 }),
    async [Symbol.asyncDispose]() {
      const closed = server.listening ? once(server, 'close') : undefined;
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
  return services;
}

function send(response: ServerResponse, { status = 200, body, raw, location, silent }: Answer): void {
  if (silent === true) return;
  response.writeHead(status, { 'Content-Type': 'application/json', ...(location === undefined ? {} : { location }) });
  response.end(raw ?? JSON.stringify(body ?? {}));
}
