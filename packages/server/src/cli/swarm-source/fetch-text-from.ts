import type { LoadOptions } from '@posthouse/runtime';
import { guardedFetchText } from '@posthouse/runtime';

/**
 * What reads `url::` references: nothing, unless the user named hosts. A named host may be in a private network, where
 * companies keep their prompts.
 */
export function fetchTextFrom(hosts: readonly string[] = []): LoadOptions['fetchText'] {
  return hosts.length === 0 ? undefined : guardedFetchText({ allow: hosts, allowPrivateNetworks: true });
}
