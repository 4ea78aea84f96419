import type { Mail, Task, Turn } from '@posthouse/store';
import type { SwarmDefinition } from '../definitions/swarm-definition.ts';
import type { TaskTexts } from '../live/task-texts.ts';
import type { Decision } from '../task/decision.ts';
import type { RunLedger } from '../task/run-ledger.ts';
import type { DecisionState } from '../task/task-data.ts';
import type { TaskWatch } from '../telemetry/task-watch.ts';

/** What dealing with other swarms needs of the task that it is done for. */
export interface PeerExchangeHost {
  readonly task: Task;
  readonly state: DecisionState;
  readonly ledger: RunLedger;
  readonly definition: SwarmDefinition;
  /** Told what happens, if anybody watches. */
  readonly watch?: TaskWatch | undefined;
  mail(): Mail[];
  openTurns(): Turn[];
  /** Applies a decision when the run is not ending; resolves when it is safe on disk, or with nothing if it cannot. */
  writeBeside(decide: () => Decision): Promise<unknown>;
  /** Applies a decision that pauses the run: nobody is asked about a call that somebody has just answered. */
  pause(decide: () => Decision): Promise<void>;
  now(): number;
  pump(): void;
}

export type PeerExchangeOptions = {
  /** Resolves when everything decided so far is safe on disk. */
  landed: () => Promise<void>;
  /** Where text is shown that is being written elsewhere. */
  texts: Pick<TaskTexts, 'relay' | 'recordRemote' | 'end'>;
  /** Called with what nobody else could be told. */
  onError: (error: unknown) => void;
};
