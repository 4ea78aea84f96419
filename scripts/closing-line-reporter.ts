import type { Reporter, TestModule } from 'vitest/node';

/**
 * Prints `N passed, N failed` as the last line of a run, for whoever reads only that. A file that cannot be loaded and
 * an error outside of any test count as failures; how many tests were skipped stands in the summary above it.
 */
export default class ClosingLineReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], errors: readonly unknown[]): void {
    const states = modules.flatMap((module) => [...module.children.allTests()].map((test) => test.result().state));
    const broken = modules.filter((module) => module.state() === 'failed' && module.errors().length > 0).length;
    const count = (state: string): number => states.filter((each) => each === state).length;
    const failed = count('failed') + broken + errors.length;
    // Printed on exit, because the default reporter writes its summary after this hook.
    process.once('exit', () => console.log(`${count('passed')} passed, ${failed} failed`));
  }
}
