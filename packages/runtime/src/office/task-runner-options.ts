import type { Store, Task } from '@posthouse/store';
import type { Agent } from '../definitions/agent.ts';
import type { ActionOverride, SwarmDefinition } from '../definitions/swarm-definition.ts';
import type { Federation } from '../federation/federation.ts';
import type { LiveHub } from '../live/live-hub.ts';
import type { StepModels } from '../manual/step-models.ts';
import type { Respond } from '../models/respond.ts';
import type { HeldWrites } from './held-writes.ts';

export type TaskRunnerOptions = {
  store: Store;
  /** Where the runner writes to. */
  writes: HeldWrites;
  /** The newest definition of the task's swarm. */
  definition: () => SwarmDefinition;
  live: LiveHub;
  respond: (agent: Agent) => Respond;
  stepModels: StepModels;
  /** What is needed to reach other swarms, where there are any. */
  federation?: Federation;
  actionOverride?: ActionOverride;
  now: () => number;
  /** A run has ended or paused, and the log says so. */
  onRest: (task: Task) => void;
  /** The runner has let go of its task, or has lost it. */
  onGone: () => void;
  onError: (error: unknown) => void;
};
