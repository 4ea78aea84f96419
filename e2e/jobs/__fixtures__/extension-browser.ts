import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { type BrowserContext, type CDPSession, chromium, type Page } from 'playwright-core';
import { buildServedPage } from '../../browser/__fixtures__/build-served-page.ts';
import { findChromium } from '../../browser/__fixtures__/find-chromium.ts';
import { PanelWindow } from './panel-window.ts';
import { SidePanel } from './side-panel.ts';

const extension = fileURLToPath(new URL('../../../apps/jobs/web/extension/dist', import.meta.url));

/** A Chromium with the extension in it, as somebody has who loaded it by hand. */
export class ExtensionBrowser implements AsyncDisposable {
  readonly context: BrowserContext;
  readonly id: string;
  readonly #browser: CDPSession;
  readonly #profile: string;

  private constructor(parts: { context: BrowserContext; id: string; browser: CDPSession; profile: string }) {
    this.context = parts.context;
    this.id = parts.id;
    this.#browser = parts.browser;
    this.#profile = parts.profile;
  }

  static async open(): Promise<ExtensionBrowser> {
    await buildServedPage('extension');
    const profile = mkdtempSync(join(tmpdir(), 'posthouse-extension-'));
    const context = await chromium.launchPersistentContext(profile, {
      executablePath: findChromium(),
      viewport: { width: 360, height: 760 },
      args: [
        // What loads an extension, and clicks its icon, on behalf of a test.
        '--enable-unsafe-extension-debugging',
        // Sites of any name are on this machine, and nobody else is ever asked.
        '--host-resolver-rules=MAP * 127.0.0.1',
        ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
      ],
      ignoreDefaultArgs: ['--disable-extensions'],
    });
    context.setDefaultTimeout(60_000);
    const browser = await context.browser()!.newBrowserCDPSession();
    const { id } = await browser.send('Extensions.loadUnpacked', { path: extension });
    return new ExtensionBrowser({ context, id, browser, profile });
  }

  /** Opens a page in a tab of its own, in front of the others. */
  async openTab(url: string): Promise<Page> {
    const page = await this.context.newPage();
    await page.goto(url);
    return page;
  }

  /** Opens the panel as a tab, where a test can use it like any page; it looks at the tab that was in front last. */
  async openPanel(): Promise<PanelWindow> {
    const panel = new PanelWindow({ context: this.context, page: await this.context.newPage() });
    await panel.page.goto(`chrome-extension://${this.id}/panel.html`);
    return panel;
  }

  /** Clicks the icon of the extension while a tab is in front. */
  async pointAt(page: Page): Promise<void> {
    await page.bringToFront();
    const { targetInfos } = await this.#browser.send('Target.getTargets', { filter: [{ type: 'tab' }] });
    const tab = targetInfos.find(({ url }) => url === page.url());
    await this.#browser.send('Extensions.triggerAction', { id: this.id, targetId: tab!.targetId });
  }

  /** The panel at the side of the window, which a click on the icon opens. */
  async sidePanel(): Promise<SidePanel> {
    const isPanel = ({ url }: { url: string }): boolean => url.startsWith(`chrome-extension://${this.id}/panel.html`);
    for (;;) {
      const { targetInfos } = await this.#browser.send('Target.getTargets');
      const panel = targetInfos.find(isPanel);
      if (panel !== undefined) return await SidePanel.attach(this.#browser, panel.targetId);
      await setTimeout(50);
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.context.close();
    rmSync(this.#profile, { recursive: true, force: true, maxRetries: 5 });
  }
}
