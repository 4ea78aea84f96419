import { PosthouseError } from '@posthouse/protocol';
import { findMissingPackages, type LoadOptions, parseSwarmsJSON, type SwarmDefinition } from '@posthouse/runtime';
import type { FileReport, Remark } from './check-file.ts';

/** Checks swarms as the server would load them, references included. */
export async function checkSwarms(
  value: unknown,
  options: LoadOptions,
  isInstalled?: (packageName: string) => boolean,
): Promise<Omit<FileReport, 'kind'>> {
  const warnings: Remark[] = [];
  const count = Array.isArray(value) ? value.length : 1;
  try {
    const swarms = await parseSwarmsJSON(value, { ...options, onWarning: (warning) => warnings.push(warning) });
    const problems: Remark[] = count === 0 ? [{ path: '(the whole file)', message: 'contains no swarm' }] : [];
    // About this machine, not about the file: it may be valid where it runs.
    const missing = findMissingPackages(swarms, isInstalled).map((message) => ({ path: '(the whole file)', message }));
    return { content: describeSwarms(swarms), problems, warnings: [...warnings, ...missing] };
  } catch (error) {
    if (!PosthouseError.isInstance(error)) throw error;
    const problems = Array.isArray(error.details)
      ? (error.details as Remark[])
      : [{ path: '(the whole file)', message: error.message }];
    return { content: count === 1 ? '1 swarm' : `${count} swarms`, problems, warnings };
  }
}

/** How many swarms there are, and how large each of them is. */
export function describeSwarms(swarms: readonly SwarmDefinition[]): string {
  const sizes = swarms.map(
    ({ name, agents }) => `${name} with ${agents.length} agent${agents.length === 1 ? '' : 's'}`,
  );
  const count = swarms.length === 1 ? '1 swarm' : `${swarms.length} swarms`;
  return sizes.length === 0 ? count : `${count}: ${sizes.join(', ')}`;
}
