import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A posting in JSON-LD, as pages write it into a script. */
export function posting(change: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    '@context': 'https://schema.org',
    '@type': 'JobPosting',
    title: 'Lighthouse Keeper',
    description: '<p>Keeps the light of the coast.</p><ul><li>TypeScript</li><li>Backoff</li></ul>',
    hiringOrganization: { '@type': 'Organization', name: 'The Coast' },
    jobLocation: { '@type': 'Place', address: { addressLocality: 'Brest', addressCountry: 'FR' } },
    ...change,
  };
}

/** The script that holds JSON-LD. Texts are taken as they are. */
export function jsonLd(value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value).replaceAll('<', String.raw`\u003c`);
  return `<script type="application/ld+json">${text}</script>`;
}

/** A site with these pages. The browser of the tests finds it by any name. */
export class PostingSite implements AsyncDisposable {
  readonly #server;
  readonly #pages: Readonly<Record<string, string>>;

  private constructor(pages: Readonly<Record<string, string>>) {
    this.#pages = pages;
    this.#server = createServer((request, response) => {
      const body = this.#pages[new URL(request.url ?? '/', 'http://site').pathname];
      response.writeHead(body === undefined ? 404 : 200, { 'Content-Type': 'text/html; charset=utf-8' });
      response.end(`<!doctype html><html lang="en"><meta charset="utf-8">${body ?? '<title>Not here</title>'}</html>`);
    });
  }

  static async open(pages: Readonly<Record<string, string>>): Promise<PostingSite> {
    const site = new PostingSite(pages);
    site.#server.listen(0, '127.0.0.1');
    await once(site.#server, 'listening');
    return site;
  }

  /** The address of a page, at a site of this name. */
  at(path: string, host = 'coast.test'): string {
    return `http://${host}:${(this.#server.address() as AddressInfo).port}${path}`;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const closed = once(this.#server, 'close');
    this.#server.close();
    this.#server.closeAllConnections();
    await closed;
  }
}
