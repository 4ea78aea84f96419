import { afterEach, describe, expect, test, vi } from 'vitest';
import { calls, LoopingModel } from '../../__fixtures__/looping-model.ts';
import { until } from '../../__fixtures__/until.ts';
import { testTerminal } from '../__fixtures__/test-terminal.ts';
import { main } from '../main.ts';

afterEach(() => vi.unstubAllEnvs());

const start = (budgets: object) =>
  LoopingModel.start({
    script: () => ({ ...calls('tick'), usage: { input: 100, output: 20 } }),
    boss: { model: 'openai-compatible/gpt-5' },
    budgets,
  });

async function budget({ server }: LoopingModel, words: string[], role: 'user' | 'admin' = 'admin') {
  const terminal = testTerminal({ environment: { MAIL_BASE_URL: server.url, MAIL_API_KEY: server.tokens![role]! } });
  const code = await main(['budget', ...words], terminal);
  return { code, output: terminal.said(), complaints: terminal.complained() };
}

const today = () => new Date().toISOString().slice(0, 10);

describe('posthouse budget', () => {
  test('shows an admin what everybody has spent and may spend, with the runs that wait', async () => {
    await using loop = await start({ run: { calls: 2 }, caller: { tokens: 5_000 }, swarm: { cost: 1 } });
    await loop.post();
    const { code, output } = await budget(loop, []);
    expect(code).toBe(0);
    expect(output.split('\n')).toEqual([
      `loop on ${today()} (UTC)`,
      'WHOSE          CALLS  TOKENS       COST',
      'swarm loop     2      240          0.0007 of 1',
      'user:dev-user  2      240 of 5000  0.0007',
      'A run may use up 2 model calls.',
      '',
      'Waiting:',
      'user:dev-user  t  The budget of the run is used up: 2 of 2 model calls. An admin can raise it or end the run.',
      '',
    ]);
    expect((await budget(loop, ['show'], 'user')).output).toContain('you    2      240 of 5000  0.0007\n');
    expect((await budget(loop, ['show', '--day', '2020-02-29'])).output).toContain('swarm loop  0      0       0 of 1');
    expect(JSON.parse((await budget(loop, ['--json'])).output)).toMatchObject({ swarm: 'loop', total: { calls: 2 } });
  });

  test('raises the budget of a run, which then continues, and cancels a run', async () => {
    await using loop = await start({ run: { calls: 2 } });
    await loop.post();
    const run = ['--caller', 'user:dev-user', '--task-id', 't'];
    expect((await budget(loop, ['raise', ...run, '--calls', '3'])).output).toBe('Task t is running.\n');
    await until(async () => (await budget(loop, [])).output.includes('3 of 3 model calls'));
    expect((await budget(loop, ['end', ...run])).output).toBe('Task t is cancelled.\n');
    expect([loop.bill, (await budget(loop, [])).output.includes('Waiting')]).toEqual([3, false]);
    expect(await budget(loop, ['end', ...run])).toMatchObject({
      code: 1,
      complaints: expect.stringContaining('no open run'),
    });
  });

  test.each([
    ['caller', ['--caller', 'user:dev-user'], 'user:dev-user  4 of 4'],
    ['swarm', [], 'swarm loop     4 of 4'],
  ])('raises the budget of a %s for the day', async (scope, whose, shown) => {
    await using loop = await start({ [scope]: { calls: 2 } });
    await loop.post();
    const raised = await budget(loop, ['raise', ...whose, '--calls', '4']);
    expect(raised.output).toBe('Raised until the end of the day; 1 run continues.\n');
    await until(() => loop.bill === 4);
    if (scope === 'swarm') await until(async () => (await budget(loop, [])).output.includes(shown));
    expect(loop.bill).toBe(4);
  });

  test('says what is missing before it contacts the server', async () => {
    await using loop = await start({});
    expect(await budget(loop, ['rise'])).toMatchObject({ code: 2, complaints: expect.stringContaining('raise') });
    expect(await budget(loop, ['raise'])).toMatchObject({ code: 2, complaints: expect.stringContaining('how much') });
    expect(await budget(loop, ['end', '--task-id', 't'])).toMatchObject({ code: 2 });
    expect(await budget(loop, ['show', '--day', 'monday'])).toMatchObject({ code: 1 });
  });

  test('raises a budget only for an admin', async () => {
    await using loop = await start({ run: { calls: 2 } });
    expect(await budget(loop, ['raise', '--calls', '9'], 'user')).toMatchObject({ code: 1, output: '' });
  });
});
