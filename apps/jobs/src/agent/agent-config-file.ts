import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type AgentConfig, DEFAULT_AGENT } from './agent-config.ts';
import { type AgentSetup, readAgentConfig } from './read-agent-config.ts';

/**
 * The `agent.json` of one agent in the data folder. Whoever asks gets what the file says now: it is looked at each time,
 * and read when it has changed. While it is broken, what was right before holds.
 *
 * @example
 * const file = new AgentConfigFile({ dataDir, agentId: 'jobs' });
 * const { config, errors } = file.read();
 */
export class AgentConfigFile {
  readonly path: string;
  #seen: string | undefined;
  #setup: AgentSetup = { config: DEFAULT_AGENT, errors: [] };
  #good: AgentConfig = DEFAULT_AGENT;

  constructor({ dataDir, agentId }: { dataDir: string; agentId: string }) {
    this.path = join(dataDir, 'agents', agentId, 'agent.json');
  }

  /** Writes the file with our defaults if there is none. */
  create(): void {
    mkdirSync(dirname(this.path), { recursive: true, mode: 0o700 });
    try {
      writeFileSync(this.path, `${JSON.stringify(DEFAULT_AGENT, null, 2)}\n`, { flag: 'wx', mode: 0o600 });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
  }

  read(): AgentSetup {
    const mark = this.#mark();
    if (mark === this.#seen) return this.#setup;
    this.#setup = this.#load(mark);
    this.#seen = mark;
    if (this.#setup.errors.length === 0) this.#good = this.#setup.config;
    return this.#setup;
  }

  #load(mark: string): AgentSetup {
    if (mark === MISSING) return { config: DEFAULT_AGENT, errors: [] };
    try {
      return readAgentConfig(readFileSync(this.path, 'utf8'), this.#good);
    } catch (error) {
      return { config: this.#good, errors: [`The file cannot be read: ${(error as Error).message}`] };
    }
  }

  /** What changes when the file does. */
  #mark(): string {
    try {
      const { mtimeNs, size, ino } = statSync(this.path, { bigint: true });
      return `${mtimeNs} ${size} ${ino}`;
    } catch {
      return MISSING;
    }
  }
}

const MISSING = 'missing';
