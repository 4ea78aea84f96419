import type { TellingStream } from '@posthouse/client';
import type { Telling } from '@posthouse/protocol';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { type TellingServer, startTellingServer } from '../__fixtures__/telling-server.ts';
import { testTerminal } from '../__fixtures__/test-terminal.ts';
import { Palette } from '../terminal/palette.ts';
import { TaskView, type TaskViewOptions } from './task-view.ts';

let server: TellingServer;
let tellings: Telling[];
beforeAll(async () => {
  server = await startTellingServer();
  tellings = await server.ask('think');
});
afterAll(() => server[Symbol.asyncDispose]());

const LINES = 'boss → clerk  Work: Do it.\nclerk → boss  Re: Done.\nanswer: All is done.\n';

/** What was told, told again; whoever listens is waited for before each. */
function retell(
  told: readonly Telling[],
  before: (telling: Telling) => Promise<void> = async () => undefined,
): TellingStream {
  async function* stream(): AsyncGenerator<Telling, void, undefined> {
    for (const telling of told) {
      await before(telling);
      yield telling;
    }
  }
  return Object.assign(stream(), { taskId: 't' });
}

function open(mode: TaskViewOptions['mode'], isTTY = false) {
  const terminal = testTerminal({ isTTY });
  return { terminal, view: new TaskView({ terminal, palette: new Palette(false), mode, verbose: false }) };
}

async function shown(mode: TaskViewOptions['mode'], { isTTY = false, told = tellings } = {}): Promise<string> {
  const { terminal, view } = open(mode, isTTY);
  await view.watch(retell(told));
  return terminal.said();
}

/** What is left on a screen after everything was written to it. */
function toScreen(text: string): string {
  const lines = [''];
  for (const piece of text.split(/(\r\p{Cc}\[K|\n)/u)) {
    if (piece === '\n') lines.push('');
    else if (piece === '\r\u001B[K') lines[lines.length - 1] = '';
    else lines[lines.length - 1] += piece;
  }
  return lines.join('\n');
}

describe('a run printed to a pipe', () => {
  test('a run printed to a pipe is plain lines', async () => {
    expect(await shown('conversation')).toBe(LINES);
  });

  test('only the answer is printed when only that is wanted', async () => {
    expect(await shown('answer')).toBe('All is done.\n');
  });

  test('JSON output has one object per line, as it came over the wire', async () => {
    const lines = (await shown('json'))
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as { event: string; data: object });
    expect(lines).toHaveLength(tellings.length);
    expect(lines[0]).toEqual({ event: 'telling', data: { type: 'start', answer_id: expect.any(String) } });
    expect(lines.at(-1)).toEqual({ event: 'telling', data: { type: 'end', outcome: 'complete' } });
  });

  test('reports a failure, but not a pause', async () => {
    const failed: Telling = { type: 'end', outcome: 'cancelled', text: 'The run was cancelled.' };
    expect(await shown('answer', { told: [failed] })).toBe('cancelled: The run was cancelled.\n');
    expect(await shown('answer', { told: await server.ask('ask well?') })).toBe('');
  });
});

describe('the outcome of a run', () => {
  const outcomeOf = (told: readonly Telling[]) => open('answer').view.watch(retell(told));

  test('the outcome of a run is how it ended', async () => {
    expect(await outcomeOf(tellings)).toEqual({ status: 'complete', response: 'All is done.', questions: [] });
    const failed: Telling = { type: 'end', outcome: 'error', text: 'no', code: 'model_failed' };
    expect(await outcomeOf([failed])).toMatchObject({ status: 'error', response: 'no', code: 'model_failed' });
  });

  test('the outcome is the pause with its questions when the run waits', async () => {
    const outcome = await outcomeOf(await server.ask('ask well?'));
    expect(outcome).toMatchObject({ status: 'paused', questions: [{ call: { tool: 'ask_human' } }] });
    expect(JSON.parse(outcome.response)).toMatchObject([{ name: 'ask_human', arguments: '{"question":"well?"}' }]);
  });

  test('the outcome is unknown when the stream ends before the run does', async () => {
    await expect(outcomeOf(tellings.slice(0, -1))).rejects.toMatchObject({ code: 'stream_cut' });
  });

  test('the outcome is summed up in one line, for people or for programs', async () => {
    for (const [mode, line] of [
      ['conversation', /^task t · complete · [\d ]+ tokens · \d+\.\d s$/],
      ['json', /^\{"event":"result","task_id":"t","status":"complete","response":"All is done\."\}$/],
    ] as const) {
      const { view } = open(mode);
      expect(view.sumUp(await view.watch(retell(tellings)), 't')).toMatch(line);
    }
  });
});

describe('a run printed to a terminal', () => {
  test('leaves the same lines as a pipe', async () => {
    expect(toScreen(await shown('conversation', { isTTY: true }))).toBe(LINES);
    expect(toScreen(await shown('answer', { isTTY: true }))).toBe('All is done.\n');
  });

  test('shows who is at work below them, and keeps it up to date', async () => {
    const { terminal, view } = open('conversation', true);
    await view.watch(
      retell(tellings, async ({ type }) => {
        if (type !== 'end') return;
        const status = /answer: All is done\.$/;
        await vi.waitFor(() => expect(toScreen(terminal.said())).toMatch(status), { timeout: 10_000 });
      }),
    );
    expect(terminal.said()).toMatch(/\S clerk working · [\d ]+ tokens · \d+ s/);
    expect(terminal.said()).toMatch(/\S boss working · [\d ]+ tokens · \d+ s/);
  });

  test('nothing is written into the middle of an answer', async () => {
    const { terminal, view } = open('conversation', true);
    await view.watch(
      retell(tellings, async (telling) => {
        if (telling.type !== 'text-end' || !telling.text.isAnswer) return;
        await sleep(250);
        expect(toScreen(terminal.said())).toMatch(/\nanswer: All is done\.$/);
      }),
    );
  });

  test('keeps the status line narrower than the screen', async () => {
    const terminal = testTerminal({ isTTY: true });
    Object.assign(terminal.output, { columns: 12 });
    const view = new TaskView({ terminal, palette: new Palette(true), mode: 'conversation', verbose: false });
    const lines = new Set<string>();
    await view.watch(retell(tellings, async () => void lines.add(toScreen(terminal.said()).split('\n').at(-1)!)));
    expect([...lines].filter((line) => / (?:clerk|boss) /.test(line)).map((line) => line.length)).toContain(11);
    expect(Math.max(...[...lines].filter((line) => !line.includes('answer:')).map((line) => line.length))).toBe(11);
  });
});
