import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDesk, STORY } from '../browser/__fixtures__/desk.ts';
import { storyAfter } from './__fixtures__/story-after.ts';
import { StudioStage } from './__fixtures__/studio-stage.ts';
import { StudioWindow } from './__fixtures__/studio-window.ts';

/** Enough time for a page on a slow machine. */
const SOON = { timeout: 60_000 };

let stage: StudioStage;
const { definition, held, bookings } = openDesk();

beforeAll(async () => {
  stage = await StudioStage.start(definition, { questions: { desk: 'Is anybody there?' } });
}, 240_000);
afterAll(() => stage[Symbol.asyncDispose]());

test('the chat opens with a question ready to send, and keeps its token private', async () => {
  await using window = await stage.open();
  held.allow(Infinity);
  const field = window.page.getByLabel('Your message');
  await expect.poll(() => field.inputValue(), SOON).toBe('Is anybody there?');
  expect(window.page.url()).not.toContain(stage.server.tokens!.user);
  await window.screenshot('chat-first-visit');
  await field.press('Enter');
  await expect.poll(() => window.answer.textContent(), SOON).toBe('Hello.');
  // Everything that the page loads and asks comes from the server that it comes from, and no address has the token.
  expect(new Set(window.requests.map(({ origin }) => origin))).toEqual(new Set([stage.server.url]));
  for (const { href } of window.requests) expect(href).not.toContain(stage.server.tokens!.user);
  expect(window.complaints).toEqual([]);
});

test('the Enter key that ends a word in an input method sends nothing', async () => {
  await using window = await stage.open();
  const field = window.page.getByLabel('Your message');
  await field.fill('');
  await field.focus();
  const cdp = await window.context.newCDPSession(window.page);
  await cdp.send('Input.imeSetComposition', { text: '日本', selectionStart: 2, selectionEnd: 2 });
  await window.page.keyboard.press('Enter');
  expect(await field.inputValue()).toContain('日本');
  expect(await window.page.locator('[data-role=question]').count()).toBe(0);
});

test('the chat shows an answer while it is being written, and continues it after a reload', async () => {
  await using window = await stage.open();
  held.allow(10);
  await window.send('Tell me a story.');
  await expect.poll(() => window.answer.textContent(), SOON).toBe(storyAfter(10));
  await window.screenshot('chat-writing');
  await window.page.reload();
  await expect.poll(() => window.answer.textContent(), SOON).toBe(storyAfter(10));
  held.allow(Infinity);
  await expect.poll(() => window.answer.textContent(), SOON).toBe(STORY);
  expect(await window.page.locator('[data-role=answer]').count()).toBe(1);
  expect(window.complaints).toEqual([]);
});

test('the chat shows the same answer in two windows', async () => {
  await using first = await stage.open();
  held.allow(12);
  await first.send('Tell me a story.');
  await expect.poll(() => first.answer.textContent(), SOON).toBe(storyAfter(12));
  const address = first.page.url().replace('#', '?#');
  await using second = await StudioWindow.open(stage.browser, `${address}?token=${stage.server.tokens!.user}`);
  await expect.poll(() => second.answer.textContent(), SOON).toBe(storyAfter(12));
  held.allow(Infinity);
  await expect.poll(() => second.answer.textContent(), SOON).toBe(STORY);
  await expect.poll(() => first.answer.textContent(), SOON).toBe(STORY);
});

test('the stop button stops the swarm, not only the display', async () => {
  await using window = await stage.open();
  held.allow(8);
  await window.send('Tell me a story.');
  await expect.poll(() => window.answer.textContent(), SOON).toBe(storyAfter(8));
  const asked = held.model.requests.at(-1)!;
  await window.button('Stop').click();
  expect(await asked.closed).toBe('client-closed');
  await expect.poll(() => window.button('Stop').count(), SOON).toBe(0);
  held.allow(Infinity);
  await window.send('Hello?');
  await expect.poll(() => window.answer.textContent(), SOON).toBe('Hello.');
  expect(window.complaints).toEqual([]);
});

