import { invalidConfiguration, messageOf, PosthouseError } from '@posthouse/protocol';
import type { AnyAgentAdapter, Availability } from './agent-adapter.ts';

/** An adapter, or how to load it when somebody asks for it. */
export type AgentSource = AnyAgentAdapter | (() => Promise<AnyAgentAdapter>);

/** One line of the list of agents. */
export interface ListedAgent extends Availability {
  readonly name: string;
}

/** What comes with this package. Loading an adapter loads no agent program; its first session does. */
const BUILT_IN: Readonly<Record<string, () => Promise<AnyAgentAdapter>>> = {
  claude: async () => (await import('./claude/claude-adapter.ts')).createClaudeAdapter(),
  codex: async () => (await import('./codex/codex-adapter.ts')).createCodexAdapter(),
  opencode: async () => (await import('./opencode/opencode-adapter.ts')).createOpencodeAdapter(),
  pi: async () => (await import('./pi/pi-adapter.ts')).createPiAdapter(),
  scripted: async () => (await import('./scripted/scripted-adapter.ts')).createScriptedAdapter(),
};

/**
 * The agents that a session may name.
 *
 * @example
 * const registry = new AgentRegistry();
 * registry.register('support', createPiAdapter({ tools: () => supportTools }));
 * const adapter = await registry.load('support');
 */
export class AgentRegistry {
  readonly #sources = new Map<string, AgentSource>(Object.entries(BUILT_IN));
  /** What was loaded; all sessions of an agent share one adapter. */
  readonly #loaded = new Map<AgentSource, Promise<AnyAgentAdapter>>();

  /** In the order of registration, those of this package first. */
  get names(): string[] {
    return [...this.#sources.keys()];
  }

  /** Adds or replaces an agent. Dispose of the result to undo it. */
  register(name: string, source: AgentSource): Disposable {
    if (!/^[a-z][a-z0-9-]*$/.test(name)) {
      throw invalidConfiguration(
        `an agent is named with small letters, digits and hyphens, such as "my-agent", not ${JSON.stringify(name)}.`,
      );
    }
    const before = this.#sources.get(name);
    this.#sources.set(name, source);
    return {
      [Symbol.dispose]: () => {
        if (this.#sources.get(name) !== source) return;
        if (before === undefined) this.#sources.delete(name);
        else this.#sources.set(name, before);
      },
    };
  }

  /** Rejects with `agent_not_found` and the known names. */
  async check(name: string): Promise<void> {
    if (!this.#sources.has(name)) throw await this.#unknown(name);
  }

  /** The adapter of that name; rejects as `check` does. */
  async load(name: string): Promise<AnyAgentAdapter> {
    const source = this.#sources.get(name);
    if (source === undefined) throw await this.#unknown(name);
    if (typeof source !== 'function') return source;
    const loading = this.#loaded.get(source) ?? source();
    this.#loaded.set(source, loading);
    // What could not be loaded may be there the next time.
    loading.catch(() => this.#loaded.delete(source));
    return loading;
  }

  /** Every agent, and whether it can be used here. One that cannot even be loaded is listed with the reason. */
  async list(): Promise<ListedAgent[]> {
    return Promise.all(this.names.map(async (name) => ({ name, ...(await this.#availability(name)) })));
  }

  async #availability(name: string): Promise<Availability> {
    try {
      return await (await this.load(name)).availability();
    } catch (error) {
      return { available: false, reason: messageOf(error) };
    }
  }

  async #unknown(name: string): Promise<PosthouseError> {
    const { closestName } = await import('@posthouse/runtime');
    const closest = closestName(name, this.names);
    const meant = closest === undefined ? '' : ` Did you mean "${closest}"?`;
    return new PosthouseError({
      code: 'agent_not_found',
      message: `there is no agent ${JSON.stringify(name)}; there are ${this.names.join(', ')}.${meant}`,
      details: { names: this.names },
    });
  }
}

/** The agents of this process. */
export const agents: AgentRegistry = new AgentRegistry();

/**
 * Adds an agent under a name that configuration, sessions and `AGENT` can then use.
 *
 * @example
 * registerAgent('support', createPiAdapter({ tools: () => supportTools, systemPrompt: 'You help customers.' }));
 */
export function registerAgent(name: string, source: AgentSource): Disposable {
  return agents.register(name, source);
}
