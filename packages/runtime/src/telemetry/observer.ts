/** Why a request to a model failed. */
export type ModelFailureReason = 'rate_limited' | 'refused' | 'unavailable' | 'broken' | 'cancelled';

/** One request to a model; each retry counts separately. */
export type ModelFact = {
  swarm: string;
  agent: string;
  model: string;
  /** Until the answer was whole, or failed. */
  seconds: number;
  /** Until the first piece of an answer came, if one did. */
  firstSeconds?: number;
  failure?: ModelFailureReason;
};

/** One action that ran. */
export type ActionFact = {
  swarm: string;
  agent: string;
  action: string;
  seconds: number;
  /** The code of its error, if it failed. */
  failure?: string;
};

/** Told what the runtime does beyond what the log tells: once for each fact, when it is over. */
export interface Observer {
  modelAsked(fact: ModelFact): void;
  actionRan(fact: ActionFact): void;
}
