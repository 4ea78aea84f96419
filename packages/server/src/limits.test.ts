import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ScriptedRequest, ScriptedTurn } from '@posthouse/runtime/scripted';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { calls, LoopingModel, type LoopOptions } from './__fixtures__/looping-model.ts';
import { until } from './__fixtures__/until.ts';

afterEach(() => vi.unstubAllEnvs());

/** How many turns a run has unless somebody says otherwise. */
const TURNS = 100;
/** What a limit does is seen as well where it is low, and sooner. */
const FEW_TURNS = 20;
const few = { limits: { turns: FEW_TURNS } };
const REPEATS = 6;
const toClerk = { target: 'clerk', subject: 's', body: 'b' };
const isAsked = ({ toolChoice }: ScriptedRequest): boolean =>
  typeof toolChoice === 'object' && toolChoice.tool === 'task_complete';
const finish: ScriptedTurn = calls('task_complete', { finish_message: 'as far as I came' });

/** The entries of the log that tell of the limit and the end. */
async function endOf(loop: LoopingModel): Promise<Record<string, unknown>[]> {
  const response = await loop.call('/tasks/t/events?until=pause');
  const text = await response.text();
  return text.split('\n').flatMap((line) => (line.startsWith('data: ') ? [JSON.parse(line.slice(6)) as never] : []));
}

async function hasEnded(loop: LoopingModel): Promise<boolean> {
  const task = (await (await loop.call('/tasks/t')).json()) as { is_running: boolean };
  return !task.is_running;
}

describe('a model that repeats itself for ever', () => {
  test.each([
    ['asks for help', calls('help'), 'help', 'the help is the same each time'],
    ['calls an action that fails', calls('broken', { at: 1 }), 'broken', 'the machine is broken'],
    ['calls a tool that it does not have', calls('no_such_tool'), 'no_such_tool', 'cannot be found'],
    ['writes to nobody', calls('send_request', { ...toClerk, target: 'x' }), 'send_request', 'may not write to x'],
    ['writes what is no JSON', { toolCalls: [{ name: 'tick', rawInput: '{"a":' }] }, 'tick', 'JSON'],
  ])('a model is stopped at the sixth time it repeats itself: %s', async (_, turn, tool, reason) => {
    await using loop = await LoopingModel.start({ script: () => turn });
    const answer = await loop.post();
    expect(answer).toMatchObject({ status: 'error', code: 'limit_reached' });
    for (const part of [`'boss'`, `\`${tool}\``, `${REPEATS} times`, reason, 'Limits are set']) {
      expect(answer.response).toContain(part);
    }
    expect(answer.response).not.toContain('..');
    expect(loop.bill).toBe(REPEATS);
    // After the third time it reads other words than before, twice over where MAIL tells it by mail as well.
    expect(loop.prompt(2)).not.toContain('Do not call it like that again');
    expect(loop.prompt(3)).toContain(`You have called \`${tool}\` 3 times with the same arguments`);
  });

  test('a model is stopped at the sixth time also when it makes the call twice in each answer', async () => {
    const twice = {
      toolCalls: [
        { name: 'broken', input: { at: 1 } },
        { name: 'broken', input: { at: 1 } },
      ],
    };
    await using loop = await LoopingModel.start({ script: () => twice });
    expect(await loop.post()).toMatchObject({ code: 'limit_reached' });
    expect(loop.bill).toBe(REPEATS);
  });

  test('a model that repeats itself is stopped although it asks for help in between', async () => {
    const turns = [calls('broken', { at: 1 }), calls('help', { get_identity: true })];
    await using loop = await LoopingModel.start({ script: ({ index }) => turns[index % 2]! });
    expect(await loop.post()).toMatchObject({ code: 'limit_reached' });
    expect(loop.bill).toBe(2 * REPEATS - 1);
  });

  test('a model is not stopped as long as it makes progress in between', async () => {
    const turns = [calls('broken', { at: 1 }), calls('broken', { at: 1 }), calls('tick')];
    const script = ({ index }: ScriptedRequest) => (index < 30 ? turns[index % 3]! : finish);
    await using loop = await LoopingModel.start({ script });
    expect(await loop.post()).toMatchObject({ status: 'complete', response: 'as far as I came' });
  });
});

