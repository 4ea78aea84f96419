import { AgentConfigFile } from './agent-config-file.ts';
import { type ChooseModels, modelChooser } from './model-choice.ts';
import type { Environment } from './resolve-model.ts';

/** An agent as it is set up: its file, and the models that it thinks with. */
export type Agent = { readonly id: string; readonly file: AgentConfigFile; readonly choose: ChooseModels };

/** Opens the agent of a data folder; its file is made if there is none. */
export function openAgent({ dataDir, id, env }: { dataDir: string; id: string; env: Environment }): Agent {
  const file = new AgentConfigFile({ dataDir, agentId: id });
  file.create();
  return { id, file, choose: modelChooser(file, env) };
}
