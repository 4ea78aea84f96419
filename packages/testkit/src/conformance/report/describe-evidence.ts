import type { Evidence } from '../findings/verdict.ts';

const MAX_BODY_SHOWN = 2_000;

/** What a failed check expected and saw, a line or more each. */
export function describeEvidence({ expected, seen, request, answer }: Evidence): string[] {
  return [
    ...titled('expected', expected),
    ...titled('saw', seen),
    ...(request === undefined
      ? []
      : titled('request', `${request.method} ${request.path}${headersOf(request.headers)}${bodyOf(request.body)}`)),
    ...(answer === undefined ? [] : titled('answer', `${answer.status}${bodyOf(answer.text)}`)),
  ];
}

function titled(title: string, text: string): string[] {
  const [first = '', ...rest] = text.replaceAll('\r', '').split('\n');
  const indent = ' '.repeat(10);
  return [`${title.padEnd(10)}${first}`, ...rest.map((line) => `${indent}${line}`)];
}

function headersOf(headers: Record<string, string>): string {
  return Object.entries(headers)
    .map(([name, value]) => `\n${name}: ${value}`)
    .join('');
}

function bodyOf(body: string | undefined): string {
  if (body === undefined || body === '') return '';
  return `\n${body.length > MAX_BODY_SHOWN ? `${body.slice(0, MAX_BODY_SHOWN)}… (${body.length} characters)` : body}`;
}
