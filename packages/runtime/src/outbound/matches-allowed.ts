/**
 * Whether a URL is on a list of hosts (`api.example.com`), hosts below a name (`*.example.com`) and origins
 * (`https://api.example.com:8443`).
 *
 * @example
 * matchesAllowed(new URL('https://a.example.com/x'), ['*.example.com']); // true
 */
export function matchesAllowed(url: URL, allowed: readonly string[]): boolean {
  const host = withoutRootDot(url.hostname);
  return allowed.some((entry) => {
    if (entry.includes('://')) return URL.canParse(entry) && isSameOrigin(new URL(entry), url);
    if (entry.startsWith('*.')) return host.endsWith(entry.slice(1).toLowerCase()) && host.length >= entry.length;
    return host === toHost(entry);
  });
}

/** `example.com.` is `example.com` written out to the root of the name tree. */
function withoutRootDot(hostname: string): string {
  return hostname.replace(/\.$/, '');
}

function isSameOrigin(entry: URL, url: URL): boolean {
  return (
    entry.protocol === url.protocol &&
    entry.port === url.port &&
    withoutRootDot(entry.hostname) === withoutRootDot(url.hostname)
  );
}

/** An entry in the spelling that URLs have: lower case, punycode, IPv6 in brackets. */
function toHost(entry: string): string {
  const text = entry.includes(':') && !entry.startsWith('[') ? `[${entry}]` : entry;
  return URL.canParse(`http://${text}/`) ? withoutRootDot(new URL(`http://${text}/`).hostname) : entry;
}
