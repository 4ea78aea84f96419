/** What a text may be that somebody wants jobs to be read from. */
export type Recognised =
  | { kind: 'empty' }
  | { kind: 'address'; url: string }
  | { kind: 'page'; url: string | undefined }
  | { kind: 'mail' }
  | { kind: 'mailbox' }
  | { kind: 'posting'; value: Record<string, unknown> | unknown[] }
  | { kind: 'list'; jobs: unknown[] }
  | { kind: 'gmail'; message: Record<string, unknown> }
  | { kind: 'strangeJSON' }
  | { kind: 'text' };

/**
 * Says what a text is, by what it looks like; the name of the file it comes from helps.
 *
 * @example recognise('<!doctype html>…') // { kind: 'page', url: undefined }
 */
export function recognise(text: string, fileName = ''): Recognised {
  const trimmed = text.trim();
  const ending = /\.([a-z]+)$/i.exec(fileName)?.[1]?.toLowerCase();
  if (trimmed === '') return { kind: 'empty' };
  if (ending === 'mbox' || /^From \S+ .*\d{4}\r?\n[A-Za-z-]+:/.test(text)) return { kind: 'mailbox' };
  if (ending === 'eml' || isMail(trimmed)) return { kind: 'mail' };
  if (ending === 'json' || /^[[{]/.test(trimmed)) return recogniseJSON(trimmed, ending === 'json');
  if (ending === 'html' || ending === 'htm' || isPage(trimmed)) return { kind: 'page', url: findAddress(trimmed) };
  const url = toWebAddress(trimmed);
  return url === undefined ? { kind: 'text' } : { kind: 'address', url };
}

/** An address of the web, and nothing else; undefined for all other texts. */
export function toWebAddress(text: string): string | undefined {
  const trimmed = text.trim();
  return /^https?:\/\/[^\s]+$/i.test(trimmed) && URL.canParse(trimmed) ? trimmed : undefined;
}

function isMail(text: string): boolean {
  const [head = ''] = text.split(/\r?\n\r?\n/, 1);
  return /^(?:from|subject|date|to|received|return-path|delivered-to|message-id|mime-version|content-type):/i.test(text)
    ? /^from:/im.test(head) && /^(?:subject|date|message-id):/im.test(head)
    : false;
}

function isPage(text: string): boolean {
  return /^<(?:!doctype|!--|html|head|body|div|main|article|section|script|meta)\b/i.test(text);
}

/** Where a page says that it belongs. */
function findAddress(html: string): string | undefined {
  const tags = html.match(/<(?:link|meta)\b[^>]{0,4000}>/gi) ?? [];
  const valueOf = (tag: string, name: string): string =>
    new RegExp(`\\b${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`, 'i').exec(tag)?.slice(1).find(Boolean) ?? '';
  const canonical = tags.find((tag) => valueOf(tag, 'rel').toLowerCase() === 'canonical');
  const shared = tags.find((tag) => valueOf(tag, 'property').toLowerCase() === 'og:url');
  const found = [valueOf(canonical ?? '', 'href'), valueOf(shared ?? '', 'content')];
  return found
    .map((address) => toWebAddress(address.replaceAll('&amp;', '&')))
    .find((address) => address !== undefined);
}

function recogniseJSON(text: string, isFile: boolean): Recognised {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return isFile ? { kind: 'strangeJSON' } : { kind: 'text' };
  }
  if (Array.isArray(value) && value.length > 0 && value.every(isListed)) return { kind: 'list', jobs: value };
  if (Array.isArray(value)) return value.some(isLinkedData) ? { kind: 'posting', value } : { kind: 'strangeJSON' };
  if (typeof value !== 'object' || value === null) return { kind: 'strangeJSON' };
  const object = value as Record<string, unknown>;
  if (isLinkedData(object)) return { kind: 'posting', value: object };
  if (Array.isArray(object.jobs) && object.jobs.length > 0) return { kind: 'list', jobs: object.jobs };
  if (isListed(object)) return { kind: 'list', jobs: [object] };
  return 'payload' in object ? { kind: 'gmail', message: object } : { kind: 'strangeJSON' };
}

function isLinkedData(value: unknown): boolean {
  return typeof value === 'object' && value !== null && ('@type' in value || '@graph' in value);
}

/** A job as this app writes it down. */
function isListed(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !isLinkedData(value) && 'title' in value && 'company' in value;
}
