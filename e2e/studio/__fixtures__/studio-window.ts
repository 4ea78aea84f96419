import { fileURLToPath } from 'node:url';
import type { Browser, Locator } from 'playwright-core';
import { type Look, openContext, PageWindow } from '../../browser/__fixtures__/page-window.ts';

const screenshots = fileURLToPath(new URL('../screenshots/', import.meta.url));

/** A browser window with the studio in it, and what somebody does there. */
export class StudioWindow extends PageWindow {
  static async open(browser: Browser, url: string, look: Look = {}): Promise<StudioWindow> {
    const window = new StudioWindow(await openContext(browser, look, { width: 1280, height: 800 }), screenshots);
    await window.page.goto(url);
    return window;
  }

  /** Sends a message, and comes back when the page shows it, as a question or among those that wait. */
  async send(text: string): Promise<void> {
    const waiting = this.page.getByLabel('Queued messages').getByRole('listitem');
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
}
