import type { Completion } from '../arguments/command-spec.ts';
import { REPL_COMMANDS } from './commands/repl-commands.ts';
import type { Known } from './complete-line.ts';
import type { ReplSession } from './repl-session.ts';

const TIMEOUT_MS = 2_000;

/** The names that can be completed. The server is asked for them once, when the first one is wanted. */
export class KnownNames {
  readonly #session: ReplSession;
  readonly #found = new Map<Completion, readonly string[]>([['command', REPL_COMMANDS.map(({ names }) => names[0])]]);

  constructor(session: ReplSession) {
    this.#session = session;
  }

  /** Completes with what is known, after asking for what this very line needs. */
  async complete(complete: (known: Known) => [string[], string]): Promise<[string[], string]> {
    const wanted = new Set<Completion>();
    const watch = (kind: Completion) => (wanted.add(kind), this.#now(kind));
    complete({
      get agent() {
        return watch('agent');
      },
      get task() {
        return watch('task');
      },
      get swarm() {
        return watch('swarm');
      },
      get command() {
        return watch('command');
      },
    });
    await Promise.all([...wanted].map((kind) => this.#ask(kind)));
    return complete({
      agent: this.#now('agent'),
      task: this.#now('task'),
      swarm: this.#now('swarm'),
      command: this.#now('command'),
    });
  }

  #now(kind: Completion): readonly string[] {
    const found = this.#found.get(kind) ?? [];
    return kind === 'task' ? [...new Set([...this.#session.tasks, ...found])] : found;
  }

  async #ask(kind: Completion): Promise<void> {
    if (this.#found.has(kind)) return;
    try {
      this.#found.set(kind, await this.#fetch(kind));
    } catch {
      // A server that cannot be reached now is asked again at the next try.
    }
  }

  async #fetch(kind: Completion): Promise<readonly string[]> {
    const { client } = this.#session;
    const options = { timeoutMs: TIMEOUT_MS };
    switch (kind) {
      case 'agent':
        return (await client.getAgents(options)).agents.map(({ name }) => name);
      case 'task':
        return Object.keys(await client.getTasks(options));
      case 'swarm':
        return (await client.getSwarms(options)).swarms.map(({ swarmName }) => swarmName);
      case 'command':
        return [];
    }
  }
}
