import { fileURLToPath } from 'node:url';
import type { Locator } from 'playwright-core';
import { type Opened, PageWindow } from '../../browser/__fixtures__/page-window.ts';

export const screenshots = fileURLToPath(new URL('../screenshots/', import.meta.url));

/** The panel of the extension, and what somebody does there. */
export class PanelWindow extends PageWindow {
  constructor(opened: Opened) {
    super(opened, screenshots);
  }

  /** What the panel says about the page beside it. */
  get strip(): Locator {
    return this.page.getByRole('region', { name: 'Current page' });
  }

  /** Comes back when the panel says this about the page beside it. */
  async sees(text: string): Promise<void> {
    await this.strip.filter({ hasText: text }).waitFor();
  }

  /** Pairs the panel by hand. */
  async pair({ url, code }: { url: string; code: string }): Promise<void> {
    await this.page.getByLabel('Address of the app').fill(url);
    await this.page.getByLabel('Pairing code').fill(code);
    await this.button('Pair').click();
    await this.page.getByRole('navigation').waitFor();
  }

  /** Gives the panel a token as if it had been paired. */
  async enter({ url, token }: { url: string; token: string }): Promise<void> {
    await this.page.evaluate(`chrome.storage.local.set(${JSON.stringify({ address: url, token })})`);
    await this.page.reload();
    await this.page.getByRole('navigation').waitFor();
  }

  /** How far what is shown is wider than the window; anything but 0 is cut off or scrolls sideways. */
  async overhang(): Promise<number> {
    return await this.page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth');
  }

  /** Keeps pictures of the panel, light and dark, and gives what is wrong with them: barriers, and what is cut off. */
  async look(name: string): Promise<string[]> {
    const flaws: string[] = [];
    for (const colorScheme of ['light', 'dark'] as const) {
      await this.page.emulateMedia({ colorScheme });
      await this.screenshot(`panel-${name}-${colorScheme}`);
      flaws.push(...(await this.findBarriers()));
    }
    const overhang = await this.overhang();
    return overhang === 0 ? flaws : [...flaws, `${overhang} pixels too wide`];
  }
}
