import { number } from './setting-kinds.ts';

/** A limit of runs, for swarms and messages that do not say otherwise. */
function runLimit(name: string, about: string, { whole = true } = {}) {
  return {
    key: `server.runs.${name}`,
    kind: number({ least: whole ? 1 : 0, whole }),
    environment: `MAIL_RUN_${name.toUpperCase()}`,
    flag: `run-${name.replaceAll('_', '-')}`,
    fallback: undefined,
    about,
  };
}

/** What one run may use. The defaults are those of the runtime, which the command line does not load to know its flags. */
export const RUN_SETTINGS = {
  runTurns: runLimit('turns', 'Model calls that a run may make.'),
  runRepeats: runLimit('repeats', 'How often an agent may repeat the same call without success.'),
  runMilliseconds: runLimit('milliseconds', 'How long a run may take; no limit unless given.'),
  runTokens: runLimit('tokens', 'Tokens that a run may use; no limit unless given.'),
  runCost: runLimit('cost', 'What a run may cost; no limit unless given.', { whole: false }),
  runResultBytes: runLimit('result_bytes', 'How much of an action’s result the model reads.'),
  runStoredResultBytes: runLimit('stored_result_bytes', 'How much of an action’s result is stored.'),
  runTextBytes: runLimit('text_bytes', 'How much a model may write in one answer.'),
};
