import type { AgentConfig } from './agent-config.ts';
import type { AgentConfigFile } from './agent-config-file.ts';
import { type Environment, type ResolvedModel, resolveModel } from './resolve-model.ts';

/** The models that an agent thinks with, as things are now. */
export type ModelChoice = {
  readonly config: AgentConfig;
  readonly primary: ResolvedModel;
  readonly fallback: ResolvedModel | undefined;
};

/** Chooses anew each time it is called, so that a change of the file or a new key counts at once. */
export type ChooseModels = () => ModelChoice;

/** The models of a configuration file and an environment, which is asked for anew each time. */
export function modelChooser(file: Pick<AgentConfigFile, 'read'>, environment: () => Environment): ChooseModels {
  return () => {
    const { config } = file.read();
    const env = environment();
    const { primary, fallback } = config.model;
    return {
      config,
      primary: resolveModel(primary, config, env),
      fallback: fallback === undefined ? undefined : resolveModel(fallback, config, env),
    };
  };
}

/** The first model that can be asked, and the one after it; none while the agent is offline. */
export function usableModels({ primary, fallback }: ModelChoice): Extract<ResolvedModel, { available: true }>[] {
  const usable = [primary, fallback].filter((each) => each?.available === true);
  const [first, second] = usable;
  const isSame = first?.model.id === second?.model.id && first?.model.baseUrl === second?.model.baseUrl;
  return isSame ? usable.slice(0, 1) : usable;
}
