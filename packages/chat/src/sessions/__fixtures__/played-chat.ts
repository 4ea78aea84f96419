import type { UserPart } from '@posthouse/agents';
import { type LogEntry, newId } from '@posthouse/protocol';
import type { AgentFunctionOutput, SwarmInstance } from '@posthouse/runtime';
import { openStore, type Store, type Task } from '@posthouse/store';
import { toChatRouting, toMailBody } from '../user-message.ts';

/** What an agent does with its turn: answers, uses a tool, or asks somebody. */
type Deed = 'answer' | 'work' | 'ask';

/** Something that happens in a chat; whoever cuts in writes to the writer, or to the helper beside it. */
export type Step = Deed | 'post' | 'cut in' | 'turn to helper' | 'stop';

const OUTPUTS: Record<Deed, AgentFunctionOutput> = {
  answer: { calls: [{ tool: 'task_complete', input: { finish_message: 'done' } }] },
  work: { calls: [{ tool: 'look', input: {} }] },
  ask: { calls: [{ tool: 'ask_human', input: {} }] },
};

/** A turn that has begun. */
type Turn = { who: string; do: (deed: Deed) => void };

export type SaidOptions = { parts?: UserPart[]; by?: 'chat' | 'mail'; whenOpen?: 'queue' | 'interrupt'; to?: string };

/** A conversation with a swarm whose agents do what a test wants next, and wait until it wants something. */
export class PlayedChat implements AsyncDisposable {
  readonly taskId = newId();
  readonly store: Store;
  #instance!: SwarmInstance;
  readonly #turns: Turn[] = [];
  #count = 0;

  private constructor(store: Store) {
    this.store = store;
  }

  static async open(): Promise<PlayedChat> {
    const { action, agent, swarm } = await import('@posthouse/runtime');
    const chat = new PlayedChat(await openStore('sqlite::memory:'));
    const parameters = { type: 'object', properties: {} } as const;
    const actions = ['look', 'ask_human'].map((name) =>
      action({ name, description: name, parameters, execute: () => 'seen' }),
    );
    const member = (name: string, other: string) =>
      agent({
        name,
        commTargets: [other],
        actions,
        enableEntrypoint: true,
        canCompleteTasks: true,
        run: ({ signal }) => chat.#turn(name, signal),
      });
    const team = swarm({
      name: 'team',
      version: '1.0.0',
      entrypoint: 'writer',
      breakpointTools: ['ask_human'],
      agents: [member('writer', 'helper'), member('helper', 'writer')],
    });
    chat.#instance = await team.instantiate({ store: chat.store, userId: 'alice' });
    return chat;
  }

  /** The log of a chat in which all of this happens, as far as it can. */
  static async record(steps: readonly Step[]): Promise<LogEntry[]> {
    await using chat = await PlayedChat.open();
    for (const step of steps) await chat.take(step);
    return chat.log();
  }

  async take(step: Step): Promise<void> {
    const id = `u${(this.#count += 1)}`;
    if (step === 'post') return this.say(id);
    const task = await this.#task();
    if (task === undefined || task.openRun === null) return undefined;
    if (step === 'stop') return this.stop();
    if (task.status === 'paused') return undefined;
    if (step === 'cut in') return this.say(id, { whenOpen: 'interrupt' });
    if (step === 'turn to helper') return this.say(id, { whenOpen: 'interrupt', to: 'helper' });
    return this.do(step);
  }

  /** Writes something as the owner of the chat does, until whoever is to read it at once does so. */
  async say(
    id: string,
    {
      parts = [{ type: 'text', text: `about ${id}` }],
      by = 'chat',
      whenOpen = 'queue',
      to = 'writer',
    }: SaidOptions = {},
  ): Promise<void> {
    const old = [...this.#turns];
    const isAtWork = (await this.#task())?.status === 'running';
    await this.#instance.submit({
      taskId: this.taskId,
      body: toMailBody(parts),
      whenOpen,
      entrypoint: to,
      ...(by === 'chat' ? { routingInfo: toChatRouting({ id, parts }) } : {}),
    });
    if (!isAtWork) return until(() => this.#hasBegun(old));
    if (whenOpen === 'interrupt')
      return until(() => this.#turns.some((turn) => turn.who === to && !old.includes(turn)));
  }

  /** Has whoever is at work, or the one who is named, do something, until that is in the log. */
  async do(deed: Deed, who?: string): Promise<void> {
    const turn = this.#turns.find((each) => who === undefined || each.who === who)!;
    const old = [...this.#turns];
    const { run } = (await this.#task())!;
    this.#turns.splice(this.#turns.indexOf(turn), 1);
    turn.do(deed);
    if (deed === 'work') return until(() => this.#turns.some((each) => each.who === turn.who && !old.includes(each)));
    if (deed === 'ask') return until(async () => (await this.#task())!.status === 'paused');
    return until(async () => {
      const task = (await this.#task())!;
      return task.openRun === null ? this.#turns.length === 0 : task.run !== run && this.#hasBegun(old);
    });
  }

  async stop(): Promise<void> {
    await this.#instance.cancel(this.taskId);
    await until(() => this.#turns.length === 0);
  }

  /** Whether all that was under way is given up, and something else is. */
  #hasBegun(old: readonly Turn[]): boolean {
    return this.#turns.length > 0 && !this.#turns.some((turn) => old.includes(turn));
  }

  /** The log of a branch that goes on from before a run. */
  async fork(beforeRun: number): Promise<LogEntry[]> {
    const newTaskId = newId();
    await this.#instance.fork(this.taskId, { beforeRun, newTaskId });
    return this.#read((await this.#instance.task(newTaskId))!);
  }

  async log(): Promise<LogEntry[]> {
    const task = await this.#task();
    return task === undefined ? [] : this.#read(task);
  }

  async #read({ key, head }: Task): Promise<LogEntry[]> {
    return head === 0 ? [] : (await this.store.read(key, 0, head)).entries;
  }

  #task(): Promise<Task | undefined> {
    return this.#instance.task(this.taskId);
  }

  #turn(who: string, signal: AbortSignal): Promise<AgentFunctionOutput> {
    return new Promise((resolve, reject) => {
      const turn: Turn = { who, do: (deed: Deed) => resolve(OUTPUTS[deed]) };
      this.#turns.push(turn);
      signal.addEventListener('abort', () => {
        const at = this.#turns.indexOf(turn);
        if (at >= 0) this.#turns.splice(at, 1);
        reject(signal.reason as Error);
      });
    });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    // Whoever is still at work would be waited for.
    if ((await this.#task()) !== undefined) await this.stop();
    await this.#instance[Symbol.asyncDispose]();
    await this.store[Symbol.asyncDispose]();
  }
}

async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await isSo())) await new Promise((resolve) => setTimeout(resolve, 1));
}
