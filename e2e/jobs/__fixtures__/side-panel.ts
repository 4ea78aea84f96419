import { writeFile } from 'node:fs/promises';
import type { CDPSession } from 'playwright-core';

/**
 * A panel at the side of a window. The test library knows tabs only, so this one is spoken to through the browser, in
 * the protocol of its developer tools.
 */
export class SidePanel implements AsyncDisposable {
  readonly #browser: CDPSession;
  readonly #session: string;
  #calls = 0;

  private constructor(browser: CDPSession, session: string) {
    this.#browser = browser;
    this.#session = session;
  }

  static async attach(browser: CDPSession, targetId: string): Promise<SidePanel> {
    const { sessionId } = await browser.send('Target.attachToTarget', { targetId, flatten: false });
    return new SidePanel(browser, sessionId);
  }

  /** What an expression says there. */
  async evaluate(expression: string): Promise<unknown> {
    const answer = await this.#call('Runtime.evaluate', { expression, awaitPromise: true, returnByValue: true });
    return (answer.result as { value?: unknown }).value;
  }

  async screenshot(path: string): Promise<void> {
    const { data } = await this.#call('Page.captureScreenshot', { format: 'png' });
    await writeFile(path, Buffer.from(String(data), 'base64'));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#browser.send('Target.detachFromTarget', { sessionId: this.#session });
  }

  async #call(method: string, params: object): Promise<Record<string, unknown>> {
    const id = (this.#calls += 1);
    const { promise, resolve, reject } = Promise.withResolvers<Record<string, unknown>>();
    const listen = ({ sessionId, message }: { sessionId: string; message: string }): void => {
      const answer = JSON.parse(message) as { id?: number; result?: Record<string, unknown>; error?: object };
      if (sessionId !== this.#session || answer.id !== id) return;
      if (answer.result === undefined) reject(new Error(JSON.stringify(answer.error)));
      else resolve(answer.result);
    };
    this.#browser.on('Target.receivedMessageFromTarget', listen);
    try {
      const message = JSON.stringify({ id, method, params });
      await this.#browser.send('Target.sendMessageToTarget', { sessionId: this.#session, message });
      return await promise;
    } finally {
      this.#browser.off('Target.receivedMessageFromTarget', listen);
    }
  }
}
