import type { WebSignal } from '../platform/web-types.ts';

/** Options of every method. */
export type RequestOptions = {
  /** Ends the request; the method then throws the signal's reason. It does not undo what the server has done. */
  signal?: WebSignal;
  /** How long to wait for the answer, in milliseconds. `Infinity` waits for ever. */
  timeoutMs?: number;
};

/** A request before it is sent. */
export type Request = RequestOptions & {
  method: 'GET' | 'POST';
  path: string;
  query?: Record<string, string | undefined>;
  /** More of the query, as readers of streams give it. */
  place?: string;
  body?: unknown;
  headers?: Record<string, string>;
};

/** The request in an error message: its query may hold what is nobody's business. */
export function toRequestName({ method, path }: Pick<Request, 'method' | 'path'>): string {
  return `${method} ${path}`;
}

/** Where a request goes. What is undefined is left out of the query. */
export function toURL(baseURL: string, { path, query = {}, place }: Pick<Request, 'path' | 'query' | 'place'>): string {
  const pairs = Object.entries(query)
    .filter((pair): pair is [string, string] => pair[1] !== undefined)
    .map((pair) => pair.map(encodeURIComponent).join('='));
  if (place !== undefined) pairs.push(place);
  return `${baseURL}${path}${pairs.length === 0 ? '' : `?${pairs.join('&')}`}`;
}
