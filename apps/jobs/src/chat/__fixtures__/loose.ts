/** What an answer holds, where a test looks at it without describing it first. */
// oxlint-disable-next-line typescript/no-explicit-any -- the expectations say what it has to be.
export type Loose = any;
