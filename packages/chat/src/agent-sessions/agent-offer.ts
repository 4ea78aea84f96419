import type { AgentRegistry, AnyAgentAdapter, ListedAgent, OpenOptions } from '@posthouse/agents';
import { realpath } from 'node:fs/promises';
import { isAbsolute, relative, resolve } from 'node:path';
import { invalidInput, PosthouseError } from '@posthouse/protocol';

/** How an agent is opened, for every session with it. */
export type AgentSettings = Pick<
  OpenOptions,
  'model' | 'env' | 'baseURL' | 'apiKey' | 'options' | 'idleMs' | 'silenceMs'
>;

export type AgentOfferOptions = {
  /** The known agents. Loaded when the first session needs one. */
  registry: () => Promise<AgentRegistry>;
  /** Settings by the agent's name. */
  agents?: Readonly<Record<string, AgentSettings>>;
  /** Which of the agents sessions may name; all of them by default. */
  names?: readonly string[];
  /** Folders that agents may work in, and below; the first is the default. The current folder if absent. */
  folders?: readonly string[];
};

/** What sessions can be begun with: agents, settings and folders. */
export class AgentOffer {
  readonly #options: AgentOfferOptions;

  constructor(options: AgentOfferOptions) {
    this.#options = options;
  }

  /** Rejects with `agent_not_found` and the names there are. */
  async load(name: string): Promise<AnyAgentAdapter> {
    const registry = await this.#options.registry();
    await registry.check(name);
    const { names } = this.#options;
    if (names === undefined || names.includes(name)) return registry.load(name);
    throw new PosthouseError({
      code: 'agent_not_found',
      message: `the agent ${JSON.stringify(name)} is not offered here; there are ${names.join(', ') || 'none'}.`,
      details: { names: [...names] },
    });
  }

  settings(name: string): AgentSettings {
    const { agents = {} } = this.#options;
    return Object.hasOwn(agents, name) ? agents[name]! : {};
  }

  /** Every agent that is offered, and whether it can be used. */
  async list(): Promise<ListedAgent[]> {
    const { names } = this.#options;
    if (names?.length === 0) return [];
    const all = await (await this.#options.registry()).list();
    return names === undefined ? all : all.filter(({ name }) => names.includes(name));
  }

  /** The folder to work in. One that is named has to be there, and below one of those that were allowed. */
  async folder(named: string | undefined): Promise<string> {
    const { folders = [process.cwd()] } = this.#options;
    const first = resolve(folders[0] ?? process.cwd());
    if (named === undefined) return first;
    const real = await realpath(resolve(first, named)).catch(() => undefined);
    for (const folder of real === undefined ? [] : folders) {
      const way = relative(await realpath(folder).catch(() => folder), real!);
      if (!/^\.\.(?:[/\\]|$)/.test(way) && !isAbsolute(way)) return real!;
    }
    throw invalidInput(`cwd must be a folder below one that this server allows, not ${JSON.stringify(named)}`);
  }
}
