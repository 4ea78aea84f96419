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

const MAX_PLACES = 5;

/** A module that Python does not find is one problem, however many names are in it. It stands where it is named first. */
export function joinMissingModules(problems: readonly SwarmProblem[]): SwarmProblem[] {
  const isMissing = ({ message }: SwarmProblem): boolean => message.startsWith('ModuleNotFoundError: ');
  return problems.flatMap((problem, index) => {
    if (!isMissing(problem)) return [problem];
    const same = ({ message }: SwarmProblem): boolean => message === problem.message;
    if (problems.findIndex(same) < index) return [];
    const others = problems.filter(same).slice(1);
    if (others.length === 0) return [problem];
    const places = others.slice(0, MAX_PLACES).map(({ path }) => path);
    const rest = others.length > MAX_PLACES ? ` and in ${others.length - MAX_PLACES} other places` : '';
    return [{ ...problem, message: `${problem.message}; it is also named at ${places.join(', ')}${rest}` }];
  });
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
