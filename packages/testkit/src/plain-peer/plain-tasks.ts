import { findFieldProblem, type PlainLetter } from './plain-letter.ts';

/** A task as MAIL's own server keeps it. */
export type PlainTask = {
  owner: string;
  contributors: string[];
  /** The swarms that its agents have written to: those that are told when it is complete. */
  remoteSwarms: Set<string>;
  isComplete: boolean;
};

export type Direction = 'forward' | 'back';

/** A letter is taken, or refused with a status and a sentence. */
export type Judgement = { task: PlainTask } | { status: number; detail: string };

export type PlainSwarm = {
  name: string;
  agents: readonly string[];
  /** Who the caller of a route is, by its token. */
  caller: string;
};

/** The tasks of a server that knows a task only once and takes whatever belongs to it. */
export class PlainTasks {
  readonly #tasks = new Map<string, PlainTask>();

  get(taskId: string): PlainTask | undefined {
    return this.#tasks.get(taskId);
  }

  /** The task of a user here. */
  own(taskId: string, owner: string): PlainTask {
    const task = this.#tasks.get(taskId) ?? {
      owner,
      contributors: [owner],
      remoteSwarms: new Set<string>(),
      isComplete: false,
    };
    this.#tasks.set(taskId, task);
    return task;
  }

  /** Judges a letter in the order and in the words of MAIL's own server, and keeps what it says about its task. */
  take(direction: Direction, message: PlainLetter | undefined, swarm: PlainSwarm): Judgement {
    const problem = findFieldProblem(message);
    if (message === undefined || problem !== undefined) return { status: 400, detail: problem! };
    return direction === 'forward' ? this.#forward(message, swarm) : this.#back(message, swarm);
  }

  #forward(message: PlainLetter, { name, agents, caller }: PlainSwarm): Judgement {
    const { task_id: taskId } = message.payload;
    const problem = findRoutingProblem(message, name, agents);
    if (problem !== undefined) return refuse('forward', problem);
    if (this.#tasks.has(taskId)) return refuse('forward', `a task with ID '${taskId}' already exists in swarm memory`);
    const task = {
      owner: message.task_owner,
      contributors: [...message.task_contributors, `swarm:${caller}@${name}`],
      remoteSwarms: new Set<string>(),
      isComplete: false,
    };
    this.#tasks.set(taskId, task);
    return { task };
  }

  #back(message: PlainLetter, { name, agents }: PlainSwarm): Judgement {
    const { task_id: taskId } = message.payload;
    const task = this.#tasks.get(taskId);
    if (task === undefined) return { status: 400, detail: 'task is not running' };
    const isOurs = (contributor: string): boolean => contributor.split('@')[1] === name;
    if (!message.task_contributors.some(isOurs)) {
      return { status: 404, detail: `no mail instance found for task with id ${taskId}` };
    }
    const problem = findRoutingProblem(message, name, agents);
    if (problem !== undefined) return refuse('back', problem);
    if (task.owner !== message.task_owner) {
      return refuse('back', `task owner mismatch: expected '${task.owner}', got '${message.task_owner}'`);
    }
    task.contributors = [...message.task_contributors];
    return { task };
  }
}

function findRoutingProblem(
  { payload, target_swarm: target }: PlainLetter,
  swarm: string,
  agents: readonly string[],
): string | undefined {
  if (target !== swarm) return `received interswarm message for wrong swarm: '${target}'`;
  const recipients = payload.recipients ?? (payload.recipient === undefined ? [] : [payload.recipient]);
  for (const { address } of recipients) {
    const [agent = '', at] = address.split('@');
    // A name without a swarm is not looked up.
    if (at === swarm && !agents.includes(agent)) return `unknown local agent: '${agent}'`;
  }
  return undefined;
}

function refuse(direction: Direction, reason: string): Judgement {
  const route = `server failed to receive interswarm ${direction} message: error routing interswarm message`;
  return { status: 500, detail: `${route}: router failed to receive interswarm message ${direction}: ${reason}` };
}
