import { AISDKError } from '@ai-sdk/provider';

const NAME = 'MAIL_TaskError';

/** The swarm took the message but could not answer it, or the connection was lost for good. */
export class MAILTaskError extends AISDKError {
  readonly taskId: string;
  /** A code of the server, or `stream_lost`. */
  readonly code: string | undefined;

  constructor({
    message,
    taskId,
    code,
    cause,
  }: {
    message: string;
    taskId: string;
    code?: string | undefined;
    cause?: unknown;
  }) {
    super({ name: NAME, message, cause });
    this.taskId = taskId;
    this.code = code;
  }

  /** Also recognises errors of another installed copy of this package. */
  static override isInstance(error: unknown): error is MAILTaskError {
    return AISDKError.isInstance(error) && error.name === NAME;
  }
}