test('the chat shows who writes to whom, what they think and what they call', async () => {
  await using window = await stage.open();
  held.allow(Infinity);
  await window.send('What is the sum of 2 and 3?');
  await expect.poll(() => window.answer.textContent(), SOON).toBe('Math says that 2 + 3 is 5.');
  const { page } = window;
  await page.getByRole('button', { name: /desk.*math.*A sum/ }).click();
  await expect.poll(() => page.getByText('Please add 2 and 3.', { exact: true }).isVisible(), SOON).toBe(true);
  await page.getByRole('button', { name: /math.*divide.*failed/ }).click();
  await expect.poll(() => page.getByText('nobody can divide by nothing').first().isVisible(), SOON).toBe(true);
  await page.getByRole('button', { name: /desk.*Math knows how to add/ }).click();
  expect(await page.getByText('Math knows how to add.').count()).toBe(2);
  await window.screenshot('chat-work');
  await page.setViewportSize({ width: 390, height: 800 });
  await window.screenshot('chat-work-phone');
  // However much was said, there is room to write.
  const bottomOf = ({ y, height }: { y: number; height: number }): number => y + height;
  const [field, views] = await Promise.all([
    page.getByRole('button', { name: 'Send' }).boundingBox(),
    page.getByRole('navigation', { name: 'Views' }).boundingBox(),
  ]);
  expect(bottomOf(field!)).toBeLessThanOrEqual(views!.y - 8);
  expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
  await page.setViewportSize({ width: 1280, height: 800 });
  expect(await window.findBarriers()).toEqual([]);
  // What is behind it is one press away.
  await page.getByRole('link', { name: 'Task graph' }).click();
  await expect.poll(() => page.locator('.react-flow__node').count(), SOON).toBeGreaterThanOrEqual(2);
  expect(window.complaints).toEqual([]);
});

test('the chat accepts the answer to a breakpoint where it is asked', async () => {
  await using window = await stage.open();
  held.allow(Infinity);
  await window.send('Guess my favourite colour.');
  await expect.poll(() => window.button('Answer').isEnabled(), SOON).toBe(true);
  await window.screenshot('chat-breakpoint');
  await window.page.reload();
  await expect.poll(() => window.button('Answer').isEnabled(), SOON).toBe(true);
  await window.page.getByLabel('Your answer').fill('blue');
  await window.button('Answer').click();
  await expect.poll(() => window.answer.textContent(), SOON).toBe('You like blue.');
  expect(await window.page.getByText('answered', { exact: true }).count()).toBe(1);
  expect(window.complaints).toEqual([]);
});

test('the chat asks for approval, and follows the decision', async () => {
  bookings.length = 0;
  await using window = await stage.open();
  held.allow(Infinity);
  await window.send('Please book a room.');
  await expect.poll(() => window.button('Approve').isEnabled(), SOON).toBe(true);
  expect(bookings).toEqual([]);
  await window.button('Approve').click();
  await expect.poll(() => window.answer.textContent(), SOON).toBe('It is booked.');
  expect(bookings).toEqual(['the blue room']);
  await window.send('Please book another room.');
  await window.page.getByLabel('Reason').fill('One is enough.');
  await window.button('Deny').click();
  await expect.poll(() => window.answer.textContent(), SOON).toBe('Nothing was booked.');
  expect(bookings).toEqual(['the blue room']);
  expect(window.complaints).toEqual([]);
});

test('messages wait their turn in the chat, also over a reload', async () => {
  await using window = await stage.open();
  held.allow(6);
  await window.send('Tell me a story.');
  await expect.poll(() => window.answer.textContent(), SOON).toBe(storyAfter(6));
  await window.send('Hello.');
  await window.send('Hello again.');
  const waiting = window.page.getByLabel('Queued messages').getByRole('listitem');
  await expect.poll(() => waiting.count(), SOON).toBe(2);
  await waiting.last().getByRole('button', { name: 'Remove from the queue' }).click();
  await window.page.reload();
  await expect.poll(() => waiting.count(), SOON).toBe(1);
  held.allow(Infinity);
  await expect.poll(() => window.answer.textContent(), SOON).toBe('Hello.');
  expect(await window.page.locator('[data-role=question]').count()).toBe(2);
  expect(await waiting.count()).toBe(0);
});

test('messages wait when the answer before them ends while the page is being loaded', async () => {
  await using window = await stage.open();
  const { page } = window;
  held.allow(6);
  await window.send('Tell me a story.');
  await expect.poll(() => window.answer.textContent(), SOON).toBe(storyAfter(6));
  await window.send('Hello.');
  const over = Promise.withResolvers<void>();
  const readAgain = Promise.withResolvers<void>();
  let nothing = 0;
  page.on('response', (response) => {
    if (response.status() === 204) nothing += 1;
    if (nothing === 2) readAgain.resolve();
  });
  await page.route('**/stream', async (route) => {
    await over.promise;
    await route.continue();
  });
  // Whatever is sent arrives when the page has read everything once more.
  await page.route('**/chat', async (route) => {
    await readAgain.promise;
    await route.continue();
  });
  await page.reload();
  await page.getByLabel('Queued messages').waitFor();
  held.allow(Infinity);
  const path = `/chat/${page.url().split('/').at(-1)!}/messages`;
  await expect.poll(async () => (await stage.ask(path)).status, SOON).toBe('ready');
  over.resolve();
  await expect.poll(() => window.answer.textContent(), SOON).toBe('Hello.');
  await expect.poll(() => page.locator('[data-role=question]').count(), SOON).toBe(2);
  expect(window.complaints).toEqual([]);
});

