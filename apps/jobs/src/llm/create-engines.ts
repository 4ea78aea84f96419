import type { ChooseModels } from '../agent/model-choice.ts';
import { offlineAnalysis } from '../analysis/analyze-offline.ts';
import type { Engines } from '../engines/engines.ts';
import { offlineTailoring } from '../tailoring/tailor-offline.ts';
import type { RetryOptions } from './ask-models.ts';
import { createLLMEngines } from './llm-engines.ts';

/** The engines of the services. Whether there is a model is looked up each time, because its setup may change. */
export function createEngines(choose: ChooseModels, retry: RetryOptions = {}): Engines {
  return {
    offline: { analysis: offlineAnalysis, tailoring: offlineTailoring },
    get llm(): NonNullable<Engines['llm']> {
      return createLLMEngines(choose, retry) as NonNullable<Engines['llm']>;
    },
  };
}
