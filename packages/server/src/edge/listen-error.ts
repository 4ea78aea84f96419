import { PosthouseError } from '@posthouse/protocol';

/** Why a port cannot be listened on, and what to do about it. */
export function toListenError(error: unknown, { host, port }: { host: string; port: number }): PosthouseError {
  const { code } = error as NodeJS.ErrnoException;
  const reasons: Record<string, string> = {
    EADDRINUSE: `port ${port} of ${host} is used by another program; stop it, or choose another port with --port`,
    EACCES: `this user may not listen on port ${port}; choose one above 1023 with --port`,
    EADDRNOTAVAIL: `${host} is not an address of this machine; 127.0.0.1 always is`,
    ENOTFOUND: `the host '${host}' is not known; 127.0.0.1 is this machine`,
  };
  return new PosthouseError({
    code: 'invalid_configuration',
    message: reasons[code ?? ''] ?? `cannot listen on port ${port} of ${host} (${code ?? 'unknown reason'})`,
    cause: error,
  });
}
