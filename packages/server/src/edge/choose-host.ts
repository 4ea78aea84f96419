import { invalidConfiguration } from '@posthouse/protocol';
import { isLoopback } from './loopback.ts';

const LOOPBACK = '127.0.0.1';

/**
 * Where to listen. In development that is this machine and nothing else: a host from a file gives way with a notice, but
 * one that somebody has just typed is not silently ignored.
 */
export function chooseHost(options: { host?: string; typed?: boolean; development: boolean }): {
  host: string;
  notice?: string;
} {
  const { host = LOOPBACK, typed = true, development } = options;
  if (!development || isLoopback(host)) return { host };
  if (typed) {
    throw invalidConfiguration(
      `without authentication the server listens on this machine only, not on ${host}; ` +
        'create a token first (posthouse token create --role admin --id me) or configure AUTH_ENDPOINT and TOKEN_INFO_ENDPOINT',
    );
  }
  return {
    host: LOOPBACK,
    notice: `listening on ${LOOPBACK} instead of ${host}, because no authentication is configured`,
  };
}
