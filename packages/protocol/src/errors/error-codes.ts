/** What an error code means, how HTTP says it, and whether the same call may succeed later. */
export type ErrorCodeInfo = { status: number; retryable: boolean; meaning: string };

/**
 * Every error code of Posthouse. The table is the HTTP mapping, the retry policy and `docs/errors.md` at once, so a code
 * means the same thing wherever it turns up.
 */
export const ERROR_CODES = {
  invalid_json: {
    status: 400,
    retryable: false,
    meaning: 'The text is not JSON. The message quotes what the parser stumbled over.',
  },
  invalid_input: {
    status: 400,
    retryable: false,
    meaning:
      'A value does not have the shape the protocol asks for. `details` lists every path, what was expected and what came.',
  },
  invalid_output: {
    status: 500,
    retryable: false,
    meaning: 'We were about to send something the protocol forbids and did not send it. This is a bug of the sender.',
  },
  invalid_address: {
    status: 400,
    retryable: false,
    meaning: 'An address is not `name`, `name@swarm` or, for owners and contributors, `role:id@swarm`.',
  },
  invalid_swarm: {
    status: 400,
    retryable: false,
    meaning: 'A swarm definition contradicts itself. `details` lists every problem found.',
  },
  invalid_configuration: {
    status: 400,
    retryable: false,
    meaning: 'A configuration value is missing or cannot be used.',
  },
  unauthenticated: {
    status: 401,
    retryable: false,
    meaning: 'The request carries no usable token, or the token may not do this.',
  },
  signature_invalid: {
    status: 401,
    retryable: false,
    meaning:
      'The signature of another swarm server is missing, forged, too old or was used before. `details.reason` says which.',
  },
  sender_refused: {
    status: 403,
    retryable: false,
    meaning: 'The token may not speak for the swarm that the message comes from.',
  },
  origin_refused: {
    status: 403,
    retryable: false,
    meaning: 'The request came by a name or from a web page that this server does not answer to.',
  },
  not_found: { status: 404, retryable: false, meaning: 'The server has nothing at that path.' },
  method_not_allowed: { status: 405, retryable: false, meaning: 'The path exists, but not for that HTTP method.' },
  swarm_not_found: { status: 404, retryable: false, meaning: 'No swarm of that name is loaded here.' },
  agent_not_found: {
    status: 404,
    retryable: false,
    meaning: 'No agent of that name: the swarm has none, or none is registered.',
  },
  task_not_found: { status: 404, retryable: false, meaning: 'The caller has no task with that id.' },
  session_not_found: { status: 404, retryable: false, meaning: 'The caller has no chat session with that id.' },
  peer_not_found: {
    status: 404,
    retryable: false,
    meaning: 'No swarm of that name is registered, or it waits for an admin to approve it.',
  },
  call_not_found: {
    status: 400,
    retryable: false,
    meaning: 'A result names a call that is not waiting for one. The task stays paused.',
  },
  call_answered: {
    status: 409,
    retryable: false,
    meaning: 'The call has been answered already, with something else. The first answer counts.',
  },
  task_exists: { status: 409, retryable: false, meaning: 'A task with that id exists already.' },
  swarm_exists: { status: 409, retryable: false, meaning: 'A swarm of that name is served here already.' },
  task_running: { status: 409, retryable: true, meaning: 'The task is working; the operation needs it to be at rest.' },
  session_busy: {
    status: 409,
    retryable: true,
    meaning: 'The chat session is answering another message, and this one said that it would not wait.',
  },
  tool_name_taken: {
    status: 409,
    retryable: false,
    meaning: 'A tool brought by the caller has the name of a tool the agent already has.',
  },
  too_large: { status: 413, retryable: false, meaning: 'The input exceeds a configured size limit.' },
  request_timeout: {
    status: 408,
    retryable: true,
    meaning: 'The request did not arrive whole within the time allowed.',
  },
  rate_limited: { status: 429, retryable: true, meaning: 'Too many requests; wait as long as `Retry-After` says.' },
  cancelled: { status: 499, retryable: false, meaning: 'The run was cancelled before it could answer.' },
  limit_reached: {
    status: 200,
    retryable: false,
    meaning: 'A run reached its limit of messages, turns, time, tokens or cost.',
  },
  stalled: {
    status: 200,
    retryable: false,
    meaning: 'No agent had anything left to do, and none completed the task even when asked.',
  },
  task_timeout: { status: 200, retryable: true, meaning: 'The caller stopped waiting. The run itself goes on.' },
  model_failed: {
    status: 200,
    retryable: true,
    meaning: 'A language model could not be reached or answered with an error, after all retries.',
  },
  invalid_answer: {
    status: 200,
    retryable: false,
    meaning: 'The final answer did not have the response format that was asked for, even when asked for again.',
  },
  action_failed: { status: 200, retryable: false, meaning: 'An action threw, or its arguments were not valid.' },
  url_refused: {
    status: 400,
    retryable: false,
    meaning: 'An outbound URL is not allowed: its scheme, its address, a redirect, its size or its time.',
  },
  peer_unreachable: { status: 502, retryable: true, meaning: 'Another swarm server could not be reached.' },
  peer_refused: {
    status: 502,
    retryable: false,
    meaning: 'Another swarm server does not take the message, and would not take it later either.',
  },
  agent_unavailable: {
    status: 503,
    retryable: false,
    meaning: 'The agent needs a package or a program that is not installed here. The message says which.',
  },
  agent_failed: {
    status: 502,
    retryable: true,
    meaning: 'The program behind an agent stopped, did not answer or reported an error of its own.',
  },
  server_unreachable: {
    status: 502,
    retryable: true,
    meaning: 'A client could not reach the server, or the connection broke before the answer was complete.',
  },
  server_silent: {
    status: 502,
    retryable: true,
    meaning: 'A client heard nothing from the server for longer than it was willing to wait.',
  },
  stream_cut: {
    status: 502,
    retryable: false,
    meaning: 'A stream broke off before its last frame, and the server has no way to continue it.',
  },
  not_a_mail_server: {
    status: 502,
    retryable: false,
    meaning: 'The answer is none that a MAIL server gives: a page of a proxy, perhaps, or the wrong address.',
  },
  fenced: {
    status: 503,
    retryable: true,
    meaning: 'Another process owns the task now; this one must forget it and write nothing.',
  },
  stale: { status: 503, retryable: true, meaning: 'The task moved on since it was read; read again and decide again.' },
  unavailable: { status: 503, retryable: true, meaning: 'The server is starting, draining or out of a resource.' },
  internal: { status: 500, retryable: false, meaning: 'Something unexpected went wrong. The log has the cause.' },
} as const satisfies Record<string, ErrorCodeInfo>;

export type ErrorCode = keyof typeof ERROR_CODES;
