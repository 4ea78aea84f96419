import { newId } from '@posthouse/protocol';
import type { Store } from '../../store.ts';
import type { Task, TaskKey } from '../../task.ts';
import type { Committed, Write } from '../../write/write.ts';
import { Model, type ModelOutcome, type ModelTask } from './model.ts';
import { type Command, type CommitCommand, TASKS } from './model-commands.ts';
import { type ContractOptions, mailTo, notice, refusalOf, runEnded, runStarted, turnOf } from './samples.ts';

/** What the store said, and what the model says it should have. */
export type Answer = { actual: unknown; expected: unknown };

type Step = { write: Write; expected: ModelOutcome };

/** The model and a store side by side: the same commands to both. */
export class ModelRun {
  readonly #model = new Model(TASKS);
  readonly #store: Store;
  readonly #passTime: ContractOptions['passTime'];
  readonly #keys: TaskKey[];
  // The swarm and the nodes are this run's own: the store may have been used before.
  readonly #swarm: string;
  readonly #start: number;
  #texts = 0;

  private constructor(store: Store, passTime: ContractOptions['passTime'], tasks: Task[]) {
    this.#store = store;
    this.#passTime = passTime;
    this.#keys = tasks.map(({ key }) => key);
    this.#swarm = tasks[0]?.owner.swarm ?? '';
    this.#start = Date.parse(tasks[0]?.createdAt ?? '');
  }

  static async start(store: Store, passTime: ContractOptions['passTime']): Promise<ModelRun> {
    const owner = { swarm: newId(), role: 'user', id: 'alice' } as const;
    const made = Array.from({ length: TASKS }, (_, index) =>
      store.commit({ task: { owner, taskId: `${index}` }, entries: [] }),
    );
    return new ModelRun(
      store,
      passTime,
      (await Promise.all(made)).map(({ task }) => task),
    );
  }

  async perform(command: Command): Promise<Answer> {
    switch (command.type) {
      case 'commit':
        return this.performAtOnce([command]);
      case 'claim':
        return this.#claim(this.#node(command.node), command.max);
      case 'release': {
        const task = this.#model.task(command.task);
        const epoch = command.epoch === 'old' ? task.epoch - 1 : task.epoch;
        const expected = this.#model.release(task, epoch);
        return { expected, actual: await this.#store.release(this.#key(command.task), epoch) };
      }
      case 'heartbeat':
        this.#model.beat(this.#node(command.node));
        return { expected: undefined, actual: await this.#store.heartbeat(this.#node(command.node)) };
      case 'leave':
        this.#model.leave(this.#node(command.node));
        return { expected: undefined, actual: await this.#store.leave(this.#node(command.node)) };
      case 'pass-time':
        this.#model.passTime(command.milliseconds);
        return { expected: undefined, actual: await this.#passTime(command.milliseconds) };
    }
  }

  /** Sends all commits, without waiting for one before the next. */
  async performAtOnce(commits: CommitCommand[]): Promise<Answer> {
    const steps = commits.map((command) => this.#decide(command));
    const actual = await Promise.all(steps.map(({ write }) => outcomeOf(this.#store.commit(write))));
    return { actual, expected: steps.map(({ expected }) => expected) };
  }

  /** Everything as it can be read back: what is lost, doubled or out of place shows. */
  async readBack(): Promise<Answer> {
    const actual = await Promise.all(
      this.#keys.map(async (key) => {
        const { task, mail, open } = await this.#store.load(key);
        const { entries, head } = await this.#store.read(key, 0, 10_000);
        return {
          ...this.#standing(task),
          mail: mail.map(({ id }) => id).toSorted(),
          open: open.map(({ agent }) => agent).toSorted(),
          log: textsOf(entries),
          hasGaps: entries.some(({ seq }, index) => seq !== index + 1) || head !== entries.length || head !== task.head,
        };
      }),
    );
    const expected = this.#model.tasks.map((task) => ({
      ...this.#standing(task),
      mail: [...task.mail.keys()].toSorted(),
      open: [...task.openTurns].toSorted(),
      log: task.log,
      hasGaps: false,
    }));
    return { actual, expected };
  }

  #decide(command: CommitCommand): Step {
    const before = this.#model.task(command.task);
    const texts = Array.from({ length: command.entries }, () => `text ${(this.#texts += 1)}`);
    const take = command.take.map((back) => `m-${before.lastMail - back}`);
    const put = Array.from({ length: command.put }, () => `m-${(before.lastMail += 1)}`);
    const write = this.#write(command, before, { texts, take, put });
    return { write, expected: this.#model.commit({ ...command, ...this.#claimOf(command) }, { texts, take, put }) };
  }

  #write(command: CommitCommand, task: ModelTask, ids: { texts: string[]; take: string[]; put: string[] }): Write {
    const { epoch, once, status, turn, run, delay } = command;
    const due = delay === 0 ? {} : { due: this.#start + this.#model.time + delay };
    return {
      task: this.#key(command.task),
      entries: [
        ...(run === 'start' ? [runStarted(task.run + 1)] : []),
        ...ids.texts.map((text) => notice(text)),
        ...(run === 'end' ? [runEnded(task.openRun ?? 1)] : []),
      ],
      take: ids.take,
      put: ids.put.map((id) => mailTo('writer', { id, ...due })),
      ...(epoch === undefined ? {} : { expect: { epoch: epoch === 'old' ? task.epoch - 1 : task.epoch } }),
      once,
      status,
      ...(turn === undefined ? {} : { turns: [turnOf(turn.agent, 1, { done: turn.done })] }),
      ...(command.fence ? { fence: true } : {}),
      ...this.#claimOf(command),
    };
  }

  /** Which of several tasks are claimed is up to the store; the model follows it, and checks the rest. */
  async #claim(node: string, max: number): Promise<Answer> {
    this.#model.buryTheSilent(node);
    const claimable = this.#model.claimable();
    const claimed = await this.#store.claim(node, [this.#swarm], max);
    const tasks = claimed.map(({ key }) => this.#model.task(this.#keys.indexOf(key)));
    const isRight =
      claimed.length === Math.min(max, claimable.length) && tasks.every((task) => claimable.includes(task));
    for (const task of tasks) this.#model.claim(task, node);
    return {
      actual: [isRight, ...claimed.map((task) => this.#standing(task))],
      expected: [true, ...tasks.map((task) => this.#standing(task))],
    };
  }

  /** An owner that has fallen silent may or may not be named still; it makes no difference. */
  #standing(task: Task | ModelTask): object {
    const { status, run, openRun, epoch } = task;
    return { status, run, openRun, epoch, node: this.#model.livingOwner(task) };
  }

  #claimOf({ claim }: CommitCommand): { claim?: string } {
    return claim === undefined ? {} : { claim: this.#node(claim) };
  }

  #node(name: string): string {
    return `${name} ${this.#swarm}`;
  }

  #key(index: number): TaskKey {
    return this.#keys[index] as TaskKey;
  }
}

async function outcomeOf(commit: Promise<Committed>): Promise<ModelOutcome> {
  const code = await refusalOf(commit);
  if (code !== undefined) return { code };
  const { entries, repeated } = await commit;
  return { texts: textsOf(entries), repeated };
}

function textsOf(entries: Committed['entries']): string[] {
  return entries.flatMap((entry) => (entry.type === 'notice' ? [entry.text] : []));
}
