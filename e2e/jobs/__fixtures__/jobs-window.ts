import { fileURLToPath } from 'node:url';
import type { Browser, Locator } from 'playwright-core';
import { type Look, openContext, PageWindow } from '../../browser/__fixtures__/page-window.ts';

const screenshots = fileURLToPath(new URL('../screenshots/', import.meta.url));

/** A browser window with the page of the jobs assistant in it, and what somebody does there. */
export class JobsWindow extends PageWindow {
  static async open(browser: Browser, url: string, look: Look = {}): Promise<JobsWindow> {
    const window = new JobsWindow(await openContext(browser, look, { width: 1280, height: 800 }), screenshots);
    await window.page.goto(url);
    return window;
  }

  /** Goes to another view by the navigation: `Chat`, `Jobs`, `Resumes`, `Tailor` or `Analytics`. */
  async goTo(view: string): Promise<void> {
    await this.page.getByRole('navigation').getByRole('link', { name: view, exact: true }).click();
    await this.page.getByRole('main', { name: view, exact: true }).waitFor();
  }

  /** Sends a message, and comes back when the page shows it. */
  async send(text: string): Promise<void> {
    const mine = this.page.locator('[data-role=question]', { hasText: text });
    const before = await mine.count();
    await this.page.getByLabel('Your message').fill(text);
    await this.page.keyboard.press('Enter');
    await mine.nth(before).waitFor();
  }

  /** The newest words of the assistant. */
  get answer(): Locator {
    return this.page.locator('[data-role=text]').last();
  }

  /** How far what is shown is wider than the window; anything but 0 is cut off or scrolls sideways. */
  async overhang(): Promise<number> {
    return await this.page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth');
  }
}
