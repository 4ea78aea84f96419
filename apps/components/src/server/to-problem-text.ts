/** The sentence in an answer that is no success: what the server says in `detail` or `error`, or else its status. */
export function toProblemText(body: string, status: number): string {
  try {
    const { detail, error = detail } = JSON.parse(body) as { detail?: unknown; error?: unknown };
    if (typeof error === 'string' && error !== '') return error;
  } catch {
    // It is no JSON; whatever it is, it is not for readers.
  }
  return `The server answered with ${status}.`;
}

/** What programs call the problem, as far as the answer says so. */
export function toCode(body: string): string | undefined {
  try {
    const { code } = JSON.parse(body) as { code?: unknown };
    return typeof code === 'string' ? code : undefined;
  } catch {
    return undefined;
  }
}

/** Something that is wrong at a place of what was sent. */
export type Detail = { path: string; message: string };

/** What is wrong where, as far as the answer says so. */
export function toDetails(body: string): Detail[] {
  try {
    const { details } = JSON.parse(body) as { details?: unknown };
    return Array.isArray(details) ? details.filter(isDetail) : [];
  } catch {
    return [];
  }
}

function isDetail(value: unknown): value is Detail {
  const { path, message } = (value ?? {}) as Partial<Detail>;
  return typeof path === 'string' && typeof message === 'string';
}
