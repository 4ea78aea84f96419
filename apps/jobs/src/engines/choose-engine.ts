import { JobsError } from '../errors/jobs-error.ts';

/** Which engine is wanted: a language model if there is one, one for certain, or the rules. */
export const ENGINE_CHOICES = ['auto', 'llm', 'offline'] as const;
export type EngineChoice = (typeof ENGINE_CHOICES)[number];

type Pair<Engine> = { readonly offline: Engine; readonly llm: Engine | undefined };

/** The engine to ask first; `llm_unavailable` when a model is asked for and none is set up. */
export function chooseEngine<Engine>(choice: EngineChoice, { offline, llm }: Pair<Engine>): Engine {
  if (choice === 'offline') return offline;
  if (llm !== undefined) return llm;
  if (choice === 'llm') throw new JobsError('llmUnavailable');
  return offline;
}

/** What to tell callers of a model that failed. */
export function toEngineError(cause: unknown): JobsError {
  if (cause instanceof JobsError) return cause;
  const reason = cause instanceof Error ? cause.message : String(cause);
  return new JobsError('llmFailed', { values: { reason }, cause });
}
