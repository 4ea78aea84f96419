import type { SwarmDefinition } from '@posthouse/runtime';
import { UsageError } from '../usage-error.ts';
import { importModule } from './import-module.ts';
import { toDefinitions } from './to-definitions.ts';

/** The swarms of a module: its default export, or its export `swarms`. */
export async function loadModule(path: string, shown: string): Promise<SwarmDefinition[]> {
  const module = await importModule(path, shown);
  const definitions = toDefinitions(module.default ?? module.swarms);
  if (definitions !== undefined) return definitions;
  throw new UsageError(`'${shown}' exports no swarm.`, {
    hint: "Write: export default swarm({ name: 'demo', … });",
  });
}
