/** The sentence in an error: what the server says in `detail`, where an answer of the server is all there is. */
export function toErrorText(error: Error): string {
  try {
    const body: unknown = JSON.parse(error.message);
    if (typeof body === 'object' && body !== null && 'detail' in body && typeof body.detail === 'string') {
      return body.detail;
    }
  } catch {
    // It is a sentence already.
  }
  return error.message;
}
