/**
 * A request that the script has no answer for. Its message says what was expected and what came. It is thrown at the
 * caller and remembered, so that a test cannot pass because the code under test swallowed it.
 */
export class UnexpectedRequestError extends Error {
  override readonly name = 'UnexpectedRequestError';
}

/** Throws one error that tells all of them, if there are any. */
export function throwIfUnexpected(failures: readonly UnexpectedRequestError[]): void {
  if (failures.length === 0) return;
  const count = failures.length === 1 ? 'an unexpected request' : `${failures.length} unexpected requests`;
  throw new UnexpectedRequestError(
    `The scripted model got ${count}.\n${failures.map((failure) => failure.message).join('\n')}`,
    { cause: failures[0] },
  );
}