test('the chat regenerates an answer, and edits a question', async () => {
  await using window = await stage.open();
  held.allow(Infinity);
  await window.send('Make trouble.');
  await expect.poll(() => window.page.getByText('the model has no idea').first().isVisible(), SOON).toBe(true);
  await window.screenshot('chat-error');
  await window.button('Regenerate the answer').click();
  await expect.poll(() => window.answer.textContent(), SOON).toBe('Now it works.');
  await window.page.locator('[data-role=question]').hover();
  await window.button('Edit').click();
  await window.page.getByLabel('Your edited message').fill('What is the sum of 2 and 3?');
  await window.button('Ask again').click();
  await expect.poll(() => window.answer.textContent(), SOON).toBe('Math says that 2 + 3 is 5.');
  expect(await window.page.locator('[data-role=question]').count()).toBe(1);
  await window.page.reload();
  await expect.poll(() => window.answer.textContent(), SOON).toBe('Math says that 2 + 3 is 5.');
  expect(window.complaints).toEqual([]);
});

test('the chat keeps conversations apart, renames and deletes them', async () => {
  await using window = await stage.open();
  held.allow(Infinity);
  await window.send('Hello, number one.');
  await expect.poll(() => window.answer.textContent(), SOON).toBe('Hello.');
  const { page } = window;
  const list = page.getByRole('list', { name: 'Conversations' });
  await expect.poll(() => list.getByText('Hello, number one.').count(), SOON).toBe(1);
  await window.button('New chat').click();
  await expect.poll(() => page.locator('[data-role=answer]').count(), SOON).toBe(0);
  await window.send('Hello, number two.');
  await expect.poll(() => list.getByText('Hello, number two.').count(), SOON).toBe(1);
  await list.getByText('Hello, number one.').click();
  await expect.poll(() => page.locator('[data-role=question]').textContent(), SOON).toContain('number one');
  await list.getByText('Hello, number one.').hover();
  await page.getByRole('button', { name: 'Rename Hello, number one.' }).click();
  await page.getByLabel('Title').fill('The first');
  await window.button('Rename').click();
  await expect.poll(() => list.getByText('The first').count(), SOON).toBe(1);
  await list.getByText('The first').hover();
  await page.getByRole('button', { name: 'Delete The first' }).click();
  await expect.poll(() => list.getByText('The first').count(), SOON).toBe(0);
  expect(window.complaints).toEqual([]);
});

test('the chat asks for a token when it has none, or a wrong one', async () => {
  await using window = await StudioWindow.open(stage.browser, `${stage.server.url}/studio/#token=wrong`);
  await expect.poll(() => window.page.getByRole('alert').textContent(), SOON).toContain('does not accept this token');
  expect(window.page.url()).not.toContain('wrong');
  await window.screenshot('login');
  expect(await window.findBarriers()).toEqual([]);
  await window.page.getByLabel('Your token').fill(stage.server.tokens!.user);
  await window.button('Sign in').click();
  await expect.poll(() => window.page.getByLabel('Your message').isVisible(), SOON).toBe(true);
  await window.button('Sign out').first().click();
  await expect.poll(() => window.page.getByLabel('Your token').isVisible(), SOON).toBe(true);
  expect(window.complaints).toEqual([]);
});

test('the chat shows hostile words as words', async () => {
  await using window = await stage.open();
  held.allow(Infinity);
  await window.send('Guess my favourite colour.');
  await expect.poll(() => window.button('Answer').isEnabled(), SOON).toBe(true);
  const hostile =
    '<img src=x onerror="document.title=1"><script>document.title=2</script> [x](javascript:document.title=3) ![y](https://example.org/pixel.png) blue';
  await window.page.getByLabel('Your answer').fill(hostile);
  await window.button('Answer').click();
  await expect.poll(() => window.answer.textContent(), SOON).toContain('blue');
  expect(await window.answer.locator('img, script, iframe').count()).toBe(0);
  for (const link of await window.answer.locator('a').all()) {
    expect(await link.getAttribute('href')).toMatch(/^https:/);
  }
  expect(await window.page.title()).toBe('Posthouse studio');
  expect(new Set(window.requests.map(({ origin }) => origin))).toEqual(new Set([stage.server.url]));
  expect(window.complaints).toEqual([]);
});

test('the chat says calmly that the server is away, and continues when it is back', async () => {
  await using window = await stage.open();
  held.allow(5);
  await window.send('Tell me a story.');
  await expect.poll(() => window.answer.textContent(), SOON).toBe(storyAfter(5));
  const { page } = window;
  await page.context().setOffline(true);
  await expect.poll(() => page.getByText('The server does not respond.').isVisible(), SOON).toBe(true);
  await window.screenshot('server-lost');
  held.allow(Infinity);
  await page.context().setOffline(false);
  await expect.poll(() => page.getByText('The server does not respond.').count(), SOON).toBe(0);
  await expect.poll(() => window.answer.textContent(), SOON).toBe(STORY);
});
