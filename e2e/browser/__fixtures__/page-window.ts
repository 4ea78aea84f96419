import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import axe from 'axe-core';
import type { Browser, BrowserContext, Locator, Page } from 'playwright-core';

export type Look = { dark?: boolean; phone?: boolean };
export type Size = { width: number; height: number };
export type Opened = { context: BrowserContext; page: Page };

/** Lines of the console that say what a page has to show by itself: that the server refused something, or was away. */
const EXPECTED = [
  'status of',
  'ERR_CONNECTION_REFUSED',
  'ERR_CONNECTION_RESET',
  'ERR_INCOMPLETE_CHUNKED_ENCODING',
  'ERR_EMPTY_RESPONSE',
  'ERR_INTERNET_DISCONNECTED',
];

/** A browser window with a page in it, and what any page has; pages with more to do there extend it. */
export class PageWindow implements AsyncDisposable {
  readonly page: Page;
  /** Addresses that the page has asked. */
  readonly requests: URL[] = [];
  /** What the page has complained about: errors that nobody caught, and what the browser refused. */
  readonly complaints: string[] = [];
  readonly context: BrowserContext;
  readonly #screenshots: string;

  /** `screenshots` is the folder in which they are kept. */
  constructor({ context, page }: Opened, screenshots: string) {
    this.context = context;
    this.page = page;
    this.#screenshots = screenshots;
    page.on('request', (request) => this.requests.push(new URL(request.url())));
    page.on('pageerror', (error) => this.complaints.push(error.message));
    page.on('console', (line) => {
      const isExpected = EXPECTED.some((text) => line.text().includes(text));
      if (line.type() === 'error' && !isExpected) this.complaints.push(line.text());
    });
  }

  button(name: string | RegExp): Locator {
    return this.page.getByRole('button', { name, exact: true });
  }

  /** What an automatic check of accessibility finds that is serious or worse. */
  async findBarriers(): Promise<string[]> {
    await this.page.evaluate(axe.source);
    return await this.page.evaluate(`
      axe.run(document, { resultTypes: ['violations'] }).then(({ violations }) =>
        violations
          .filter(({ impact }) => impact === 'serious' || impact === 'critical')
          .flatMap(({ id, nodes }) => nodes.map(({ target, failureSummary }) => id + ' ' + target.join(' ') + ' ' + failureSummary)))
    `);
  }

  async screenshot(name: string): Promise<void> {
    await mkdir(this.#screenshots, { recursive: true });
    await this.page.screenshot({ path: join(this.#screenshots, `${name}.png`), animations: 'disabled' });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.context.close();
  }
}

/**
 * Opens a window of its own, which shares nothing with others. The page in it is still empty: whoever listens to it does
 * so before it goes anywhere.
 */
export async function openContext(browser: Browser, look: Look, wide: Size): Promise<Opened> {
  const context = await browser.newContext({
    viewport: look.phone === true ? { width: 390, height: 800 } : wide,
    colorScheme: look.dark === true ? 'dark' : 'light',
    locale: 'en-US',
  });
  context.setDefaultTimeout(60_000);
  return { context, page: await context.newPage() };
}
