import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createFetchPage, type FetchPage } from '../network/fetch-page.ts';

export type Page = {
  status?: number;
  type?: string;
  body?: string;
  headers?: Record<string, string>;
  /** Resolves when the answer may go out. */
  after?: Promise<void>;
};

/** A real server on loopback that stands for the whole web, by addresses such as `https://api.lever.co/v0/postings/acme`. */
export type TheWeb = AsyncDisposable & { fetchPage: FetchPage; asked: string[]; origin: string };

/** Serves pages by their addresses; everything else is not found. */
export async function openTheWeb(pages: Record<string, Page>): Promise<TheWeb> {
  const asked: string[] = [];
  const server = createServer((request, response) => void answer(request, response));
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const address = decodeURIComponent((request.url ?? '').slice('/?of='.length));
    asked.push(address);
    const page = pages[address] ?? { status: 404 };
    await page.after;
    response.writeHead(page.status ?? 200, { 'content-type': page.type ?? 'text/html', ...page.headers });
    response.end(page.body ?? '');
  };
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const open = createFetchPage({ policy: { allowPrivateNetworks: true } });
  return {
    origin,
    asked,
    // The pages have other names than this machine can have, so they are asked for through it.
    fetchPage: async (url, options) => ({ ...(await open(`${origin}/?of=${encodeURIComponent(url)}`, options)), url }),
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
