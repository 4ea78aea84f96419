/**
 * What a long task costs the page that shows it: the studio in a real Chromium, with a task of ten thousand entries.
 *
 *   node bench/studio.ts                  everything
 *   node bench/studio.ts scrub grow       some of: open, scrub, scroll, grow
 *   node bench/studio.ts --profile=FILE   also leaves a CPU profile of the page while it is scrubbed
 *
 * Main-thread time is the CPU time of the tasks in which the page runs, as Chromium traces them; a long one takes more than 50 ms.
 */
import { writeFile } from 'node:fs/promises';
import { quiet, startServer } from '@posthouse/server';
import type { Browser, Page } from 'playwright-core';
import { openDesk } from '../e2e/browser/__fixtures__/desk.ts';
import { launchChromium } from '../e2e/browser/__fixtures__/launch-chromium.ts';
import { buildStudio } from '../e2e/studio/__fixtures__/build-studio.ts';
import { LongTask } from '../e2e/studio/__fixtures__/long-task.ts';
import { StudioWindow } from '../e2e/studio/__fixtures__/studio-window.ts';
import { profile, wanted } from './server/arguments.ts';

const ENTRIES = 10_000;
const LONG_MS = 50;

type Row = Record<string, string | number>;

/** What a stretch of work costs the page. */
async function measure(
  name: string,
  { page, browser }: { page: Page; browser: Browser },
  steps: number,
  work: () => Promise<unknown>,
): Promise<Row> {
  await browser.startTracing(page, { categories: ['disabled-by-default-devtools.timeline', 'devtools.timeline'] });
  await work();
  // Whatever was put off is part of it.
  await page.evaluate('new Promise((resolve) => requestIdleCallback(resolve))');
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString()) as { traceEvents: TraceEvent[] };
  const tasks = toTasks(traceEvents);
  const sum = tasks.reduce((total, ms) => total + ms, 0);
  return {
    what: name,
    steps,
    'main thread, ms per step': (sum / steps).toFixed(2),
    'tasks of more than 50 ms': tasks.filter((ms) => ms > LONG_MS).length,
    'longest, ms': Math.max(0, ...tasks).toFixed(1),
    '99 of 100 are below, ms': (tasks.toSorted((a, b) => a - b)[Math.floor(tasks.length * 0.99)] ?? 0).toFixed(1),
  };
}

type TraceEvent = { name: string; ph: string; pid: number; tid: number; tdur?: number; args?: { name?: string } };

/** The tasks of the busiest page thread, in milliseconds of its own CPU time: what others do meanwhile does not count. */
function toTasks(events: readonly TraceEvent[]): number[] {
  const threads = new Map<string, number[]>();
  for (const { name, ph, pid, tid, tdur } of events) {
    if (name !== 'RunTask' || ph !== 'X' || tdur === undefined) continue;
    const thread = `${pid} ${tid}`;
    const tasks = threads.get(thread) ?? [];
    threads.set(thread, tasks);
    tasks.push(tdur / 1000);
  }
  const isPage = new Set(
    events.flatMap(({ name, args, pid, tid }) =>
      name === 'thread_name' && args?.name === 'CrRendererMain' ? [`${pid} ${tid}`] : [],
    ),
  );
  const total = (tasks: readonly number[]): number => tasks.reduce((sum, ms) => sum + ms, 0);
  const pages = [...threads].flatMap(([thread, tasks]) => (isPage.has(thread) ? [tasks] : []));
  return pages.toSorted((left, right) => total(right) - total(left))[0] ?? [];
}

await buildStudio();
const { definition } = openDesk();
await using server = await startServer(definition, {
  port: 0,
  databaseURL: 'sqlite::memory:',
  logger: quiet,
  handleSignals: false,
});
const long = await LongTask.begin(server, 'long');
await long.grow(ENTRIES - long.length);
const browser = await launchChromium();
const rows: Row[] = [];
try {
  await using window = await StudioWindow.open(browser, `${server.url}/studio/#/chat?token=${server.tokens!.user}`);
  const { page } = window;
  const cdp = await window.context.newCDPSession(page);
  await page.getByLabel('Your message').waitFor();
  const on = { page, browser };
  const shown = (count: number) => page.getByText(`${count} of ${count}`, { exact: true }).waitFor();
  const opened = await measure('open the task', on, 1, async () => {
    await page.goto(`${server.url}/studio/#/tasks/desk/long`);
    await shown(ENTRIES);
    await page.locator('.react-flow__node').nth(1).waitFor();
  });
  if (wanted('open')) rows.push(opened);

  if (wanted('scrub')) {
    if (profile !== undefined) await cdp.send('Profiler.enable');
    if (profile !== undefined) await cdp.send('Profiler.start');
    // As a hand does it: the slider is somewhere else in every frame.
    const drag = (from: number, to: number, frames: number): Promise<unknown> =>
      page.evaluate(`(async () => {
        const slider = document.querySelector('input[type=range]');
        const set = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value').set;
        for (let frame = 0; frame <= ${frames}; frame += 1) {
          set.call(slider, String(Math.round(${from} + ((${to} - ${from}) * frame) / ${frames})));
          slider.dispatchEvent(new Event('input', { bubbles: true }));
          await new Promise(requestAnimationFrame);
        }
      })()`);
    rows.push(await measure('drag from end to beginning', on, 200, () => drag(ENTRIES, 0, 200)));
    rows.push(await measure('drag slowly, entry by entry', on, 200, () => drag(4000, 4200, 200)));
    rows.push(
      await measure('jump', on, 20, async () => {
        for (let jump = 0; jump < 20; jump += 1) await drag((jump * 7919) % ENTRIES, (jump * 7919) % ENTRIES, 1);
      }),
    );
    if (profile !== undefined) {
      const { profile: recorded } = await cdp.send('Profiler.stop');
      await writeFile(profile, JSON.stringify(recorded));
    }
  }

  if (wanted('scroll')) {
    const scroll = () =>
      page.evaluate(`(async () => {
        const frame = document.querySelector('[data-role=timeline]');
        for (let step = 0; step <= 200; step += 1) {
          frame.scrollTop = (frame.scrollHeight * step) / 200;
          await new Promise(requestAnimationFrame);
        }
      })()`);
    rows.push(await measure('scroll from beginning to end', on, 200, scroll));
  }

  if (wanted('grow')) {
    await page.getByRole('button', { name: 'Live' }).click();
    const grow = async (count: number, atOnce: number): Promise<void> => {
      for (let written = 0; written < count; written += atOnce) await long.grow(atOnce, { pauseMs: 5 });
      await shown(long.length);
    };
    rows.push(await measure('an entry is added, one at a time', on, 300, () => grow(300, 1)));
    rows.push(await measure('an entry is added, ten at a time', on, 3000, () => grow(3000, 10)));
  }
} finally {
  await browser.close();
}
console.table(rows);
