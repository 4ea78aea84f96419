import type { TaskStatus } from '../../task.ts';
import type { CommitCommand } from './model-commands.ts';

/** A task as the simplest store there is would keep it. */
export type ModelTask = {
  status: TaskStatus;
  run: number;
  openRun: number | null;
  epoch: number;
  node: string | null;
  log: string[];
  mail: Map<string, number>;
  openTurns: Set<string>;
  once: Map<string, string[]>;
  lastMail: number;
};

export type ModelOutcome = { code: string } | { texts: string[]; repeated: boolean };

const LEASE = 15_000;

/** What a store must come to, in the fewest words: everything in memory, one thing after the other. */
export class Model {
  readonly tasks: ModelTask[];
  readonly #beats = new Map<string, number>();
  #time = 0;

  /** Milliseconds since the model began. */
  get time(): number {
    return this.#time;
  }

  constructor(tasks: number) {
    this.tasks = Array.from({ length: tasks }, () => ({
      status: 'running',
      run: 0,
      openRun: null,
      epoch: 0,
      node: null,
      log: [],
      mail: new Map(),
      openTurns: new Set(),
      once: new Map(),
      lastMail: 0,
    }));
  }

  task(index: number): ModelTask {
    return this.tasks[index] as ModelTask;
  }

  passTime(milliseconds: number): void {
    this.#time += milliseconds;
  }

  beat(node: string): void {
    this.#beats.set(node, this.#time);
  }

  /** A node that asks for tasks is alive and keeps the ones it has; all others that are silent lose theirs. */
  buryTheSilent(asking: string): void {
    for (const node of [...this.#beats.keys()].filter((each) => this.livingOwner({ node: each }) === null)) {
      if (node === asking) this.beat(node);
      else this.leave(node);
    }
  }

  leave(node: string): void {
    this.#beats.delete(node);
    for (const task of this.tasks) if (task.node === node) task.node = null;
  }

  /** The owner, if it lives. */
  livingOwner({ node }: Pick<ModelTask, 'node'>): string | null {
    return node !== null && (this.#beats.get(node) ?? -Infinity) >= this.#time - LEASE ? node : null;
  }

  hasSomethingToDo({ status, openRun, openTurns, mail }: ModelTask): boolean {
    const isDue = [...mail.values()].some((due) => due <= this.#time);
    return isDue || (status !== 'paused' && openTurns.size > 0) || (status === 'running' && openRun !== null);
  }

  claimable(): ModelTask[] {
    return this.tasks.filter((task) => this.livingOwner(task) === null && this.hasSomethingToDo(task));
  }

  claim(task: ModelTask, node: string): void {
    task.node = node;
    task.epoch += 1;
    this.beat(node);
  }

  release(task: ModelTask, epoch: number): boolean {
    if (task.epoch !== epoch || this.hasSomethingToDo(task)) return false;
    task.node = null;
    return true;
  }

  commit(
    command: CommitCommand,
    { texts, take, put }: { texts: string[]; take: string[]; put: string[] },
  ): ModelOutcome {
    const task = this.task(command.task);
    const known = command.once === undefined ? undefined : task.once.get(command.once);
    if (known !== undefined) return { texts: known, repeated: true };
    if (command.epoch === 'old') return { code: 'fenced' };
    if (command.run === 'start' && task.openRun !== null) return { code: 'stale' };
    if (command.run === 'end' && task.openRun === null) return { code: 'stale' };
    if (new Set(take).size < take.length || take.some((id) => !task.mail.has(id))) return { code: 'stale' };
    for (const id of take) task.mail.delete(id);
    for (const id of put) task.mail.set(id, this.#time + command.delay);
    this.#follow(task, command);
    task.log.push(...texts);
    if (command.once !== undefined) task.once.set(command.once, texts);
    return { texts, repeated: false };
  }

  #follow(task: ModelTask, { run, status, turn, fence, claim }: CommitCommand): void {
    if (run === 'start') {
      task.run += 1;
      task.openRun = task.run;
      task.status = 'running';
    } else if (run === 'end') {
      task.openRun = null;
      task.status = 'complete';
    }
    task.status = status ?? task.status;
    if (turn?.done === false) task.openTurns.add(turn.agent);
    if (turn?.done === true) task.openTurns.delete(turn.agent);
    const claims = claim !== undefined && task.node !== claim && this.livingOwner(task) === null;
    if (claims) this.claim(task, claim);
    else if (fence) task.epoch += 1;
  }
}
