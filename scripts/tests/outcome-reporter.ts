import { writeFileSync } from 'node:fs';
import type { Reporter, TestModule } from 'vitest/node';
import { type TestFailure, toClosingLine } from './test-outcome.ts';

/**
 * Says how a run came out: in a file for whoever named one, and otherwise as `N passed, N failed` in its last line. A file that cannot be loaded
 * and an error outside of any test count as failures; how many tests were skipped stands in the summary above it.
 */
export default class OutcomeReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], errors: readonly unknown[]): void {
    const tests = modules.flatMap((module) => [...module.children.allTests()]);
    const inState = (state: string) => tests.filter((test) => test.result().state === state);
    const broken = modules.filter((module) => module.state() === 'failed' && module.errors().length > 0);
    const failures: TestFailure[] = [
      ...inState('failed').map(({ module, fullName }) => ({ file: module.moduleId, name: fullName })),
      ...broken.map((module) => ({ file: module.moduleId })),
      ...errors.map(() => ({})),
    ];
    const passedFiles = modules
      .filter((module) => module.state() === 'passed')
      .map((module) => ({ file: module.moduleId, passed: [...module.children.allTests('passed')].length }));
    const outcome = { passed: inState('passed').length, failures, passedFiles };
    const file = process.env.TEST_OUTCOME;
    if (file !== undefined) writeFileSync(file, JSON.stringify(outcome));
    // Printed on exit, because the default reporter writes its summary after this hook.
    else process.once('exit', () => console.log(toClosingLine(outcome)));
  }
}
