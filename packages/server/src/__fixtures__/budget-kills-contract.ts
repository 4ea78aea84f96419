import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Budgets } from '@posthouse/runtime';
import type { ScriptedTurn } from '@posthouse/runtime/scripted';
import { openStore } from '@posthouse/store';
import { startScriptedLLM } from '@posthouse/testkit';
import { describe, expect, test } from 'vitest';
import { type Program, startProgram } from './start-program.ts';
import { until } from './until.ts';

const PROGRAM = fileURLToPath(new URL('spender-program.ts', import.meta.url));
const TIMEOUT_MS = 120_000;
// More kills at once would use the budget up before the last one: what was lost counts with all that it was asked.
const KILLS = 4;
const ROUNDS = process.env.TEST_FULL === '1' ? [1, 2] : [1];

const usage = { input: 100, output: 20 };
const tick: ScriptedTurn = { toolCalls: [{ name: 'tick', input: {} }], usage };

type Usage = {
  type: string;
  turn: number;
  usage: { inputTokens: number; outputTokens: number };
  calls?: number;
  estimated?: true;
};
type Spent = { calls: number; input_tokens: number; output_tokens: number };

/** Gives the URL of a new database. It may be a file in the folder. */
type NewURL = (folder: string) => string | Promise<string>;

/** A model that outlives its callers and never comes to an end, and one process after the other that pays for it. */
class Spenders implements AsyncDisposable {
  readonly llm: Awaited<ReturnType<typeof startScriptedLLM>>;
  readonly #folder: string;
  readonly #database: string;
  readonly #budgets: Budgets;
  #program: Program | undefined;

  private constructor(llm: Spenders['llm'], place: { folder: string; database: string }, budgets: Budgets) {
    this.llm = llm;
    this.#folder = place.folder;
    this.#database = place.database;
    this.#budgets = budgets;
  }

  static async open(
    newURL: NewURL,
    budgets: Budgets,
    script: (request: number) => ScriptedTurn | Promise<ScriptedTurn>,
  ) {
    let requests = 0;
    const llm = await startScriptedLLM({ script: () => script((requests += 1)) });
    const folder = await mkdtemp(join(tmpdir(), 'posthouse-kills-'));
    return new Spenders(llm, { folder, database: await newURL(folder) }, budgets);
  }

  /** What has been asked for, as the provider of the model counts it. */
  get bill(): number {
    return this.llm.requests.length;
  }

  get program(): Program {
    return this.#program!;
  }

