import { invalidConfiguration, type JSONObject, parseJSON, PosthouseError } from '@posthouse/protocol';
import {
  type AnyAction,
  parseSwarmsJSON,
  type PythonBridge,
  type ReferenceLibrary,
  type SwarmDefinition,
} from '@posthouse/runtime';
import type { Records } from '@posthouse/store';
import type { Logger } from '../logging/logger.ts';

export type SwarmCatalogOptions = {
  records: Records;
  /** The swarms of the source file. */
  swarms: readonly SwarmDefinition[];
  /** What the names of a swarm's file stand for. */
  library?: ReferenceLibrary | undefined;
  python?: PythonBridge | undefined;
  /** Whether loaded swarms may name Python code. */
  loadsPython?: boolean | undefined;
  /** What is done to a loaded swarm before it is served, so that it has the same limits as those of the source file. */
  adapt?: (definition: SwarmDefinition) => SwarmDefinition;
  /** Which swarm is meant where none is named, until one is loaded; the first unless given. */
  defaultSwarm?: string | undefined;
  logger?: Logger;
};

const KIND = 'swarm';
/** One record, of the swarm that was loaded last to be the default. */
const DEFAULT_KIND = 'default-swarm';
const DEFAULT_ID = 'default';

/** How a swarm is loaded. */
export type LoadOptions = {
  /** Whether messages that name no swarm go where they went before. */
  keepDefault?: boolean;
};

/** The swarms that are served: those of the source file, and those that were loaded since, in whichever process. */
export class SwarmCatalog {
  readonly #options: SwarmCatalogOptions;
  readonly #swarms: Map<string, SwarmDefinition>;
  /** The version of the record that each loaded swarm was made from. */
  readonly #versions = new Map<string, number>();
  #seen = 0;
  /** The swarm that was loaded last to be the default. */
  #loadedDefault: string | undefined;

  private constructor(options: SwarmCatalogOptions) {
    this.#options = options;
    this.#swarms = new Map(options.swarms.map((swarm) => [swarm.name, swarm]));
  }

  static async open(options: SwarmCatalogOptions): Promise<SwarmCatalog> {
    const catalog = new SwarmCatalog(options);
    await catalog.refresh();
    return catalog;
  }

  all(): SwarmDefinition[] {
    return [...this.#swarms.values()];
  }

  /** The swarm that is meant where none is named. */
  get defaultName(): string {
    // One that cannot be used here stands in the log already.
    if (this.#loadedDefault !== undefined && this.has(this.#loadedDefault)) return this.#loadedDefault;
    const name = this.#options.defaultSwarm ?? this.all()[0]?.name;
    if (name === undefined) throw invalidConfiguration('there is no swarm to serve');
    return this.get(name).name;
  }

  get(name: string): SwarmDefinition {
    const found = this.#swarms.get(name);
    if (found !== undefined) return found;
    throw new PosthouseError({
      code: 'swarm_not_found',
      message: `no swarm '${name}' is loaded; there is ${[...this.#swarms.keys()].join(', ')}`,
    });
  }

  has(name: string): boolean {
    return this.#swarms.has(name);
  }

  /** Checks a swarm and keeps it for every process, as the default unless told otherwise. Loading it again replaces it. */
  async load(text: string, { keepDefault = false }: LoadOptions = {}): Promise<SwarmDefinition> {
    const given = parseJSON(text);
    const json: unknown = Array.isArray(given) && given.length === 1 ? given[0] : given;
    const definition = await this.#parse(json);
    const value = { json: json as JSONObject, loadedAt: new Date().toISOString() };
    const { records } = this.#options;
    const { version } = await records.put(KIND, definition.name, value);
    this.#keep(definition, version);
    if (!keepDefault) {
      await records.put(DEFAULT_KIND, DEFAULT_ID, { name: definition.name });
      this.#loadedDefault = definition.name;
    }
    return definition;
  }

  /** Takes up what was loaded elsewhere; gives what is new here. One that cannot be used is left out with a warning. */
  async refresh(): Promise<SwarmDefinition[]> {
    const taken: SwarmDefinition[] = [];
    for (const { id, value, version } of await this.#options.records.list(KIND, { after: this.#seen })) {
      this.#seen = Math.max(this.#seen, version);
      if (this.#versions.get(id) === version) continue;
      try {
        const definition = await this.#parse(value.json);
        this.#keep(definition, version);
        taken.push(definition);
      } catch (error) {
        this.#options.logger?.warn('a loaded swarm cannot be used', { swarm: id, error });
      }
    }
    await this.#refreshDefault();
    return taken;
  }

  async #refreshDefault(): Promise<void> {
    const record = await this.#options.records.get(DEFAULT_KIND, DEFAULT_ID);
    if (record !== undefined) this.#loadedDefault = String(record.value.name);
  }

  #keep(definition: SwarmDefinition, version: number): void {
    this.#swarms.set(definition.name, definition);
    this.#versions.set(definition.name, version);
  }

  async #parse(json: unknown): Promise<SwarmDefinition> {
    const { library, python, loadsPython, adapt = (same: SwarmDefinition) => same } = this.#options;
    if (typeof json !== 'object' || json === null || Array.isArray(json)) {
      throw new PosthouseError({ code: 'invalid_swarm', message: 'expected one swarm, as a JSON object' });
    }
    const [definition] = await parseSwarmsJSON(json, {
      trusted: false,
      actions: this.#actions('name' in json ? json.name : undefined),
      library,
      python,
      allowsUntrustedPython: loadsPython,
    });
    return adapt(definition!);
  }

  /** Everything that agents can already do here; the actions of the swarm that is replaced come first. */
  #actions(name: unknown): AnyAction[] {
    const others = this.all().filter((swarm) => swarm.name !== name);
    const replaced = this.all().filter((swarm) => swarm.name === name);
    const known = new Map<string, AnyAction>();
    for (const { actions, agents } of [...replaced, ...others]) {
      for (const action of [...actions, ...agents.flatMap((agent) => agent.actions)]) {
        if (!known.has(action.name)) known.set(action.name, action);
      }
    }
    return [...known.values()];
  }
}
