import type { Telling } from '@posthouse/protocol';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type TellingServer, startTellingServer } from '../__fixtures__/telling-server.ts';
import { Palette } from '../terminal/palette.ts';
import { NO_PROGRESS, type Progress, toProgress } from './progress.ts';
import { toProgressText, toUse } from './task-view.ts';

let server: TellingServer;
beforeAll(async () => {
  server = await startTellingServer();
});
afterAll(() => server[Symbol.asyncDispose]());

describe('progress of a run', () => {
  const statesOf = (tellings: readonly Telling[]): Progress[] => {
    let progress = NO_PROGRESS;
    return tellings.map((telling) => (progress = toProgress(progress, telling)));
  };

  test("shows which agent is at work, from its mail to the model's answer", async () => {
    const states = statesOf(await server.ask('think')).map(({ working }) => working.join(' '));
    expect(states.filter((names, index) => names !== states[index - 1])).toEqual([
      '',
      'boss',
      '',
      'clerk',
      '',
      'boss',
      '',
    ]);
  });

  test('counts actions as work', async () => {
    const tellings = await server.ask('look here');
    const states = statesOf(tellings);
    expect(states[tellings.findIndex(({ type }) => type === 'call')]?.working).toEqual(['boss']);
  });

  test('shows the place in the queue until the run continues', async () => {
    const tellings: Telling[] = [2, 1, 0].map((place) => ({ type: 'queued', place }));
    const lines = statesOf(tellings).map((progress) => toProgressText(progress, 0, new Palette(false)));
    expect(lines.map((line) => line.split(' · ')[0]!.slice(2))).toEqual([
      'waiting for its turn: place 2 in the queue',
      'waiting for its turn: next',
      'working',
    ]);
  });

  test('adds up the usage', async () => {
    const tellings = await server.ask('think');
    const sum = tellings.reduce((total, each) => total + (each.type === 'usage' ? each.usage.inputTokens : 0), 0);
    expect(statesOf(tellings).at(-1)?.usage?.inputTokens).toBe(sum);
  });
});

describe('the progress line', () => {
  const plain = new Palette(false);
  const usage = { inputTokens: 1_234_000, outputTokens: 567, cost: 0.0123 };
  const busy = { working: ['a', 'b', 'c', 'd', 'e'], usage };

  test('shows agent, tokens, cost and seconds', () => {
    expect(toProgressText(busy, 61_500, plain)).toMatch(
      /^\S a, b, c and 2 more working · 1 234 567 tokens · cost 0\.0123 · 61 s$/,
    );
    expect(toProgressText(NO_PROGRESS, 0, plain)).toMatch(/^\S working · 0 s$/);
  });

  test('the progress line changes with time', () => {
    expect(toProgressText(NO_PROGRESS, 0, plain)).not.toBe(toProgressText(NO_PROGRESS, 100, plain));
  });

  test('shows usage only as far as it is known', () => {
    expect(toUse(NO_PROGRESS)).toEqual([]);
    expect(toUse({ ...NO_PROGRESS, usage: { inputTokens: 0, outputTokens: 12, cost: 3.456 } })).toEqual([
      '12 tokens',
      'cost 3.46',
    ]);
  });
});
