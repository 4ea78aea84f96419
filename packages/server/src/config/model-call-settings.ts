import { number } from './setting-kinds.ts';

/** A bound on the model calls of the process. */
function callBound(name: string, about: string, kind = number({ least: 1 })) {
  return {
    key: `server.model_calls.${name}`,
    kind,
    environment: `MAIL_MODEL_CALLS_${name.toUpperCase()}`,
    flag: `model-calls-${name.replaceAll('_', '-')}`,
    about,
  };
}

/** How many model calls are made at once, and how many wait. The defaults are those of the runtime. */
export const CALL_SETTINGS = {
  callsAtOnce: callBound('at_once', 'Model calls that the process makes at once; further calls are queued.'),
  callsPerSwarm: callBound('per_swarm', 'Model calls of one swarm at once.'),
  callsPerCaller: callBound('per_caller', 'Model calls of one caller at once.'),
  callsPerModel: callBound('per_model', 'Calls to one model at once.'),
  callsWaiting: callBound(
    'waiting',
    'Model calls that may be queued; new messages beyond that get 429. Of each caller, only as many as it may queue are counted.',
  ),
  callsWaitingPerCaller: callBound(
    'waiting_per_caller',
    'Model calls of one caller that may be queued; new messages of the caller beyond that get 429.',
  ),
  callPatienceSeconds: callBound(
    'patience_seconds',
    'How long calls wait for a model whose provider refuses them all because there are too many.',
    number({ least: 0.001, whole: false }),
  ),
};
