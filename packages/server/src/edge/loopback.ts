import { isIPv4 } from 'node:net';

/**
 * Whether an address or name leads to this machine and nowhere else.
 *
 * @example isLoopback('127.0.0.1') // true
 * @example isLoopback('0.0.0.0') // false: that is every network the machine is in
 */
export function isLoopback(host: string): boolean {
  const name = host.toLowerCase().replace(/^\[(.*)\]$/, '$1');
  if (name === 'localhost' || name === '::1') return true;
  const mapped = /^::ffff:(.*)$/.exec(name)?.[1] ?? name;
  return isIPv4(mapped) && mapped.startsWith('127.');
}

/** The host of a `Host` header, without its port; undefined when it is not one. */
export function hostOf(header: string): string | undefined {
  return /^(\[[\da-f:.]+\]|[^\s:/?#@[\]\\]+)(?::\d{1,5})?$/i.exec(header)?.[1];
}
