import { basename } from 'node:path';
import { messageOf, PosthouseError } from '@posthouse/protocol';
import { loadModule } from '../swarm-source/load-module.ts';
import { UsageError } from '../usage-error.ts';
import type { FileReport, Remark } from './check-file.ts';
import { describeSwarms } from './check-swarms.ts';

/** Checks a module whose default export is a swarm, which has to be loaded for that. */
export async function checkModule(path: string): Promise<FileReport> {
  try {
    const swarms = await loadModule(path, basename(path));
    return { kind: 'module', content: describeSwarms(swarms), problems: [], warnings: [] };
  } catch (error) {
    return { kind: 'module', content: 'no swarms', problems: toProblems(error), warnings: [] };
  }
}

function toProblems(error: unknown): Remark[] {
  const cause = error instanceof UsageError ? (error.cause ?? error) : error;
  if (PosthouseError.isInstance(cause) && Array.isArray(cause.details)) return cause.details as Remark[];
  return [{ path: '(the whole file)', message: messageOf(error) }];
}
