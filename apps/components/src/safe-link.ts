const SCHEMES: readonly string[] = ['http:', 'https:', 'mailto:'];

/**
 * An address that may stand behind a link: one of the web, or of somebody's mailbox. Undefined for all others, above all
 * for those that would run something. Relative ones are refused, because a model means another site than ours by them.
 *
 * @example toSafeLink('https://example.org/') // 'https://example.org/'
 * @example toSafeLink('javascript:alert(1)') // undefined
 */
export function toSafeLink(address: unknown): string | undefined {
  if (typeof address !== 'string') return undefined;
  try {
    const url = new URL(address);
    return SCHEMES.includes(url.protocol) ? url.href : undefined;
  } catch {
    return undefined;
  }
}
