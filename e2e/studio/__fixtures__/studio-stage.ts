import { quiet, type RunningServer, startServer, type StartOptions } from '@posthouse/server';
import type { Browser } from 'playwright-core';
import { launchChromium } from '../../browser/__fixtures__/launch-chromium.ts';
import type { Look } from '../../browser/__fixtures__/page-window.ts';
import { buildStudio } from './build-studio.ts';
import { StudioWindow } from './studio-window.ts';

type Swarms = Parameters<typeof startServer>[0];
export type Role = 'user' | 'admin';

/** A browser and a server with the studio, for the tests of one file. */
export class StudioStage implements AsyncDisposable {
  readonly browser: Browser;
  readonly server: RunningServer;

  private constructor(browser: Browser, server: RunningServer) {
    this.browser = browser;
    this.server = server;
  }

  static async start(swarms: Swarms, options: StartOptions = {}): Promise<StudioStage> {
    await buildStudio();
    const browser = await launchChromium();
    return new StudioStage(browser, await startStudioServer(swarms, options));
  }

  /** Opens a window at a place of the studio, as somebody who has a token. */
  open(place = 'chat', look: Look = {}, role: Role = 'user'): Promise<StudioWindow> {
    return StudioWindow.open(this.browser, `${this.server.url}/studio/#/${place}?token=${this.#token(role)}`, look);
  }

  /** Asks the server without the studio. */
  async ask(path: string, body?: object, role: Role = 'user'): Promise<Record<string, unknown>> {
    const answer = await fetch(`${this.server.url}${path}`, {
      headers: { Authorization: `Bearer ${this.#token(role)}`, 'Content-Type': 'application/json' },
      ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
    });
    return (await answer.json()) as Record<string, unknown>;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.browser.close();
    await this.server.stop({ drainMs: 0 });
  }

  #token(role: Role): string {
    return this.server.tokens![role];
  }
}

/** A server in memory, on any free port. */
function startStudioServer(swarms: Swarms, options: StartOptions = {}): Promise<RunningServer> {
  return startServer(swarms, {
    port: 0,
    databaseURL: 'sqlite::memory:',
    logger: quiet,
    handleSignals: false,
    ...options,
  });
}
