import { messageOf } from '@posthouse/protocol';
import type { SwarmProblem } from '../definitions/swarm-problem.ts';
import { PythonMissing } from '../python/python-missing.ts';

/** What was found while loading: everything is collected, so that one attempt shows all of it. */
export type LoadReport = {
  problems: SwarmProblem[];
  warnings: SwarmProblem[];
  causes: unknown[];
  /** Set when something is Python code and there is no Python: that is said once, however much needs it. */
  missing?: PythonMissing;
};

export function loadReport(): LoadReport {
  return { problems: [], warnings: [], causes: [] };
}

/** Does a step that may fail; a failure becomes a problem at that path. */
export async function attempt<Value>(
  report: LoadReport,
  path: string,
  step: () => Promise<Value> | Value,
): Promise<Value | undefined> {
  try {
    return await step();
  } catch (cause) {
    if (cause instanceof PythonMissing) {
      report.missing = cause;
      return undefined;
    }
    report.problems.push({ path, message: messageOf(cause) });
    report.causes.push(cause);
    return undefined;
  }
}
