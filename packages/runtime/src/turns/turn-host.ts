import type { LiveText } from '@posthouse/protocol';
import type { Mail, Task, Turn } from '@posthouse/store';
import type { Agent } from '../definitions/agent.ts';
import type { ActionOverride, SwarmDefinition } from '../definitions/swarm-definition.ts';
import type { StepModels } from '../manual/step-models.ts';
import type { MessageContext } from '../messages/compose-messages.ts';
import type { Respond, TakeSlot, TextDelta } from '../respond/respond.ts';
import type { CallMeter } from '../respond/call-meter.ts';
import type { Decision } from '../task/decision.ts';
import type { RunLedger } from '../task/run-ledger.ts';
import type { TaskWatch } from '../telemetry/task-watch.ts';
import type { TurnWatch } from '../telemetry/turn-watch.ts';
import type { RunData, UnrecordedCalls } from '../task/task-data.ts';
import type { Outside } from '../tools/settle-mail-call.ts';
import type { ToolSet } from '../tools/to-tool-set.ts';

/** What a turn needs of the task it belongs to. */
export interface TurnHost {
  readonly definition: SwarmDefinition;
  readonly context: MessageContext;
  readonly owner: string;
  /** The open run as it stands now. */
  readonly run: RunData;
  readonly ledger: RunLedger;
  readonly task: Task;
  /** Every unfinished turn of the task. */
  openTurns(): Turn[];
  /** All mail that no commit has taken yet, what running turns are reading included. */
  mail(): Mail[];
  /** The text of running turns that nothing is recorded of yet. */
  live(): LiveText[];
  /** What agents can reach beyond their swarm, if anything. */
  outside(): Outside | undefined;
  /** Whether another agent is busy or has mail to read. */
  othersAtWork(agent: string): boolean;
  /** The turns that make up an agent's prompt: the newest summary, then every done turn it does not cover. */
  history(agent: string): Promise<readonly Turn[]>;
  /** Waits until a request to a model's provider may be made. */
  takeSlot: TakeSlot;
  /** What answers for an agent of the swarm, or for one that was made of it for a single call. */
  respond(agent: Agent): Respond;
  readonly stepModels: StepModels;
  /** What an agent may call in the open run. */
  tools(agent: Agent): ToolSet;
  /** Applies a decision at once and makes it durable; resolves when it is. */
  commit(decision: Decision): Promise<void>;
  /** Applies a decision that pauses the run: nobody is asked about a call that somebody has just answered. */
  pause(decide: () => Decision): Promise<void>;
  /** Makes a decision that ends the run, as often as it takes until nobody has interfered. */
  end(decide: () => Decision): Promise<unknown>;
  readonly actionOverride?: ActionOverride;
  /** Told what happens, if anybody watches. */
  readonly watch?: TaskWatch | undefined;
  now(): number;
  /** Throws `budget_exceeded` when there is nothing left to spend. */
  mayAsk(): Promise<void>;
  /** What model calls under way have used up, of which nothing is recorded. */
  unrecorded(): UnrecordedCalls[];
}

/** The place of one agent in one turn: what it is reading, and how it can be reached while it works. */
export interface Seat {
  readonly agent: Agent;
  readonly turn: number;
  /** Mail that the turn has taken so far; the store learns of it with the turn's first commit. */
  taken: Mail[];
  /** Told what happens in the turn, if anybody watches. */
  watch?: TurnWatch | undefined;
  /** Gives its number to a summary that comes before it, and takes the next one. Only before anything was shown of it. */
  yieldNumber(): number;
  /** Counts a model call: the number of the turn stands for the first one, each of the others uses up one more. */
  countCall(): void;
  /** Whether it does nothing but wait for its turn to ask the model. */
  isQueued: boolean;
  /** Counts what the turn's model calls use up. */
  readonly meter: CallMeter;
  /** Aborts when the run ends or the process shuts down. */
  readonly signal: AbortSignal;
  /** A signal for one model call, which an interrupt aborts too. */
  listen(): AbortSignal;
  /** Takes interrupts that came in since the last time. */
  takeInterrupts(): Mail[];
  hasInterrupt(): boolean;
  onDelta(attempt: number, delta: TextDelta): void;
  /** The text written in this attempt so far, to be logged when it is recorded or abandoned. */
  textOf(attempt: number): LiveText[];
}
