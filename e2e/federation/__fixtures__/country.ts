import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ScriptedRequest, ScriptedTurn } from '@posthouse/runtime/scripted';
import type { Task } from '@posthouse/store';
import { type ScriptedLLM, startScriptedLLM } from '@posthouse/testkit';
import { checkWorld, type World } from '../../../packages/runtime/src/__fixtures__/check-world.ts';
import { Town, type TownOptions } from './town.ts';

/** What the boss of a town does next. */
export type Boss = (request: ScriptedRequest) => ScriptedTurn | Promise<ScriptedTurn>;

/** What the bosses do, by town. */
export type Plot = Record<string, Boss>;

export type CountryOptions = {
  /** A new database for a town; a file in the folder unless given. */
  newURL?: (name: string, folder: string) => string | Promise<string>;
  /** Swarms elsewhere that bosses may write to, too. */
  strangers?: readonly string[];
} & Pick<TownOptions, 'timeoutMs' | 'program' | 'preload'>;

/** Server processes that know each other, with one model server that plays all their bosses. */
export class Country implements AsyncDisposable, World {
  readonly towns = new Map<string, Town>();
  readonly errors: unknown[] = [];
  readonly folder: string;
  readonly llm: ScriptedLLM;
  plot: Plot = {};
  readonly #strangers: readonly string[];

  private constructor(folder: string, llm: ScriptedLLM, strangers: readonly string[]) {
    this.folder = folder;
    this.llm = llm;
    this.#strangers = strangers;
  }

  /** Founds the towns and introduces all to all, so that they know each other after every restart. */
  static async found(
    names: readonly string[],
    { newURL, strangers = [], ...options }: CountryOptions = {},
  ): Promise<Country> {
    const folder = await mkdtemp(join(tmpdir(), 'posthouse-country-'));
    const llm = await startScriptedLLM({ script: (request) => country.#play(request) });
    const country = new Country(folder, llm, strangers);
    try {
      for (const name of names) {
        const others = [...names.filter((each) => each !== name), ...strangers];
        const database = (await newURL?.(name, folder)) ?? `sqlite:${join(folder, `${name}.db`)}`;
        const effects = join(folder, `${name}.jsonl`);
        await writeFile(effects, '');
        country.towns.set(name, await Town.open({ name, others, database, effects, llm: llm.url, ...options }));
      }
      const towns = [...country.towns.values()];
      await Promise.all(towns.map((town) => town.start()));
      for (const one of towns) {
        for (const other of towns) if (one !== other) await one.register(other.name, other.road.url);
      }
      return country;
    } catch (error) {
      await country[Symbol.asyncDispose]();
      throw error;
    }
  }

  town(name: string): Town {
    return this.towns.get(name)!;
  }

  async tasks(): Promise<{ server: Town; task: Task }[]> {
    const found: { server: Town; task: Task }[] = [];
    for (const server of this.towns.values()) {
      const swarm = server.name;
      const visitors = [...this.towns.keys()].map((id) => ({ swarm, role: 'swarm' as const, id }));
      for (const owner of [{ swarm, role: 'user' as const, id: 'ada' }, ...visitors]) {
        found.push(...(await server.store.list(owner, undefined, 10_000)).map((task) => ({ server, task })));
      }
    }
    return found;
  }

  /** What keeps the country from being at rest, a sentence each: open runs, and letters on their way. */
  async unrest(): Promise<string[]> {
    const problems: string[] = [];
    for (const { server, task } of await this.tasks()) {
      const name = `${task.taskId} of ${task.owner.role}:${task.owner.id}@${server.name}`;
      if (task.openRun !== null) problems.push(`${name} is open`);
      const { mail } = await server.store.load(task.key);
      const waiting = mail.filter(({ mailbox }) => mailbox.startsWith('@'));
      if (waiting.length > 0) problems.push(`${name} has ${waiting.length} letters on their way`);
    }
    return problems;
  }

  /** Waits until everything has come to its end; gives what is wrong with it then. */
  async settle(milliseconds = 120_000): Promise<string[]> {
    const end = Date.now() + milliseconds;
    for (;;) {
      const unrest = await this.unrest();
      if (unrest.length === 0) return this.#problems();
      if (Date.now() > end) return unrest;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const town of this.towns.values()) await town[Symbol.asyncDispose]();
    await this.llm.close().catch((error: unknown) => this.errors.push(error));
    await rm(this.folder, { recursive: true, force: true });
  }

  /** Where letters to strangers arrive nobody can tell. */
  async #problems(): Promise<string[]> {
    const arriveElsewhere = this.#strangers.map((name) => `@${name} never arrived`);
    const problems = await checkWorld(this);
    return problems.filter((problem) => !arriveElsewhere.some((each) => problem.includes(each)));
  }

  #play(request: ScriptedRequest): ScriptedTurn | Promise<ScriptedTurn> {
    const boss = this.plot[request.model];
    if (boss === undefined) throw new Error(`nobody expects a question of ${request.model}`);
    return boss(request);
  }
}
