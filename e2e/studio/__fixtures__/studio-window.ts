import { mkdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import axe from 'axe-core';
import type { Browser, BrowserContext, Locator, Page } from 'playwright-core';

const screenshots = fileURLToPath(new URL('../screenshots/', import.meta.url));

export type Look = { dark?: boolean; phone?: boolean };

/** A browser window with the studio in it, and what somebody does there. */
export class StudioWindow implements AsyncDisposable {
  readonly page: Page;
  /** Addresses that the page has asked. */
  readonly requests: URL[] = [];
  /** What the page has complained about: errors that nobody caught, and what the browser refused. */
  readonly complaints: string[] = [];
  readonly #context: BrowserContext;

  private constructor(context: BrowserContext, page: Page) {
    this.#context = context;
    this.page = page;
    page.on('request', (request) => this.requests.push(new URL(request.url())));
    page.on('pageerror', (error) => this.complaints.push(error.message));
    page.on('console', (line) => {
      // That the server refused something, or was away, is for the page to show, and for a test to look for.
      const isOurs = line.text().includes('status of') || line.text().includes('ERR_CONNECTION_REFUSED');
      if (line.type() === 'error' && !isOurs) this.complaints.push(line.text());
    });
  }

  static async open(browser: Browser, url: string, look: Look = {}): Promise<StudioWindow> {
    const context = await browser.newContext({
      viewport: look.phone === true ? { width: 390, height: 800 } : { width: 1280, height: 800 },
      colorScheme: look.dark === true ? 'dark' : 'light',
      acceptDownloads: true,
      // Scripts of the test itself are not what the policy of the page is for; what the page does is.
      bypassCSP: false,
    });
    context.setDefaultTimeout(60_000);
    const page = await context.newPage();
    const window = new StudioWindow(context, page);
    await page.goto(url);
    return window;
  }

  /** Sends a message, and comes back when the page shows it, as a question or among those that wait. */
  async send(text: string): Promise<void> {
    const waiting = this.page.getByLabel('Messages that wait').getByRole('listitem');
    const mine = this.page.locator('[data-role=question]').or(waiting).filter({ hasText: text });
    const before = await mine.count();
    await this.page.getByLabel('Your message').fill(text);
    await this.page.keyboard.press('Enter');
    await mine.nth(before).waitFor();
  }

  /** The newest words for the reader. */
  get answer(): Locator {
    return this.page.locator('[data-role=text]').last();
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
    await mkdir(screenshots, { recursive: true });
    await this.page.screenshot({ path: `${screenshots}${name}.png`, animations: 'disabled' });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#context.close();
  }
}
