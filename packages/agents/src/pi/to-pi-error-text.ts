/** The sentence in an error of pi, which is often the status and the whole body of an answer. */
export function toPiErrorText(errorMessage: string): string {
  const start = errorMessage.indexOf('{');
  if (start === -1) return errorMessage;
  try {
    const body = JSON.parse(errorMessage.slice(start)) as { message?: unknown; error?: { message?: unknown } };
    const message = body.error?.message ?? body.message;
    return typeof message === 'string' ? `${errorMessage.slice(0, start)}${message}` : errorMessage;
  } catch {
    return errorMessage;
  }
}
