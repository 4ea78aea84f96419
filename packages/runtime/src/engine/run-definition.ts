import type { Agent } from '../definitions/agent.ts';
import type { SwarmDefinition } from '../definitions/swarm-definition.ts';

/**
 * What a task's runs are made by. A swarm may be replaced while it is at work: a run continues with the definition it began
 * with, and the next one begins with the newest.
 */
export class RunDefinition {
  readonly #newest: () => SwarmDefinition;
  #run: number;
  #current: SwarmDefinition;
  #agents: Map<string, Agent>;

  constructor(newest: () => SwarmDefinition, run: number) {
    this.#newest = newest;
    this.#run = run;
    this.#current = newest();
    this.#agents = toAgentMap(this.#current);
  }

  get current(): SwarmDefinition {
    return this.#current;
  }

  agent(name: string): Agent | undefined {
    return this.#agents.get(name);
  }

  /** Before the turns of a run start. */
  begin(run: number): void {
    if (run === this.#run) return;
    this.#run = run;
    const newest = this.#newest();
    if (newest === this.#current) return;
    this.#current = newest;
    this.#agents = toAgentMap(newest);
  }
}

function toAgentMap({ agents }: SwarmDefinition): Map<string, Agent> {
  return new Map(agents.map((agent) => [agent.name, agent]));
}
