import { defined, PosthouseError } from '@posthouse/protocol';
import type { Agent } from '../definitions/agent.ts';
import type { ModelObject } from '../models/providers/model-options.ts';
import type { StepContext } from '../task/step-context.ts';

/** Models that steps were given as objects. They cannot be stored, so a step that needs one ends with this process. */
export type StepModels = ReadonlyMap<string, ModelObject>;

/** The agent as a step wants it: with another model or another system prompt, and everything else its own. */
export function toSteppedAgent(agent: Agent, step: StepContext | undefined, models: StepModels): Agent {
  if (step === undefined) return agent;
  const { model, system } = step;
  if (model === undefined && system === undefined) return agent;
  const { run, model: own, ...rest } = agent;
  return Object.freeze({
    ...rest,
    ...(model === undefined ? { run, model: own } : { model: toModel(step, model, models) }),
    ...defined({ system }),
  });
}

function toModel({ id, modelInMemory }: StepContext, name: string, models: StepModels): string | ModelObject {
  if (modelInMemory !== true) return name;
  const model = models.get(id);
  if (model !== undefined) return model;
  throw new PosthouseError({
    code: 'model_failed',
    message: `the step was given its model ${name} as an object, which exists only in the process that got it; send the step again, or give the model by name`,
  });
}
