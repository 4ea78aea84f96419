import type { Budget, JSONObject, JSONSchema, LiveText, OpenCall, ToolSpec, UsedBudget } from '@posthouse/protocol';
import type { Mail, Task, Turn } from '@posthouse/store';
import type { MeteredCalls } from '../respond/call-meter.ts';
import type { RunLedger } from './run-ledger.ts';
import type { Cause } from './cause.ts';
import { readTurn, waitingCalls } from './turn-data.ts';

/** What the runtime keeps with a task between turns. Small, because every write may carry it. */
export type TaskData = {
  contributors?: string[];
  /** Whose task it is, if another swarm brought it here: `role:id@swarm`. */
  taskOwner?: string;
  /** By swarm that we asked for help: who works on the task there. Like all that follows, only the owner writes it. */
  runners?: Record<string, string>;
  /** Lets swarms that were brought in by others write back about this task. */
  invitation?: string;
  /** By swarm that works on the task: what lets whoever has it write to us about this task, also when nobody is at work. */
  invitations?: Record<string, string>;
  /** By swarm: how often its mail could not be delivered since it last could. */
  attempts?: Record<string, number>;
  /** By swarm: in which of our runs its log was read up to where. */
  followed?: Record<string, { run: number; seq: number }>;
  /** On a task that was forked: what it goes on from. */
  forked?: Forked;
  current?: RunData;
  /** The budget that the open run waits for. */
  held?: UsedBudget;
  /** Number of the newest turn before the open run; turns are numbered per task. */
  lastTurn?: number;
  /** Agents that had a turn before the open run. */
  agents?: string[];
};

/** A task as it stood before a run of its owner. */
export type ForkPlace = { taskId: string; beforeRun: number };

export type Forked = {
  /** Newest first. Another swarm may have taken part in the oldest of them only, and remembers that one. */
  from: ForkPlace[];
  /** Swarms that worked for us before the fork: there we have a task that can be forked too. */
  peers: string[];
  /** Instances of other swarms that worked on it for others, `role:id@swarm`. */
  parts?: string[];
};

/** What the open run was started with; what has become of it since is in its ledger. */
export type RunData = {
  run: number;
  entrypoint: string;
  /** Agents take turns only when they are told to. */
  manual?: true;
  tools?: ToolSpec[];
  responseFormat?: JSONSchema;
  /** An agent that was addressed directly and may therefore complete. */
  direct?: string;
  limits?: JSONObject;
  /** What the run may spend, where somebody said so for it alone. */
  budget?: Budget;
  /** The swarm that asked for the run, if one did. */
  caller?: TaskCaller;
  /** Letters that came while another run was open and started this one: they stand in the log behind this place. */
  letters?: { ids: string[]; after: number };
  /** The request and the span that started it, if they are known. */
  cause?: Cause;
  startedAt: number;
  /** Where the log of the run begins: everything of it stands behind this. */
  startSeq: number;
};

/** An agent of another swarm that a run works for. */
export type TaskCaller = {
  swarm: string;
  agent: string;
  /** The instance there that the run works for, if it says so. */
  instance?: string;
  /** The request that started the run, if it was one. */
  requestId?: string;
  /** Whether the swarm speaks our additions to MAIL. */
  ours: boolean;
  /** Through how many swarms the matter has come. */
  hops: number;
  /** By swarm: what lets us write to those who had the task before. */
  invitations?: Record<string, string>;
};

/** A task as the deciding functions see it. */
export type DecisionState = {
  task: Task;
  mail: Mail[];
  /** Unfinished turns. */
  open: Turn[];
  /** Text of turns that nothing is recorded of yet. */
  live: LiveText[];
  ledger: RunLedger;
  /** What model calls under way have used up, as far as this process knows. */
  unrecorded?: UnrecordedCalls[];
};

/** Model calls of a turn that nothing is recorded of. */
export type UnrecordedCalls = { agent: string; turn: number; metered: MeteredCalls[] };

export function dataOf(task: Task): TaskData {
  return task.data as unknown as TaskData;
}

export function toData(data: TaskData): JSONObject {
  return data as unknown as JSONObject;
}

export function contextOf(task: Task): { taskId: string; swarm: string } {
  return { taskId: task.taskId, swarm: task.owner.swarm };
}

/** The calls that wait for somebody outside, in the order of their turns. */
export function openCallsOf(open: readonly Turn[]): OpenCall[] {
  return open.flatMap((turn) =>
    waitingCalls(readTurn(turn)).map(({ callId, tool, input }) => ({ callId, tool, input })),
  );
}
