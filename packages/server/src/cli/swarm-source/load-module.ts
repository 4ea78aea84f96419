import type { Swarm, SwarmDefinition } from '@posthouse/runtime';
import { UsageError } from '../usage-error.ts';
import { importModule } from './import-module.ts';

/** The swarms of a module: its default export, or its export `swarms`. */
export async function loadModule(path: string, shown: string): Promise<SwarmDefinition[]> {
  const module = await importModule(path, shown);
  const definitions = toDefinitions(module.default ?? module.swarms);
  if (definitions !== undefined) return definitions;
  throw new UsageError(`'${shown}' exports no swarm.`, {
    hint: "Write: export default swarm({ name: 'demo', … });",
  });
}

/** The swarms that a module exports as its default, in any of the forms that programs have them; undefined if it has none. */
export function toDefinitions(exported: unknown): SwarmDefinition[] | undefined {
  const list: unknown[] = Array.isArray(exported) ? exported : [exported];
  const definitions = list.map(toDefinition);
  return definitions.length > 0 && definitions.every((each) => each !== undefined) ? definitions : undefined;
}

function toDefinition(value: unknown): SwarmDefinition | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const definition = 'definition' in value ? (value as Swarm).definition : value;
  return isDefinition(definition) ? definition : undefined;
}

function isDefinition(value: unknown): value is SwarmDefinition {
  return (
    typeof value === 'object' &&
    value !== null &&
    'name' in value &&
    'entrypoint' in value &&
    'breakpointTools' in value
  );
}
