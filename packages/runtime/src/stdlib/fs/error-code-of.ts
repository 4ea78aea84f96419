import { ExpectedFailure } from '../expected-failure.ts';

/** The code of a system error such as `ENOENT`; empty for other errors. */
export function errorCodeOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
}

/** Turns refusals of the file system into failures that name the path as the agent wrote it, not where it really lies. */
export function toFileFailure(path: string, error: unknown): unknown {
  const code = errorCodeOf(error);
  return /^E[A-Z0-9]+$/.test(code) ? new ExpectedFailure(`the file system refused ${path} (${code})`) : error;
}
