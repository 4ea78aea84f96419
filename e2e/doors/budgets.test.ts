import type { Budgets } from '@posthouse/runtime';
import type { ScriptedTurn } from '@posthouse/runtime/scripted';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { calls, LoopingModel } from '../../packages/server/src/__fixtures__/looping-model.ts';
import { until } from '../../packages/server/src/__fixtures__/until.ts';
import { type BudgetDoor, budgetDoors, chatDoors } from './__fixtures__/budget-doors.ts';

beforeAll(() => {
  globalThis.AI_SDK_LOG_WARNINGS = false;
});
afterAll(() => {
  delete globalThis.AI_SDK_LOG_WARNINGS;
});
afterEach(() => vi.unstubAllEnvs());

const usage = { input: 100, output: 20 };
/** How many model calls a run may make, and how many it takes to the answer. */
const [ALLOWED, NEEDED] = [3, 5];

/** A model that spends four calls on ticks before it answers. */
const start = (budgets: Budgets) =>
  LoopingModel.start({
    script: ({ messages }): ScriptedTurn => {
      const ticks = messages.flatMap(({ toolResults }) => toolResults).length;
      const turn = ticks < NEEDED - 1 ? calls('tick') : calls('task_complete', { finish_message: `${ticks} ticks.` });
      return { ...turn, usage };
    },
    budgets,
  });

type Waiting = {
  caller: string;
  task_id: string;
  budget: { scope: string; unit: string; limit: number; used: number };
};

async function waitingIn(loop: LoopingModel): Promise<Waiting[]> {
  const response = await loop.call('/budgets', undefined, { role: 'admin' });
  return ((await response.json()) as { waiting: Waiting[] }).waiting;
}

async function asAdmin(loop: LoopingModel, path: string, body: object): Promise<unknown> {
  return (await loop.call(path, { caller: 'user:dev-user', ...body }, { role: 'admin' })).json();
}

const PAUSED = { status: 'paused', code: 'budget_exceeded' };
const USED_UP = `The budget of the run is used up: ${ALLOWED} of ${ALLOWED} model calls. An admin can raise it or end the run.`;
const COMPLETE = { status: 'complete', code: undefined };
const CANCELLED = { status: 'cancelled', code: 'cancelled', text: 'The run was cancelled.' };

/** How each kind of door says that a run waits for its budget, that it has an answer, and that it was ended. */
const WORDS: [door: RegExp, paused: object, complete: object, ended: object][] = [
  [/^\/message|^MCP|^the command line/, { ...PAUSED, text: USED_UP }, COMPLETE, CANCELLED],
  // A page says why in a notice; its code is in the notice's data.
  [/^useChat/, { status: 'paused', text: USED_UP }, COMPLETE, { status: 'cancelled' }],
  // Nobody is told of a pause there: the request has failed, with a status that clients do not repeat by themselves.
  [
    /^Chat Completions/,
    { status: 'error', code: 'budget_exceeded', text: expect.stringContaining(USED_UP) },
    { status: 'stop' },
    { status: 'error', code: 'cancelled' },
  ],
  [
    /^Responses/,
    { status: 'failed', code: 'budget_exceeded', text: USED_UP },
    { ...COMPLETE, status: 'completed' },
    CANCELLED,
  ],
  [/Text of/, { ...PAUSED, text: '' }, { ...COMPLETE, status: 'completed' }, { status: 'error', code: 'cancelled' }],
];

/** Doors that say with an answer what is left of budgets. */
const TELLS_BUDGETS = /^useChat|^Chat Completions|^Responses|Text of/;

function wordsOf([name]: BudgetDoor) {
  const [, paused, complete, ended] = WORDS.find(([door]) => door.test(name))!;
  return { paused, complete, ended };
}

describe.each(budgetDoors.map((door) => [door[0], door] as const))(
  'a run over its budget, started through %s',
  (_, door) => {
    const [, visit] = door;
    const { paused, complete, ended } = wordsOf(door);

    test('a run over its budget pauses at once, and continues to its answer when an admin raises the budget', async () => {
      await using loop = await start({ run: { calls: ALLOWED } });
      const visitor = visit(loop, 'one');
      expect(await visitor.ask()).toMatchObject(paused);
      expect(await visitor.again()).toMatchObject(paused);
      expect(loop.bill).toBe(ALLOWED);
      const [waiting, ...others] = await waitingIn(loop);
      expect([waiting!.budget, others]).toEqual([{ scope: 'run', unit: 'calls', limit: ALLOWED, used: ALLOWED }, []]);
      const { task_id } = waiting!;
      expect(await asAdmin(loop, '/budgets/runs', { task_id, calls: 9 })).toEqual({ task_id, status: 'running' });
      const told = await visitor.again();
      const left = { scope: 'run', unit: 'calls', limit: 9, used: NEEDED };
      expect(told).toMatchObject({ ...complete, text: '4 ticks.' });
      expect(told.budgets).toEqual(TELLS_BUDGETS.test(door[0]) ? [left] : undefined);
      expect(loop.bill).toBe(NEEDED);
      // The model has read every result once: nothing that was paid for was asked again.
      expect(loop.prompt().split('tock')).toHaveLength(NEEDED);
    });

    test('a run over its budget ends when an admin cancels it', async () => {
      await using loop = await start({ run: { calls: ALLOWED } });
      const visitor = visit(loop, 'one');
      await visitor.ask();
      const [{ task_id }] = (await waitingIn(loop)) as [Waiting];
      expect(await asAdmin(loop, '/budgets/runs', { task_id, end: true })).toEqual({ task_id, status: 'cancelled' });
      expect(await visitor.again()).toMatchObject(ended);
      expect([loop.bill, await waitingIn(loop)]).toEqual([ALLOWED, []]);
    });
  },
);

describe.each(['caller', 'swarm'] as const)('a chat message under a used-up budget of the %s', (scope) => {
  test.each(chatDoors)('a chat message is refused by %s, and leaves the waiting run as it is', async (_, visit) => {
    await using loop = await start({ [scope]: { calls: ALLOWED } });
    const page = visit(loop, 'one');
    expect(await page.ask()).toMatchObject({
      status: 'paused',
      text: expect.stringContaining(`budget of the ${scope}`),
    });
    const [{ task_id, budget }] = (await waitingIn(loop)) as [Waiting];
    expect(budget).toMatchObject({ scope, used: ALLOWED });
    const refusal = `The budget of the ${scope} for this day is used up`;
    await expect(page.ask()).rejects.toThrow(refusal);
    await expect(visit(loop, 'two').ask()).rejects.toThrow(refusal);
    expect((await waitingIn(loop)).map((each) => each.task_id)).toEqual([task_id]);
    expect(loop.bill).toBe(ALLOWED);
    const whose = scope === 'caller' ? {} : { caller: undefined };
    expect(await asAdmin(loop, '/budgets', { ...whose, calls: NEEDED })).toMatchObject({ resumed: 1 });
    await until(async () => (await page.again()).status === 'complete');
    const ends = expect.stringMatching(/T00:00:00\.000Z$/);
    const budgets = [{ scope, unit: 'calls', limit: NEEDED, used: NEEDED, until: ends }];
    expect(await page.again()).toMatchObject({ status: 'complete', text: '4 ticks.', budgets });
    expect(loop.bill).toBe(NEEDED);
  });
});
