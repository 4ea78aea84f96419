export type UsageErrorOptions = {
  /** What to do about it, as a sentence. */
  hint?: string;
  /** A word that is not known and those that would have been, for a suggestion. */
  unknown?: { word: string; known: readonly string[] };
  cause?: unknown;
};

/** A mistake in how a command was called: one sentence for whoever typed it, and a hint. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
  readonly hint: string | undefined;
  readonly unknown: UsageErrorOptions['unknown'];

  constructor(message: string, { hint, unknown, cause }: UsageErrorOptions = {}) {
    super(message, cause === undefined ? undefined : { cause });
    this.hint = hint;
    this.unknown = unknown;
  }
}
