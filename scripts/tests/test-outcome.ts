/** How a run of tests came out. */
export type TestOutcome = {
  passed: number;
  failures: TestFailure[];
  /** The files in which nothing failed. */
  passedFiles?: PassedFile[];
};

/** A file in which nothing failed, and how many tests passed in it. */
export type PassedFile = { file: string; passed: number };

/** A test that failed, or without a name a file that could not be loaded, or without either an error outside of any test. */
export type TestFailure = { file?: string; name?: string };

/** So many files at most are run again: where more fail, something is broken. */
const MAX_FILES = 5;

/** The files to run once more, alone; none when that would prove nothing. */
export function toRepeat({ failures }: TestOutcome): string[] {
  const files = [...new Set(failures.map(({ file }) => file))];
  const known = files.filter((file) => file !== undefined);
  return known.length === files.length && files.length <= MAX_FILES ? known : [];
}

/** What is true of both runs: what failed once and then passed is only unsteady, and told as such. */
export function mergeOutcomes(first: TestOutcome, again: TestOutcome): TestOutcome & { unsteady: TestFailure[] } {
  if (again.failures.length > 0 || again.passed === 0) return { ...first, unsteady: [] };
  const { failures: unsteady, passed } = first;
  return { passed: passed + unsteady.filter(({ name }) => name !== undefined).length, failures: [], unsteady };
}

export function toClosingLine({ passed, failures }: TestOutcome): string {
  return `${passed} passed, ${failures.length} failed`;
}
