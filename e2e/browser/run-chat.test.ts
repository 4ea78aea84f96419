import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { SAMPLE_QUESTIONS } from '../../examples/runner/sample-questions.ts';
import { buildPage } from './__fixtures__/build-page.ts';
import { ChatWindow } from './__fixtures__/chat-window.ts';
import { launchChromium } from './__fixtures__/launch-chromium.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
let browser: Browser;
let folder: string;
let server: ChildProcess;
let address: string;

beforeAll(async () => {
  browser = await launchChromium();
  folder = await mkdtemp(join(tmpdir(), 'posthouse-run-chat-'));
  await buildPage('ai-sdk-7', join(folder, 'page'));
  const args = [join(root, 'examples/serve.ts'), '--port', '0', '--page', join(folder, 'page')];
  const env = { ...process.env, OPENAI_API_KEY: '', ANTHROPIC_API_KEY: '', DATABASE_URL: '' };
  server = spawn(process.execPath, args, { cwd: folder, env });
  // The studio has an address, too, and is announced first.
  for await (const line of createInterface({ input: server.stdout! })) {
    const found = /^In a browser: (\S+)$/.exec(line)?.[1];
    if (found === undefined) continue;
    address = found;
    break;
  }
  server.stdout!.resume();
}, 120_000);
afterAll(async () => {
  server.kill('SIGTERM');
  await once(server, 'close');
  await browser.close();
  await rm(folder, { recursive: true, force: true });
});

test('npm run chat builds the page, and serves it with the examples', async () => {
  const { scripts } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as {
    scripts: Record<string, string>;
  };
  expect(scripts.chat).toBe(
    'vite build examples/chat-page --logLevel warn && node scripts/run.cjs examples/serve.ts --page examples/chat-page/dist/ai-sdk-7',
  );
});

test('the printed address opens a page on which the examples answer', async () => {
  await using window = await ChatWindow.open(browser, address);
  await window.send(SAMPLE_QUESTIONS['example-no-proxy']);
  await expect.poll(() => window.answer.textContent(), { timeout: 120_000 }).toContain('(3 + 4) * 12 = 84');
  await expect.poll(() => window.button('Send').isVisible(), { timeout: 120_000 }).toBe(true);
  expect(await window.page.locator('.mail').count()).toBeGreaterThanOrEqual(4);
  expect(await window.page.locator('.call.done').count()).toBeGreaterThanOrEqual(3);
  await window.screenshot('npm-run-chat');
  expect(window.complaints).toEqual([]);
});
