import type { Committed, Store, Task, TaskKey, Write } from '@posthouse/store';
import type { Agent } from '../definitions/agent.ts';
import type { ActionOverride, SwarmDefinition } from '../definitions/swarm-definition.ts';
import type { Federation } from '../federation/federation.ts';
import type { LiveHub } from '../live/live-hub.ts';
import type { StepModels } from '../manual/step-models.ts';
import type { Respond, TakeSlot } from '../respond/respond.ts';
import type { Telemetry } from '../telemetry/telemetry.ts';
import type { BudgetGate } from '../budgets/budget-gate.ts';

export type TaskRunnerOptions = {
  store: Store;
  /** Writes something down for the owner of the task, as soon as there is room. */
  commit: (write: Write & { task: TaskKey }) => Promise<Committed>;
  /** Whether something of the task waits for room on the disk. */
  isHeld: (task: TaskKey) => boolean;
  /** Asked before every model call whether there is anything left to spend. */
  gate: BudgetGate;
  /** The newest definition of the task's swarm. */
  definition: () => SwarmDefinition;
  live: LiveHub;
  takeSlot: TakeSlot;
  respond: (agent: Agent) => Respond;
  stepModels: StepModels;
  /** What is needed to reach other swarms, where there are any. */
  federation?: Federation;
  actionOverride?: ActionOverride;
  /** Where to tell what happens, if anybody wants to know. */
  telemetry?: Telemetry | undefined;
  now: () => number;
  /** A run has ended or paused, and the log says so. */
  onRest: (task: Task) => void;
  /** Another process has changed the task; the runner has read it again, or has lost it. No end of a run is announced that it found so. */
  onReread: () => void;
  /** The runner has let go of its task, or has lost it. */
  onGone: () => void;
  onError: (error: unknown) => void;
};
