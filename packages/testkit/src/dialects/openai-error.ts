import type { DialectError } from './dialect.ts';

/** The error object that both OpenAI dialects share. */
export interface OpenAIError {
  readonly message: string;
  readonly type: string;
  readonly param: null;
  readonly code: string | null;
}

export function toOpenAIError({ status, message }: DialectError): OpenAIError {
  return { message, param: null, ...kindOf(status) };
}

function kindOf(status: number): Pick<OpenAIError, 'type' | 'code'> {
  if (status === 429) return { type: 'requests', code: 'rate_limit_exceeded' };
  if (status === 503 || status === 529) return { type: 'server_error', code: 'server_is_overloaded' };
  if (status >= 500) return { type: 'server_error', code: 'server_error' };
  return { type: 'invalid_request_error', code: status === 401 ? 'invalid_api_key' : null };
}
