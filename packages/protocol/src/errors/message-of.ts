/** The message of whatever was thrown, which need not be an error. */
export function messageOf(cause: unknown): string {
  return cause instanceof Error ? cause.message : String(cause);
}
