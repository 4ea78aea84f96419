import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { callTown, Federated, startTown, townOf } from '../../packages/server/src/__fixtures__/federated.ts';
import { calls, complete } from '../../packages/server/src/__fixtures__/scenarios.ts';
import { launchChromium } from '../browser/__fixtures__/launch-chromium.ts';
import { buildStudio } from './__fixtures__/build-studio.ts';
import { StudioWindow } from './__fixtures__/studio-window.ts';

/** Enough time for a page on a slow machine. */
const SOON = { timeout: 60_000 };

let browser: Browser;
beforeAll(async () => {
  await buildStudio();
  browser = await launchChromium();
}, 240_000);
afterAll(() => browser.close());

test('peers are registered, monitored, approved and removed', async () => {
  await using gamma = await startTown(townOf('gamma', [complete('hello')], []));
  await using beta = await startTown(townOf('beta', [complete('hello')], []));
  // What beta knows, alpha may find there.
  await callTown(beta, '/swarms', { as: 'admin:root', body: { name: 'gamma', base_url: gamma.url } });
  const settings = { healthMs: 200, discovery: [new URL(beta.url).origin] };
  await using alpha = await startTown(townOf('alpha', [complete('hello')], []), settings);
  await using window = await StudioWindow.open(browser, `${alpha.url}/studio/#/peers?token=admin:root`);
  const { page } = window;
  await expect.poll(() => page.getByText('No peers yet').count(), SOON).toBe(1);
  await window.screenshot('peers-none');
  const lineOf = (name: string) =>
    page
      .getByRole('list', { name: 'Peers' })
      .getByRole('listitem')
      .filter({ has: page.getByText(name, { exact: true }) });
  const fillIn = async (name: string, url: string): Promise<void> => {
    await page.getByLabel('Swarm name').fill(name);
    await page.getByLabel('Server URL').fill(url);
    await page.getByLabel('Token').fill('agent:alpha');
    await page.getByRole('dialog').getByRole('button', { name: 'Register' }).click();
  };

  await window.button('Register').first().click();
  await fillIn('beta', 'http://127.0.0.1:1');
  await expect.poll(() => page.getByRole('dialog').getByRole('alert').count(), SOON).toBe(1);
  await window.screenshot('peers-register');
  await fillIn('beta', beta.url);
  await expect.poll(() => page.getByRole('dialog').count(), SOON).toBe(0);
  await expect.poll(() => lineOf('beta').textContent(), SOON).toMatch(/healthy.*\d+ ms/);

  await callTown(alpha, '/swarms/discover', { as: 'admin:root', body: { urls: [beta.url] } });
  await expect.poll(() => lineOf('gamma').textContent(), SOON).toContain('waiting for approval');
  await window.screenshot('peers-known');
  await page.setViewportSize({ width: 390, height: 800 });
  await window.screenshot('peers-known-phone');
  expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
  await page.setViewportSize({ width: 1280, height: 800 });
  expect(await window.findBarriers()).toEqual([]);
  await lineOf('gamma').getByRole('button', { name: 'Approve' }).click();
  await expect.poll(() => lineOf('gamma').textContent(), SOON).toContain('healthy');
  expect(await lineOf('gamma').getByRole('button', { name: 'Approve' }).count()).toBe(0);

  await gamma.stop({ drainMs: 0 });
  await expect.poll(() => lineOf('gamma').textContent(), SOON).toContain('does not respond');
  await lineOf('gamma').getByRole('button', { name: 'Remove' }).click();
  await expect.poll(() => lineOf('gamma').count(), SOON).toBe(0);
  const { body } = await callTown(alpha, '/swarms/peers', { as: 'admin:root' });
  expect(body.peers.map((peer: { swarm_name: string }) => peer.swarm_name)).toEqual(['beta']);
  expect(window.complaints).toEqual([]);
});

test('empty views say what would be there', async () => {
  await using town = await startTown(townOf('alpha', [complete('hello')], []));
  await using window = await StudioWindow.open(browser, `${town.url}/studio/#/tasks?token=user:ada`, { dark: true });
  const { page } = window;
  for (const [view, text] of [
    ['Tasks', 'No tasks yet'],
    ['Inbox', 'Nothing is waiting for you'],
    ['Usage', 'No usage yet'],
    ['Chat', 'No conversations yet'],
  ] as const) {
    await page.getByRole('link', { name: view, exact: true }).click();
    await expect.poll(() => page.getByText(text).count(), SOON).toBe(1);
    await window.screenshot(`empty-${view.toLowerCase()}`);
  }
  await page.goto(`${town.url}/studio/#/tasks/alpha/nowhere`);
  await expect.poll(() => page.getByRole('alert').count(), SOON).toBe(1);
  await window.screenshot('task-missing');
  expect(await window.findBarriers()).toEqual([]);
  expect(window.complaints).toEqual([]);
});

test('agents of another server stand in a frame of their own, with the mail between the servers', async () => {
  const alpha = townOf(
    'alpha',
    [calls(['send_request', { target: 'boss@beta', subject: 'Depth', body: 'How deep?' }]), complete('It is deep.')],
    ['beta'],
  );
  const beta = townOf('beta', [complete('Very deep.')], ['alpha']);
  await using federated = await Federated.start([alpha, beta]);
  await federated.post('alpha', { body: 'Ask them.' });
  const { url } = federated.town('alpha');
  await using window = await StudioWindow.open(browser, `${url}/studio/#/tasks/alpha/t?token=user:ada`);
  const { page } = window;
  const frame = page.locator('.react-flow__node-swarm', { hasText: 'beta' });
  await expect.poll(() => frame.count(), SOON).toBe(1);
  const stranger = page.locator('.react-flow__node[data-id="boss@beta"]');
  await expect.poll(() => stranger.count(), SOON).toBe(1);
  // The agent is inside of the frame of its swarm, and ours is not.
  const [outer, inner, own] = await Promise.all(
    [frame, stranger, page.locator('.react-flow__node[data-id=boss]')].map((node) => node.boundingBox()),
  );
  const isInside = (box: typeof inner): boolean =>
    box!.x > outer!.x &&
    box!.y > outer!.y &&
    box!.x + box!.width < outer!.x + outer!.width &&
    box!.y + box!.height < outer!.y + outer!.height;
  expect([isInside(inner), isInside(own)]).toEqual([true, false]);
  // Our own agent is not somebody else as well, because the other server speaks of it.
  expect(await page.locator('.react-flow__node-agent').count()).toBe(3);
  await window.screenshot('task-two-servers');
  // At the moment of the letter it is on its way.
  const { body } = await federated.call('alpha', '/tasks/t/log');
  const entries = body.entries as { seq: number; type: string; to?: string }[];
  const { seq } = entries.find(({ type, to }) => type === 'message' && to?.includes('beta') === true)!;
  await page.getByLabel('Moment').fill(String(seq));
  await expect.poll(() => page.locator('[data-role=mail]').count(), SOON).toBe(1);
  await expect.poll(() => stranger.textContent(), SOON).toContain('busy');
  await stranger.getByRole('button', { name: 'boss' }).click();
  const panel = page.getByRole('complementary', { name: 'Agent boss@beta' });
  await expect.poll(() => panel.textContent(), SOON).toContain('How deep?');
  expect(await window.findBarriers()).toEqual([]);
  expect(window.complaints).toEqual([]);
});
