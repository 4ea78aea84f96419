import type { JobsError } from '../errors/jobs-error.ts';
import { type EngineChoice, chooseEngine, toEngineError } from './choose-engine.ts';

export type EngineQuestion<Engine> = {
  readonly choice: EngineChoice | undefined;
  readonly engines: { readonly offline: Engine; readonly llm: Engine | undefined };
  readonly signal: AbortSignal | undefined;
};

/**
 * Asks the engine that is wanted and, unless it was wanted for certain, the rules when a model fails. They are told what
 * went wrong, so that the answer can say so.
 */
export async function askEngines<Engine, Answer>(
  { choice = 'auto', engines, signal }: EngineQuestion<Engine>,
  ask: (engine: Engine, failure?: JobsError) => Promise<Answer>,
): Promise<Answer> {
  const engine = chooseEngine(choice, engines);
  try {
    return await ask(engine);
  } catch (cause) {
    if (signal?.aborted === true || engine === engines.offline) throw cause;
    const error = toEngineError(cause);
    if (choice === 'llm') throw error;
    return await ask(engines.offline, error);
  }
}
