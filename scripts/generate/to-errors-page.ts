import { ERROR_CODES } from '../../packages/protocol/src/errors/error-codes.ts';

/** `docs/errors.md`, from the table of codes. */
export function toErrorsPage(): string {
  const rows = Object.entries(ERROR_CODES).map(
    ([code, { status, retryable, meaning }]) =>
      `| \`${code}\` | ${status} | ${retryable ? 'yes' : 'no'} | ${meaning} |`,
  );
  return [
    '# Errors',
    '',
    'Every error that Posthouse throws is a `PosthouseError` with one of these codes; over HTTP it is',
    '`{ "detail": "<sentence>", "code": "<code>" }` with the status shown. Status 200 means that the request was served and',
    'the task itself failed: MAIL clients expect a normal answer then, and the code stands beside it.',
    '',
    '```ts',
    "import { PosthouseError } from '@posthouse/protocol';",
    '',
    'try {',
    '  // …',
    '} catch (error) {',
    "  if (PosthouseError.isInstance(error) && error.code === 'rate_limited') await pause();",
    '}',
    '```',
    '',
    '`isInstance` also recognises errors of another installed copy of the package. `error.details` holds what a program can',
    'use (for `invalid_input`: a list of `{ path, expected, received }`), `error.cause` what went wrong underneath.',
    '',
    '| code | HTTP status | may succeed later | meaning |',
    '| --- | --- | --- | --- |',
    ...rows,
    '',
    'This page is generated from `packages/protocol/src/errors` by `npm run generate`.',
    '',
  ].join('\n');
}