  async start(): Promise<void> {
    const budgets = JSON.stringify(this.#budgets);
    const words = ['--database', this.#database, '--budgets', budgets];
    const environment = { OPENAI_COMPATIBLE_BASE_URL: `${this.llm.url}/v1`, HOME: this.#folder };
    this.#program = await startProgram(words, environment, PROGRAM);
  }

  async kill(): Promise<void> {
    await this.program[Symbol.asyncDispose]();
    this.#program = undefined;
    // The next process need not wait until it is certain that this one is dead.
    await using store = await openStore(this.#database);
    for (const node of await store.nodes()) await store.leave(node);
  }

  async call(path: string, body?: object, role: 'user' | 'admin' = 'user'): Promise<Record<string, unknown>> {
    const headers = { Authorization: `Bearer ${this.program.tokens[role]}` };
    const given = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) };
    const response = await fetch(`${this.program.url}${path}`, { headers, ...given });
    return (await response.json()) as Record<string, unknown>;
  }

  /** Posts without waiting for what comes of it: nobody will hear that from a process that is killed. */
  post(): void {
    void this.call('/message', { body: 'go', task_id: 't' }).catch(() => undefined);
  }

  async log(): Promise<Usage[]> {
    return (await this.call('/tasks/t/log')).entries as Usage[];
  }

  async paused(): Promise<void> {
    await until(async () => (await this.call('/tasks/t')).status === 'paused', TIMEOUT_MS);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#program?.[Symbol.asyncDispose]();
    await this.llm[Symbol.asyncDispose]();
    await rm(this.#folder, { recursive: true, force: true });
  }
}

const usageIn = (log: readonly Usage[]): Usage[] => log.filter(({ type }) => type === 'usage');
const callsIn = (log: readonly Usage[]): number => usageIn(log).reduce((sum, { calls = 1 }) => sum + calls, 0);
const tokensIn = (log: readonly Usage[]): number =>
  usageIn(log).reduce((sum, { usage: { inputTokens, outputTokens } }) => sum + inputTokens + outputTokens, 0);

/** Counters, log and provider agree on what was spent. */
async function expectAgreement(spenders: Spenders): Promise<void> {
  const log = await spenders.log();
  const { spent, total } = (await spenders.call('/budgets?swarm=loop')) as { spent: Spent; total?: Spent };
  expect([spent.calls, total]).toEqual([callsIn(log), undefined]);
  expect(spent.input_tokens + spent.output_tokens).toBe(tokensIn(log));
}

/** Budgets hold, and nothing is paid for without being counted, when processes are killed. */
export function budgetKillsContract({ newURL }: { newURL: NewURL }): void {
  describe.each(['run', 'caller', 'swarm'] as const)(
    'a process killed while it spends the budget of the %s',
    (scope) => {
      test('counts a model call once when it dies in the middle of it', { timeout: TIMEOUT_MS }, async () => {
        // The third call is never answered.
        const script = (request: number) => (request === 3 ? new Promise<ScriptedTurn>(() => undefined) : tick);
        await using spenders = await Spenders.open(newURL, { [scope]: { calls: 5 } }, script);
        await spenders.start();
        spenders.post();
        await until(() => spenders.bill === 3, TIMEOUT_MS);
        await spenders.kill();
        await spenders.start();
        await spenders.paused();
        const log = await spenders.log();
        expect([spenders.bill, callsIn(log)]).toEqual([5, 5]);
        // Two were answered before and two after it; it counts with what it was asked with.
        expect(usageIn(log).map(({ estimated }) => estimated)).toEqual([
          undefined,
          undefined,
          true,
          undefined,
          undefined,
        ]);
        expect(usageIn(log)[2]!.usage.inputTokens).toBeGreaterThan(0);
        // It has used up a turn of the run, too.
        expect(usageIn(log).map(({ turn }) => turn)).toEqual([1, 2, 3, 4, 5]);
        await expectAgreement(spenders);
      });

      test('counts a model call once when it dies before its commit', { timeout: TIMEOUT_MS }, async () => {
        let stopped: Program | undefined;
        await using spenders = await Spenders.open(newURL, { [scope]: { calls: 5 } }, (request) => {
          // The process is held before it is answered, so that it never reads what it has to pay for.
          if (request === 3) (stopped = spenders.program).child.kill('SIGSTOP');
          return tick;
        });
        await spenders.start();
        spenders.post();
        await until(() => spenders.bill === 3 && stopped !== undefined, TIMEOUT_MS);
        await spenders.kill();
        await spenders.start();
        await spenders.paused();
        expect([spenders.bill, callsIn(await spenders.log())]).toEqual([5, 5]);
        await expectAgreement(spenders);
      });
    },
  );

  test.each(ROUNDS)(
    `a budget of tokens holds through ${KILLS} kills at any moment (round %i)`,
    { timeout: 10 * TIMEOUT_MS },
    async (round) => {
      const limit = 60 * 120;
      await using spenders = await Spenders.open(newURL, { caller: { tokens: limit } }, () => tick);
      await spenders.start();
      spenders.post();
      for (let kill = 1; kill <= KILLS; kill += 1) {
        const [before, steps] = [spenders.bill, 1 + ((kill * 7 + round) % 4)];
        await until(() => spenders.bill >= before + steps, TIMEOUT_MS);
        await spenders.kill();
        await spenders.start();
      }
      await spenders.paused();
      const log = await spenders.log();
      // A call may be noted by a process that dies before it is sent; none that was sent is forgotten.
      expect(callsIn(log)).toBeGreaterThanOrEqual(spenders.bill);
      expect(callsIn(log)).toBeLessThanOrEqual(spenders.bill + KILLS);
      expect(tokensIn(log)).toBeGreaterThanOrEqual(limit);
      const largest = Math.max(...usageIn(log).map((entry) => tokensIn([entry])));
      expect(tokensIn(log)).toBeLessThan(limit + largest);
      await expectAgreement(spenders);
    },
  );
}
