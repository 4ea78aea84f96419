import { invalidConfiguration } from '@posthouse/protocol';
import { isNetwork } from './classify-address.ts';
import { MAX_TIMER_MS } from '../timing/max-timer.ts';
import type { OutboundPolicy } from './outbound-policy.ts';

/**
 * Throws `invalid_configuration` when a policy cannot mean what its author wants, so that a slip of the pen shows at
 * the start and not as a closed (or an open) door later.
 *
 * @example
 * checkPolicy({ allowPrivateNetworks: ['10.0.0.0'] }); // throws: "10.0.0.0" is not a network …
 */
export function checkPolicy(policy: OutboundPolicy): void {
  const { allow = [], allowPrivateNetworks = false, schemes = ['https:'] } = policy;
  for (const entry of allow) {
    if (!isAllowEntry(entry))
      fail(`"${entry}" is neither a host, nor *.host, nor an origin such as https://host:8443.`);
  }
  for (const network of typeof allowPrivateNetworks === 'boolean' ? [] : allowPrivateNetworks) {
    if (!isNetwork(network)) fail(`"${network}" is not a network; write it like 10.0.0.0/8.`);
  }
  for (const scheme of schemes) {
    if (!['http:', 'https:'].includes(scheme)) fail(`"${scheme}" is not a scheme that can be allowed.`);
  }
  for (const name of ['maxBytes', 'timeoutMs', 'maxRedirects'] as const) {
    const value = policy[name];
    const largest = name === 'timeoutMs' ? MAX_TIMER_MS : Number.MAX_SAFE_INTEGER;
    if (value !== undefined && (!Number.isInteger(value) || value < 0 || value > largest)) {
      fail(`${name} must be a whole number from 0 to ${largest}.`);
    }
  }
}

function isAllowEntry(entry: string): boolean {
  if (entry.includes('://')) return URL.canParse(entry) && /^[a-z]+:\/\/[^/]+\/?$/i.test(entry) && !entry.includes('*');
  const host = entry.replace(/^\*\./, '');
  const isName = /^[^\s/?#@:*[\]]+$/.test(host);
  const isIPv6 = /^\[?[\da-f:.]+\]?$/i.test(host) && host.includes(':');
  const text = host.includes(':') && !host.startsWith('[') ? `[${host}]` : host;
  return (isName || isIPv6) && URL.canParse(`http://${text}/`);
}

function fail(message: string): never {
  throw invalidConfiguration(`Outbound policy: ${message}`);
}
