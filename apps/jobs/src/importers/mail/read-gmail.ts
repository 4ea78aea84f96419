import { isFields, toList, toText, type Fields } from '../importing.ts';
import { readDate } from '../read-date.ts';
import type { Mail } from './mail.ts';

const MAX_NESTED_PARTS = 20;

/** A message of the Gmail API, whose parts are nested and written in base64url. Undefined if it is none. */
export function readGmail(json: unknown): Mail | undefined {
  if (!isFields(json) || !isFields(json['payload'])) return undefined;
  const { payload } = json;
  const headers = toList(payload['headers']).filter(isFields);
  const header = (name: string) => toText(headers.find((one) => String(one['name']).toLowerCase() === name)?.['value']);
  return {
    from: header('from'),
    subject: header('subject'),
    messageId: header('message-id'),
    date: readDate(Number(json['internalDate'])),
    html: findPart(payload, 'text/html', 0),
    text: findPart(payload, 'text/plain', 0),
  };
}

function findPart(part: Fields, type: string, depth: number): string | undefined {
  const data = isFields(part['body']) ? part['body']['data'] : undefined;
  if (part['mimeType'] === type && typeof data === 'string') return Buffer.from(data, 'base64url').toString('utf8');
  if (depth === MAX_NESTED_PARTS) return undefined;
  for (const inner of toList(part['parts'])) {
    const found = isFields(inner) ? findPart(inner, type, depth + 1) : undefined;
    if (found !== undefined) return found;
  }
  return undefined;
}
