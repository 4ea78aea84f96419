import { mkdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Browser, BrowserContext, Locator, Page } from 'playwright-core';

const screenshots = fileURLToPath(new URL('../screenshots/', import.meta.url));

/** Runs in the page: remembers everything that its newest answer has shown, for as long as the tab lives. */
const WATCH = `
  const seen = JSON.parse(sessionStorage.getItem('seen') ?? '[]');
  new MutationObserver(() => {
    const text = [...document.querySelectorAll('.swarm .text')].at(-1)?.textContent ?? '';
    if (text === '' || text === seen.at(-1)) return;
    seen.push(text);
    sessionStorage.setItem('seen', JSON.stringify(seen));
  }).observe(document, { subtree: true, childList: true, characterData: true });
`;

/** A browser window with the page in it, and what somebody does there. */
export class ChatWindow implements AsyncDisposable {
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
      // That an answer of the server was an error is for the page to show, and for a test to look for.
      if (line.type() === 'error' && !line.text().includes('status of')) this.complaints.push(line.text());
    });
  }

  static async open(browser: Browser, url: string, look: { dark?: boolean } = {}): Promise<ChatWindow> {
    const context = await browser.newContext({
      viewport: { width: 820, height: 900 },
      colorScheme: look.dark === true ? 'dark' : 'light',
    });
    context.setDefaultTimeout(60_000);
    await context.addInitScript(WATCH);
    const page = await context.newPage();
    const window = new ChatWindow(context, page);
    await page.goto(url);
    return window;
  }

  /** The conversation's id, as the address has it. */
  get chatId(): string {
    return new URL(this.page.url()).searchParams.get('chat')!;
  }

  /** Sends a message, and comes back when the page shows it: from then on what the page says is about this message. */
  async send(text: string): Promise<void> {
    const mine = this.page.locator('.message.user', { hasText: text });
    const before = await mine.count();
    await this.page.getByLabel('Your message').fill(text);
    await this.page.keyboard.press('Enter');
    await mine.nth(before).waitFor();
  }

  /** The newest words for the reader. */
  get answer(): Locator {
    return this.page.locator('.swarm .text').last();
  }

  button(name: string): Locator {
    return this.page.getByRole('button', { name, exact: true });
  }

  /** Everything that the answer has shown, reloads included. */
  async seen(): Promise<string[]> {
    return JSON.parse((await this.page.evaluate("sessionStorage.getItem('seen')")) ?? '[]') as string[];
  }

  async screenshot(name: string): Promise<void> {
    await mkdir(screenshots, { recursive: true });
    await this.page.screenshot({ path: `${screenshots}${name}.png`, animations: 'disabled' });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#context.close();
  }
}
