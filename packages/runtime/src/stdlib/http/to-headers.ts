import { ExpectedFailure } from '../expected-failure.ts';

/** Headers as a model wrote them. Names and values that would break the request apart are refused. */
export function toHeaders(record: Readonly<Record<string, string>>): Headers {
  const headers = new Headers();
  for (const [name, value] of Object.entries(record)) {
    try {
      headers.append(name, value);
    } catch {
      throw new ExpectedFailure(`the header ${JSON.stringify(name.slice(0, 100))} is not valid`);
    }
  }
  return headers;
}
