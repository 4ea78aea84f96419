import type { AgentSession, AnyAgentAdapter, OpenOptions } from '@posthouse/agents';
import { invalidInput } from '@posthouse/protocol';

export type AgentLineOptions = {
  adapter: AnyAgentAdapter;
  open: Omit<OpenOptions, 'agentSessionId'>;
  /** The conversation to resume, and the one to begin a copy of. */
  known: () => { agentSessionId?: string | undefined; forkOf?: string | undefined };
};

/** How long an agent may take to let go. */
const CLOSE_MS = 5_000;

/** The way to the agent of one session: opened when it is needed, closed when it is not, and opened again. */
export class AgentLine {
  readonly #options: AgentLineOptions;
  #open: Promise<AgentSession> | undefined;

  constructor(options: AgentLineOptions) {
    this.#options = options;
  }

  get adapter(): AnyAgentAdapter {
    return this.#options.adapter;
  }

  /** The model that was asked for, if one was. */
  get model(): string | undefined {
    return this.#options.open.model;
  }

  /** The agent's side of the conversation. What could not be opened may be there the next time. */
  async get(): Promise<AgentSession> {
    this.#open ??= this.#begin();
    const opening = this.#open;
    opening.catch(() => {
      if (this.#open === opening) this.#open = undefined;
    });
    return opening;
  }

  /** A copy of the agent's side, for another session. */
  async fork(): Promise<AgentSession> {
    const session = await this.get();
    if (session.fork !== undefined) return session.fork();
    const { name } = this.#options.adapter;
    throw invalidInput(`the agent '${name}' cannot fork a conversation`);
  }

  /** Takes a side that is open already. */
  use(session: AgentSession): void {
    this.#open = Promise.resolve(session);
  }

  /** Ends the agent's processes, within a few seconds. The conversation can be taken up again. */
  async close(): Promise<void> {
    const opening = this.#open;
    this.#open = undefined;
    const session = await opening?.catch(() => undefined);
    if (session === undefined) return;
    const { promise: late, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(resolve, CLOSE_MS);
    const closed = session[Symbol.asyncDispose]().then(
      () => undefined,
      () => undefined,
    );
    await Promise.race([closed, late]);
    clearTimeout(timer);
  }

  async #begin(): Promise<AgentSession> {
    const { adapter, open, known } = this.#options;
    const { agentSessionId, forkOf } = known();
    if (agentSessionId !== undefined || forkOf === undefined) return adapter.open({ ...open, agentSessionId });
    await using parent = await adapter.open({ ...open, agentSessionId: forkOf });
    return (await parent.fork?.()) ?? adapter.open(open);
  }
}
