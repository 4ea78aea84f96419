import { fileURLToPath } from 'node:url';
import type { Browser, Locator } from 'playwright-core';
import { type Look, openContext, PageWindow } from './page-window.ts';

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
export class ChatWindow extends PageWindow {
  static async open(browser: Browser, url: string, look: Look = {}): Promise<ChatWindow> {
    const opened = await openContext(browser, look, { width: 820, height: 900 });
    await opened.context.addInitScript(WATCH);
    const window = new ChatWindow(opened, screenshots);
    await window.page.goto(url);
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

  /** Everything that the answer has shown, reloads included. */
  async seen(): Promise<string[]> {
    return JSON.parse((await this.page.evaluate("sessionStorage.getItem('seen')")) ?? '[]') as string[];
  }
}
