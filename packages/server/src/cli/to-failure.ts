import { PosthouseError } from '@posthouse/protocol';
import { inspect } from 'node:util';
import { EXIT } from './exit-code.ts';
import { UsageError } from './usage-error.ts';

/** What the user is told when something went wrong. */
export type Failure = { sentence: string; hint?: string; exitCode: number };

/**
 * Any error as a sentence and, where there is something to do about it, a hint.
 *
 * @example toFailure(error, 'posthouse') // { sentence: 'Nobody answers at http://…', hint: 'Is the server running? …', exitCode: 1 }
 */
export function toFailure(error: unknown, program: string): Failure {
  if (error instanceof UsageError) {
    return { sentence: error.message, exitCode: EXIT.usage, hint: error.hint };
  }
  const system = findSystemError(error);
  const hint =
    (PosthouseError.isInstance(error) ? hintForCode(error.code, program) : undefined) ??
    (system === undefined ? undefined : hintForSystem(system, program)) ??
    (PosthouseError.isInstance(error) || system !== undefined
      ? undefined
      : 'Add --log-level debug to see where it came from.');
  return { sentence: toSentence(error), exitCode: EXIT.error, hint };
}

function toSentence(error: unknown): string {
  const message = error instanceof Error ? error.message : toText(error);
  const text = message === '' ? 'An unknown error occurred.' : message;
  const capital = `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`;
  return /[.!?:…]$/.test(capital) || capital.includes('\n') ? capital : `${capital}.`;
}

/** Anything can be thrown, even what has no text of its own. */
function toText(thrown: unknown): string {
  return typeof thrown === 'string' ? thrown : inspect(thrown, { depth: 1 });
}

function hintForCode(code: PosthouseError['code'], program: string): string | undefined {
  switch (code) {
    case 'unauthenticated':
      return `Give a token with --api-key or in MAIL_API_KEY; '${program} token create' makes one.`;
    case 'invalid_configuration':
      return `'${program} server --print-config' shows every value and where it comes from.`;
    case 'invalid_swarm':
      return `'${program} validate FILE' shows the place of each problem.`;
    case 'server_unreachable':
    case 'server_silent':
      return `Is the server running? '${program} server' starts one.`;
    case 'not_a_mail_server':
      return 'Is the address right? The answer does not come from a MAIL server.';
    case 'rate_limited':
      return 'Wait a moment and try again.';
    default:
      return undefined;
  }
}

function hintForSystem({ code, port }: SystemError, program: string): string | undefined {
  switch (code) {
    case 'ECONNREFUSED':
      return `Is the server running? '${program} server' starts one.`;
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return 'Is the name of the server spelled correctly?';
    case 'EADDRINUSE':
      return `Something else listens on ${port === undefined ? 'that port' : `port ${port}`}; choose another port with --port, or 0 for a free one.`;
    case 'EACCES':
      return 'Permission denied; ports below 1024 and files of other users need more rights.';
    default:
      return undefined;
  }
}

type SystemError = { code: string; port?: number };

/** The error of the system behind an error, however deep it is wrapped. */
function findSystemError(error: unknown): SystemError | undefined {
  let inner: unknown = error;
  for (let depth = 0; depth < 5 && inner instanceof Error; depth += 1) {
    const { code, port } = inner as NodeJS.ErrnoException & { port?: number };
    if (typeof code === 'string' && /^E[A-Z_]+$/.test(code)) return { code, port };
    inner = inner instanceof AggregateError ? inner.errors[0] : inner.cause;
  }
  return undefined;
}