describe('a model that never ends', () => {
  const pingPong = ({ system }: ScriptedRequest): ScriptedTurn =>
    calls('send_request', { ...toClerk, target: system.startsWith('You are the boss') ? 'clerk' : 'boss' });
  const summing = { compaction: { maxTokens: 1_300, keepTurns: 1 } };
  const tickOrSum = ({ tools }: ScriptedRequest): ScriptedTurn =>
    tools.length === 0 ? { text: 'a summary' } : calls('tick');

  test.each<[string, LoopOptions]>([
    ['calls an action that works', { script: () => calls('tick') }],
    ['fails differently each time', { script: ({ index }) => calls('broken', { at: index }), ...few }],
    ['exchanges mail with another agent', { script: pingPong, ...few }],
    ['sums up its history before each turn', { script: tickOrSum, boss: summing }],
    [
      'cannot sum up its history',
      { script: (request) => (request.tools.length === 0 ? { text: ' ' } : calls('tick')), boss: summing },
    ],
  ])('a model that never ends is asked for an answer at its limit of turns, and then ended: %s', async (_, options) => {
    await using loop = await LoopingModel.start(options);
    const turns = options.limits === undefined ? TURNS : FEW_TURNS;
    const answer = await loop.post();
    expect(answer).toMatchObject({ status: 'error', code: 'limit_reached' });
    expect(answer.response).toContain(`limit of ${turns} turns, and no final answer was given. Limits are set`);
    const summaries = loop.llm.requests.filter(({ tools }) => tools.length === 0);
    expect(summaries.length > 10).toBe(options.boss === summing);
    expect(loop.bill).toBeGreaterThanOrEqual(turns);
    expect(loop.bill).toBeLessThanOrEqual(turns + 2);
    expect(loop.llm.requests.filter(isAsked)).toHaveLength(1);
    expect(isAsked(loop.llm.requests.at(-1)!)).toBe(true);
    expect(loop.prompt()).toContain(`This is your last turn: the run has reached its limit of ${turns} turns`);
  });

  test('a model at its limit may still give its answer when it is asked for it', async () => {
    const script = (request: ScriptedRequest) => (isAsked(request) ? finish : calls('tick'));
    await using loop = await LoopingModel.start({ script, ...few });
    expect(await loop.post()).toMatchObject({ status: 'complete', response: 'as far as I came' });
    expect(loop.bill).toBe(FEW_TURNS + 1);
    expect(JSON.stringify(await endOf(loop))).toContain(`its limit of ${FEW_TURNS} turns`);
  });

  test('a run that never ends is ended although its caller has left', async () => {
    await using loop = await LoopingModel.start({ script: () => calls('tick'), ...few });
    const leaving = new AbortController();
    const gone = loop.call('/message', { body: 'go', task_id: 't' }, { signal: leaving.signal });
    await loop.llm.received(3);
    leaving.abort();
    await expect(gone).rejects.toThrow('abort');
    await until(() => hasEnded(loop), 60_000);
    expect(loop.bill).toBe(FEW_TURNS + 1);
  });

  test.each([
    ['turns', calls('tick'), FEW_TURNS + 1],
    ['repeats', calls('broken', { at: 1 }), REPEATS],
  ])('a run is ended by the same limit of %s after a restart', async (_, turn, bill) => {
    const folder = await mkdtemp(join(tmpdir(), 'posthouse-'));
    try {
      const server = { databaseURL: `sqlite:${join(folder, 'post.db')}` };
      await using loop = await LoopingModel.start({ script: () => turn, server, ...few });
      void loop.post().catch(() => undefined);
      for (const requests of [3, 5]) {
        await loop.llm.received(requests - 1);
        await loop.restart();
      }
      await until(() => hasEnded(loop), 60_000);
      // Each time a call may have been under way that nothing is known of.
      expect(loop.bill).toBeGreaterThanOrEqual(bill);
      expect(loop.bill).toBeLessThanOrEqual(bill + 2);
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  test('uses up a turn with each step in manual mode', async () => {
    await using loop = await LoopingModel.start({ script: () => ({ text: 'I say' }), limits: { turns: 3 } });
    await loop.call('/manual', { body: 'go', task_id: 't' });
    const step = async () => (await loop.call('/tasks/t/step', { target: 'boss' })).json();
    for (let index = 0; index < 3; index += 1) expect(await step()).toMatchObject({ status: 'done', text: 'I say' });
    expect(await step()).toMatchObject({ code: 'limit_reached', detail: expect.stringContaining('limit of 3 turns') });
    expect(loop.bill).toBe(4);
    expect(isAsked(loop.llm.requests.at(-1)!)).toBe(true);
  });

  test('starts counting again in the next run', async () => {
    const script = ({ index }: ScriptedRequest) => (index % 5 === 4 ? finish : calls('tick'));
    await using loop = await LoopingModel.start({ script, limits: { turns: 5 } });
    for (let run = 0; run < 3; run += 1) expect(await loop.post()).toMatchObject({ status: 'complete' });
    expect(loop.bill).toBe(15);
  });

  test('pays for retries out of the same limit', async () => {
    // Every second request is refused for the time being, so that each turn takes two.
    const refused: ScriptedTurn = { fault: { kind: 'http', status: 503, retryAfter: 0 } };
    const script = ({ index }: ScriptedRequest) => (index % 2 === 0 ? refused : calls('tick'));
    await using loop = await LoopingModel.start({ script, limits: { turns: 6 } });
    expect(await loop.post()).toMatchObject({ code: 'limit_reached' });
    expect(loop.bill).toBe(8);
  });
});

describe('limits of a run', () => {
  const endless = (): ScriptedTurn => calls('tick');

  test.each<[string, Partial<LoopOptions>, object, number]>([
    ['the swarm sets', { limits: { turns: 4 } }, {}, 4],
    ['the server sets', { server: { runs: { turns: 3 } } }, {}, 3],
    ['the swarm sets, whatever the server says', { limits: { turns: 4 }, server: { runs: { turns: 3 } } }, {}, 4],
    ['the message lowers', { limits: { turns: 4 } }, { turns: 2 }, 2],
    ['the message would raise, had it an admin', { limits: { turns: 4 } }, { turns: 9 }, 4],
    ['nobody sets and the message would raise', {}, { turns: 200 }, TURNS],
  ])('limits allow as many turns as %s', async (_, options, limits, turns) => {
    await using loop = await LoopingModel.start({ script: endless, ...options });
    expect(await loop.post({ kwargs: { limits } })).toMatchObject({ code: 'limit_reached' });
    expect(loop.bill).toBe(turns + 1);
  });

  test('a message of an admin raises the limits of its run', async () => {
    await using loop = await LoopingModel.start({ script: endless, limits: { turns: 4 } });
    await loop.post({ kwargs: { limits: { turns: 9 } } }, 'admin');
    expect(loop.bill).toBe(10);
  });

  test('bound messages by max_steps, which cannot raise the limit', async () => {
    const script = ({ system }: ScriptedRequest): ScriptedTurn =>
      calls('send_request', { ...toClerk, target: system.startsWith('You are the boss') ? 'clerk' : 'boss' });
    await using loop = await LoopingModel.start({ script, limits: { messages: 4 } });
    expect(await loop.post({ kwargs: { max_steps: 50 } })).toMatchObject({
      response: expect.stringContaining('limit of 4 messages'),
    });
  });

  test('limits include repeats, which are set like the others', async () => {
    await using loop = await LoopingModel.start({ script: () => calls('help'), limits: { repeats: 2 } });
    expect(await loop.post()).toMatchObject({ response: expect.stringContaining('limit of 2 repeats') });
    expect(loop.bill).toBe(2);
  });

  test.each([
    [{ turns: 0 }, 'kwargs.limits.turns'],
    [{ turns: 'many' }, 'kwargs.limits.turns'],
    [{ result_bytes: 1.5 }, 'kwargs.limits.result_bytes'],
  ])('invalid limits are refused: %j', async (limits, path) => {
    await using loop = await LoopingModel.start({ script: endless });
    expect(JSON.stringify(await loop.post({ kwargs: { limits } }))).toContain(path);
    expect(loop.bill).toBe(0);
  });
});
