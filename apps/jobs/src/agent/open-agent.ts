import { AgentConfigFile } from './agent-config-file.ts';
import { KeyFile } from './key-file.ts';
import { type ChooseModels, modelChooser } from './model-choice.ts';
import type { Environment } from './resolve-model.ts';

/** An agent as it is set up: its files, and the models that it thinks with. */
export type Agent = {
  readonly id: string;
  readonly file: AgentConfigFile;
  readonly keys: KeyFile;
  readonly choose: ChooseModels;
};

/** Opens the agent of a data folder; its files are made if there are none. */
export function openAgent({ dataDir, id, env }: { dataDir: string; id: string; env: Environment }): Agent {
  const file = new AgentConfigFile({ dataDir, agentId: id });
  file.create();
  const keys = new KeyFile({ dataDir });
  keys.create();
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value !== ''));
  return { id, file, keys, choose: modelChooser(file, () => ({ ...keys.read().keys, ...given })) };
}
