import type { Language } from './language.ts';
import { PROBLEMS, type ProblemName } from './problems.ts';

/** One place of a request that is wrong. */
export type ErrorDetail = { path: string; message: string };

export type JobsErrorOptions = {
  /** What the sentence of the problem mentions. */
  values?: Record<string, string | number>;
  details?: ErrorDetail[];
  /** More keys for the body of the answer, such as the job that is already there. */
  extra?: Record<string, unknown>;
  cause?: unknown;
};

/**
 * Something that went wrong in a way the caller should know about. The message is English; `toBody` speaks the
 * language of the reader.
 *
 * @example throw new JobsError('jobNotFound', { values: { id: 12 } });
 */
export class JobsError extends Error {
  readonly problem: ProblemName;
  readonly code: string;
  readonly status: number;
  readonly details: ErrorDetail[] | undefined;
  readonly #options: JobsErrorOptions;

  constructor(problem: ProblemName, options: JobsErrorOptions = {}) {
    super(PROBLEMS[problem].en(options.values as never), { cause: options.cause });
    this.name = 'JobsError';
    this.problem = problem;
    this.code = PROBLEMS[problem].code;
    this.status = PROBLEMS[problem].status;
    this.details = options.details;
    this.#options = options;
  }

  /** The sentence for people. */
  text(language: Language): string {
    return PROBLEMS[this.problem][language](this.#options.values as never);
  }

  /** The body of the answer. */
  toBody(language: Language): Record<string, unknown> {
    const { details, extra } = this.#options;
    return {
      error: this.text(language),
      code: this.code,
      details,
      ...extra,
    };
  }
}
