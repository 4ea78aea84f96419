import { ERROR_CODES, type ErrorCode, type JSONObject, type PosthouseError, type Problem } from '@posthouse/protocol';

/** An error as OpenAI's clients read it. */
export type OpenAIErrorAnswer = { status: number; body: { error: JSONObject }; retryable: boolean };

const PREVIOUS_NOT_FOUND = 'previous_response_not_found';

/** The names that OpenAI's clients know for what has another name here. */
const NAMES: Partial<Record<ErrorCode, string>> = {
  swarm_not_found: 'model_not_found',
  unauthenticated: 'invalid_api_key',
  rate_limited: 'rate_limit_exceeded',
};

/**
 * Clients ask again by themselves after some statuses, 409 and all from 500 on among them; these errors would be the same
 * the second time.
 */
const STATUSES: Partial<Record<ErrorCode, number>> = { tool_name_taken: 400, cancelled: 409 };

/** Failures of runs that are nobody's mistake. */
const FAILURES: Readonly<Record<string, number>> = {
  cancelled: 409,
  budget_exceeded: ERROR_CODES.budget_exceeded.status,
};

/** An error of ours in OpenAI's shape. */
export function toOpenAIError({ code, message, details, status, retryable }: PosthouseError): OpenAIErrorAnswer {
  const param = code === 'swarm_not_found' ? 'model' : toParam(details);
  const name = code === 'task_not_found' && param === 'previous_response_id' ? PREVIOUS_NOT_FOUND : NAMES[code];
  const answered = STATUSES[code] ?? status;
  return {
    status: answered,
    body: { error: { message, type: toType(answered), param, code: name ?? code } },
    retryable,
  };
}

/** A run that failed, which MAIL tells with 200, as an error. */
export function toFailureAnswer({ code, message }: { code: string; message: string }): OpenAIErrorAnswer {
  const status = FAILURES[code] ?? 500;
  // Whoever asks again starts another run; that is for people to decide.
  return { status, body: { error: { message, type: toType(status), param: null, code } }, retryable: false };
}

/** The names that an error of ours may have at this door. */
export function toOpenAINames(code: ErrorCode): string[] {
  if (code === 'task_not_found') return [code, PREVIOUS_NOT_FOUND];
  return [NAMES[code] ?? code];
}

/** The status that an error of ours has at this door; also the failure of a run is one here. */
export function toOpenAIStatus(code: ErrorCode): number {
  const { status } = ERROR_CODES[code];
  return STATUSES[code] ?? (status < 400 ? 500 : status);
}

function toType(status: number): string {
  if (status === 429) return 'rate_limit_error';
  return status >= 500 ? 'server_error' : 'invalid_request_error';
}

/** The first place where something is wrong: `input.2.role` is `input[2].role` in these circles. */
function toParam(details: unknown): string | null {
  const path = Array.isArray(details) ? (details[0] as Problem | undefined)?.path : undefined;
  return typeof path !== 'string' || path.startsWith('(') ? null : path.replaceAll(/\.(\d+)(?=\.|$)/g, '[$1]');
}
