/** Where the app listens unless somebody says otherwise. */
export const USUAL_ADDRESS = 'http://127.0.0.1:3033';

/**
 * An address of the app as the panel uses it, or undefined if it may not be used: plain HTTP is for this machine only,
 * since the token travels with every request. The policy of the extension says the same.
 *
 * @example toAppAddress('http://localhost:3033/') // 'http://localhost:3033'
 */
export function toAppAddress(text: string): string | undefined {
  const url = URL.parse(text.trim());
  if (url === null || url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '')
    return undefined;
  const isHere = url.hostname === 'localhost' || url.hostname === '127.0.0.1';
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && isHere)) return undefined;
  return `${url.origin}${url.pathname}`.replace(/\/+$/, '');
}
