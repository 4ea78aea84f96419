import { ERROR_STATUSES, type ErrorCode } from './error-statuses.ts';

// A registered symbol, so that an error is recognised even when two copies of this package are installed.
const marker = Symbol.for('posthouse.error');

export type PosthouseErrorOptions = { code: ErrorCode; message: string; details?: unknown; cause?: unknown };

/**
 * The one error class of Posthouse: a code from the table, a sentence that helps, and the cause.
 *
 * @example
 * try { mailMessageWire.parse(body) } catch (error) {
 *   if (PosthouseError.isInstance(error)) reply(error.status, { detail: error.message, code: error.code });
 * }
 */
export class PosthouseError extends Error {
  readonly code: ErrorCode;
  readonly details: unknown;

  constructor({ code, message, details, cause }: PosthouseErrorOptions) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = 'PosthouseError';
    this.code = code;
    this.details = details;
    Object.defineProperty(this, marker, { value: true });
  }

  get status(): number {
    return ERROR_STATUSES[this.code].status;
  }

  get retryable(): boolean {
    return ERROR_STATUSES[this.code].retryable;
  }

  toJSON(): { code: ErrorCode; message: string; details?: unknown } {
    return { code: this.code, message: this.message, ...(this.details === undefined ? {} : { details: this.details }) };
  }

  static isInstance(error: unknown): error is PosthouseError {
    return typeof error === 'object' && error !== null && marker in error;
  }
}
