import { ERROR_STATUSES, type ErrorCode } from './error-statuses.ts';

/** What an error code means, its HTTP status, and whether the same call may succeed later. */
export type ErrorCodeInfo = { status: number; retryable: boolean; meaning: string };

const MEANINGS: Record<ErrorCode, string> = {
  invalid_json: 'The text is not JSON. The message quotes what the parser stumbled over.',
  invalid_input:
    'A value does not have the shape the protocol asks for. `details` lists every path, what was expected and what came.',
  invalid_output:
    'We were about to send something the protocol forbids and did not send it. This is a bug in the sender.',
  invalid_address: 'An address is not `name`, `name@swarm` or, for owners and contributors, `role:id@swarm`.',
  invalid_swarm: 'A swarm definition contradicts itself. `details` lists every problem found.',
  invalid_configuration: 'A configuration value is missing or cannot be used.',
  unauthenticated: 'The request carries no usable token, or the token may not do this.',
  signature_invalid:
    'The signature of another swarm server is missing, forged, too old or was used before. `details.reason` says which.',
  sender_refused: 'The token may not speak for the swarm that the message comes from.',
  origin_refused: 'The request used a host name, or came from a web page, that this server does not accept.',
  not_found: 'The server has nothing at that path.',
  method_not_allowed: 'The path exists, but not for that HTTP method.',
  swarm_not_found: 'No swarm of that name is loaded here.',
  agent_not_found: 'No agent of that name: the swarm has none, or none is registered.',
  task_not_found: 'The caller has no task with that id.',
  task_deleted: 'The task, or the chat session, was deleted. Its id is not given out again for 30 days.',
  session_not_found: 'The caller has no chat session with that id.',
  peer_not_found: 'No swarm of that name is registered, or it waits for an admin to approve it.',
  call_not_found: 'A result names a call that is not waiting for one. The task stays paused.',
  call_answered: 'The call was already answered differently. The first answer counts.',
  task_exists: 'A task, or a chat session, with that id already exists.',
  swarm_exists: 'A swarm of that name is served here already.',
  task_moved_on:
    'The task has received more in the same run, after the place to continue from. Continue from before that run, and send it again.',
  task_running: 'The task is running; the operation needs it to be idle.',
  session_busy: 'The chat session is answering another message, and this one asked not to wait.',
  key_reused:
    'The idempotency key, or the id of a chat message, was used before for something else. Nothing was done; send it with a new one.',
  tool_name_taken: 'A tool of the caller has the same name as a tool of the agent.',
  too_large: 'The input exceeds a configured size limit.',
  request_timeout: 'The request did not arrive completely within the time allowed.',
  rate_limited: 'Too many requests; wait as long as `Retry-After` says.',
  queue_full:
    'Too many model calls are queued, for this caller or in total. The message was not accepted; send it again after `Retry-After`.',
  budget_exceeded:
    'A budget of the run, of its caller or of the swarm is used up. A run pauses with it; a new chat message is refused. `details` says which, and when the day ends.',
  cancelled: 'The run was cancelled before it could answer.',
  limit_reached:
    'A run reached one of its limits: messages, turns, time, tokens, cost, or the same failing call repeated.',
  stalled: 'No agent had anything left to do, and none completed the task, even when asked to.',
  task_timeout: 'The caller stopped waiting. The run itself goes on.',
  model_failed: 'A language model could not be reached or answered with an error, after all retries.',
  invalid_answer: 'The final answer did not have the response format that was asked for, even when asked for again.',
  action_failed: 'An action threw, or its arguments were not valid.',
  url_refused: 'An outbound URL is not allowed: its scheme, its address, a redirect, its size or its time.',
  peer_unreachable: 'Another swarm server could not be reached.',
  peer_refused: 'Another swarm server refuses the message for good; sending it again does not help.',
  agent_unavailable: 'The agent needs a package or a program that is not installed here. The message says which.',
  agent_failed: 'The program behind an agent stopped, did not answer or reported an error of its own.',
  server_unreachable: 'A client could not reach the server, or the connection broke before the answer was complete.',
  server_silent: 'A client heard nothing from the server for longer than it was willing to wait.',
  stream_cut: 'A stream broke off before its last frame, and the server has no way to continue it.',
  not_a_mail_server:
    'The answer does not come from a MAIL server: perhaps it is the page of a proxy, or the address is wrong.',
  fenced: 'Another process owns the task now; this one must forget it and write nothing.',
  stale: 'The task moved on since it was read; read again and decide again.',
  unavailable: 'The server is starting, draining or out of a resource.',
  internal: 'An internal error occurred. The log has the cause.',
};

/**
 * Every error code of Posthouse. The table is the HTTP mapping, the retry policy and `docs/errors.md` at once, so a
 * code means the same everywhere.
 */
export const ERROR_CODES: Readonly<Record<ErrorCode, ErrorCodeInfo>> = toErrorCodes();

function toErrorCodes(): Record<ErrorCode, ErrorCodeInfo> {
  const codes = Object.keys(ERROR_STATUSES) as ErrorCode[];
  return Object.fromEntries(
    codes.map((code) => [code, { ...ERROR_STATUSES[code], meaning: MEANINGS[code] }]),
  ) as Record<ErrorCode, ErrorCodeInfo>;
}
