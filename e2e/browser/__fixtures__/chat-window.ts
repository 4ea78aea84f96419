import { fileURLToPath } from 'node:url';
import type { Browser, Locator } from 'playwright-core';
import { type Look, openContext, PageWindow } from './page-window.ts';

const screenshots = fileURLToPath(new URL('../screenshots/', import.meta.url));

/** Runs in the page: remembers everything that its newest answer has shown, for as long as the tab lives. */
const WATCH = `
  const seen = JSON.parse(sessionStorage.getItem('seen') ?? '[]');
  new MutationObserver(() => {
    const text = [...document.querySelectorAll('.message.swarm:last-child .text')].map((part) => part.textContent).join('');
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

  /** Sends other words in place of those of a message, and comes back when the page shows them. */
  async edit(before: string, after: string): Promise<void> {
    const turn = this.page.locator('.turn', { has: this.page.getByText(before, { exact: true }) });
    await turn.getByRole('button', { name: 'Edit' }).click();
    await this.page.getByLabel('Your edited message').fill(after);
    await this.button('Save').click();
    await this.page.locator('.message.user', { hasText: after }).waitFor();
  }

  /** Comes back when nobody is at work any more. */
  async ready(): Promise<void> {
    await this.button('Send').waitFor();
  }

  /** Every message that the page shows and that counts, with who has said it. */
  async conversation(): Promise<string[]> {
    return await this.page.evaluate(`
      [...document.querySelectorAll('.message')].map((message) =>
        (message.matches('.user') ? 'user: ' : 'assistant: ') +
          [...message.querySelectorAll('.user > p, .text')].map((part) => part.textContent).join(''))
    `);
  }

  /** The reader comes back to this tab, as a browser tells it. */
  async comeBack(): Promise<void> {
    await this.page.evaluate("window.dispatchEvent(new Event('focus'))");
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
