import { fileURLToPath } from 'node:url';
import type { LogEntry } from '@posthouse/protocol';
import { until } from '../../../packages/server/src/__fixtures__/until.ts';
import { Country } from '../../federation/__fixtures__/country.ts';
import type { Town } from '../../federation/__fixtures__/town.ts';
import { nextTurn, Run, runNameOf, shownOf } from './play.ts';
import { type Agent, AGENTS, TOWNS, type World } from './world.ts';

const PROGRAM = fileURLToPath(new URL('world-program.ts', import.meta.url));
const LONG = 60_000;

/** Three towns, each a process of its own, and the model server that plays all their agents. */
export class Stage implements AsyncDisposable {
  readonly country: Country;
  readonly #runs = new Map<string, Run>();
  /** How often a town was killed, and when it is up again. */
  #kills = 0;
  #up: Promise<void> | undefined;

  private constructor(country: Country) {
    this.country = country;
    country.plot = Object.fromEntries(
      AGENTS.map((agent) => [agent, (request) => nextTurn(this.#runs.get(runNameOf(request))!, agent, request)]),
    );
  }

  static async open(): Promise<Stage> {
    return new Stage(await Country.found(TOWNS, { program: PROGRAM }));
  }

  /** Where people come in, whatever becomes of the process. */
  get url(): string {
    return this.country.town('alpha').door.url;
  }

  play(name: string, world: World): Run {
    const run = new Run(name, world);
    this.#runs.set(name, run);
    return run;
  }

  /** What the model of an agent was given in a run, oldest first. */
  requestsOf(agent: Agent, run: Run) {
    return this.country.llm.requests.filter((request) => request.model === agent && runNameOf(request) === run.name);
  }

  /** Waits until the trouble of a run can be seen by whoever reads, also in another process. */
  async troubled({ world }: Run, taskId: string): Promise<void> {
    const trouble = world.trouble!;
    const { who, kind, during } = trouble;
    const shown = shownOf(world, trouble);
    const isThere = async (town: Town, caller?: string): Promise<boolean> => {
      const task = await town.task(taskId, caller);
      if (task === undefined) return false;
      const { entries, live } = await town.store.read(task.key, 0, 10_000);
      return during === 'action' ? entries.some(isAtWork) : live.some(({ text }) => text === shown);
    };
    await until(() => isThere(this.country.town('alpha')), LONG);
    if (kind === 'kill' && who.startsWith('beta')) await until(() => isThere(this.country.town('beta'), 'alpha'), LONG);
  }

  /** Waits until alpha has what beta answers in a run. */
  async helped(taskId: string): Promise<void> {
    const town = this.country.town('alpha');
    const isAnswer = (entry: LogEntry): boolean =>
      entry.type === 'message' &&
      entry.message.message.sender.address === 'boss@beta' &&
      entry.message.message.subject !== 'Stop';
    await until(async () => (await town.entries(taskId)).some(isAnswer), LONG);
  }

  /** Ends the process of a town without a warning, and starts another one on its database. */
  async restart(name: string): Promise<void> {
    this.#kills += 1;
    const town = this.country.town(name);
    this.#up = town.kill().then(() => town.start());
    await this.#up;
    this.#up = undefined;
  }

  /** Tries again what has failed because a town was down. */
  async insist<Value>(attempt: () => Promise<Value>): Promise<Value> {
    for (;;) {
      const [kills, isDown] = [this.#kills, this.#up !== undefined];
      try {
        return await attempt();
      } catch (error) {
        if (!isDown && this.#up === undefined && this.#kills === kills) throw error;
        await this.#up;
      }
    }
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.country[Symbol.asyncDispose]();
  }
}

function isAtWork(entry: LogEntry): boolean {
  const fact = entry.type === 'remote' ? entry.fact : entry;
  return fact.type === 'call-started' && fact.tool === 'wait';
}
