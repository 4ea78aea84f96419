import { type Browser, chromium } from 'playwright-core';
import { findChromium } from './find-chromium.ts';

/** Starts the Chromium of this machine, without a window. */
export async function launchChromium(): Promise<Browser> {
  return await chromium.launch({
    executablePath: findChromium(),
    // Chromium refuses to start as root with its sandbox, and in containers of CI everybody is root.
    args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
  });
}
