import { PosthouseError } from '@posthouse/protocol';

/** Why an outbound call was refused: a word for programs and the end of a sentence for people. */
export type Refusal = {
  readonly reason:
    | 'syntax'
    | 'scheme'
    | 'credentials'
    | 'port'
    | 'host'
    | 'address'
    | 'header'
    | 'redirect'
    | 'timeout';
  readonly text: string;
};

/** The error `url_refused`. Of the URL it names the origin only: paths and queries carry secrets. */
export function toRefusedError(url: string | URL, { reason, text }: Refusal, cause?: unknown): PosthouseError {
  return new PosthouseError({
    code: 'url_refused',
    message: `The call to ${describeTarget(url)} was refused: ${text}.`,
    details: { reason },
    cause,
  });
}

/** The error `too_large` for a response body. */
export function toTooLargeError(url: URL, maxBytes: number): PosthouseError {
  return new PosthouseError({
    code: 'too_large',
    message: `The response of ${describeTarget(url)} is larger than ${maxBytes} bytes.`,
    details: { maxBytes },
  });
}

/** The error for a server that does not answer. */
export function toUnreachableError(url: URL, cause: unknown): PosthouseError {
  const reason = cause instanceof Error ? (codeOf(cause) ?? cause.message) : String(cause);
  return new PosthouseError({
    code: 'peer_unreachable',
    message: `${describeTarget(url)} could not be reached: ${reason}.`,
    cause,
  });
}

function codeOf(error: Error): string | undefined {
  return 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}

function describeTarget(url: string | URL): string {
  if (!URL.canParse(String(url))) return 'this URL';
  const { protocol, host } = new URL(String(url));
  return host === '' ? `${protocol}` : `${protocol}//${host}`;
}
