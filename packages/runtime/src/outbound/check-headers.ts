import type { Refusal } from './refusal.ts';

/** Headers that belong to the connection. Setting them by hand can make two servers read one request differently. */
const OF_THE_CONNECTION: ReadonlySet<string> = new Set([
  'connection',
  'content-length',
  'expect',
  'host',
  'keep-alive',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

/** Why these headers may not be sent; undefined if they may. Their values were checked when `Headers` was made. */
export function checkHeaders(headers: Headers): Refusal | undefined {
  const name = [...headers.keys()].find((each) => OF_THE_CONNECTION.has(each));
  return name === undefined ? undefined : { reason: 'header', text: `the header "${name}" is not for callers to set` };
}
