import { existsSync, readFileSync } from 'node:fs';
import { defined } from '@posthouse/protocol';
import type { ConfigValues } from '../../config/settings.ts';

/** The settings that the code of a swarm may want to know. */
export type SwarmValues = Pick<ConfigValues, 'swarmSource'> &
  Partial<Pick<ConfigValues, 'host' | 'port' | 'publicURL' | 'swarmName' | 'swarmRegistry'>>;

/** The text of a swarms file; nothing of a module. */
export function readSource(path: string): string {
  return path.endsWith('.json') && existsSync(path) ? readFileSync(path, 'utf8') : '';
}

/** What the reference's server leaves in the environment for the code of its swarm, as far as it is known before the start. */
export function toSwarmEnvironment(values: SwarmValues, source: string): Record<string, string> {
  const { swarmName = firstName(source), swarmSource, swarmRegistry, publicURL, host = '127.0.0.1', port } = values;
  const own = port === undefined || port === 0 ? undefined : `http://${host}:${port}`;
  const baseURL = process.env.BASE_URL || publicURL || own;
  return {
    SWARM_SOURCE: swarmSource,
    ...defined({ SWARM_NAME: swarmName, SWARM_REGISTRY_FILE: swarmRegistry, BASE_URL: baseURL }),
  };
}

/** Leaves it for code that runs in this process too. What the user has set stays. */
export function fillEnvironment(values: Readonly<Record<string, string>>): void {
  for (const [name, value] of Object.entries(values)) process.env[name] ||= value;
}

/** The swarm that requests get when they name none. What is wrong with the file is told by whoever loads it. */
function firstName(text: string): string | undefined {
  try {
    const [first] = [JSON.parse(text) as { name?: unknown }[] | { name?: unknown }].flat();
    return typeof first?.name === 'string' ? first.name : undefined;
  } catch {
    return undefined;
  }
}
