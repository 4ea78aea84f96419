import { defined, type ErrorCode, PosthouseError } from '@posthouse/protocol';
import {
  APICallError,
  InvalidArgumentError,
  InvalidPromptError,
  JSONParseError,
  LoadAPIKeyError,
  LoadSettingError,
  MissingToolResultsError,
  RetryError,
  StreamProviderError,
  UnsupportedFunctionalityError,
} from 'ai';
import { hideSecrets } from './hide-secrets.ts';

export type FailureContext = {
  /** The model's name. */
  model: string;
  /** Whether the model had begun to answer, so that somebody may have seen text which is now void. */
  afterOutput: boolean;
  /** What must not show up in the message. */
  secrets: readonly (string | undefined)[];
};

/** What a caller may decide by when a model failed. */
export type ModelFailureDetails = { afterOutput: boolean; status?: number; retryable: boolean; tries: number };

const MAX_MESSAGE_LENGTH = 1000;

/** What went wrong with a model call, as one error that says what the provider said. */
export function toModelFailure(error: unknown, { model, afterOutput, secrets }: FailureContext): PosthouseError {
  const tries = RetryError.isInstance(error) ? error.errors.length : 1;
  const last = RetryError.isInstance(error) ? error.lastError : error;
  if (PosthouseError.isInstance(last)) return last;
  const status = statusOf(last);
  const said = hideSecrets(describe(last), secrets).slice(0, MAX_MESSAGE_LENGTH);
  const details: ModelFailureDetails = {
    afterOutput,
    ...defined({ status }),
    retryable: isRetryable(last),
    tries,
  };
  return new PosthouseError({
    code: codeOf(last),
    message: `${model}${status === undefined ? '' : ` (status ${status})`}: ${said}${tries > 1 ? ` (after ${tries} tries)` : ''}`,
    details,
    cause: error,
  });
}

/** Some failures are not the model's: it was never asked. */
function codeOf(error: unknown): ErrorCode {
  if (LoadAPIKeyError.isInstance(error) || LoadSettingError.isInstance(error)) return 'invalid_configuration';
  if (InvalidArgumentError.isInstance(error) || UnsupportedFunctionalityError.isInstance(error)) {
    return 'invalid_configuration';
  }
  if (InvalidPromptError.isInstance(error) || MissingToolResultsError.isInstance(error)) return 'internal';
  return 'model_failed';
}

/** The status of the response; of one that began well, the status is not what went wrong. */
function statusOf(error: unknown): number | undefined {
  const status = typeof error === 'object' && error !== null && 'statusCode' in error ? error.statusCode : undefined;
  return typeof status === 'number' && status >= 400 ? status : undefined;
}

/** Who was refused for good must not try again; a failure that nobody explains may be gone the next time. */
function isRetryable(error: unknown): boolean {
  if (APICallError.isInstance(error)) return error.isRetryable;
  if (StreamProviderError.isInstance(error) && error.statusCode !== undefined) return error.isRetryable;
  return codeOf(error) === 'model_failed';
}

/** The provider's sentence. A message such as `terminated` only makes sense with its cause. */
function describe(error: unknown): string {
  if (!(error instanceof Error)) return typeof error === 'string' ? error : JSON.stringify(error);
  const { cause } = error;
  // These repeat what they could not read, which is the model's answer.
  if (JSONParseError.isInstance(error) && cause instanceof Error) return `an event is not valid JSON: ${cause.message}`;
  const message = error.message === '' && APICallError.isInstance(error) ? 'no message' : error.message;
  if (!(cause instanceof Error) || cause.message === '' || message.includes(cause.message)) return message;
  return `${message} (${cause.message})`;
}
