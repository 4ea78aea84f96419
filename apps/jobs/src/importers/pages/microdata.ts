import { isFields, type Fields, type Imported } from '../importing.ts';
import { toPosting } from '../json-ld/to-posting.ts';
import { tokenizeHtml, type HtmlToken } from '../html/tokenize-html.ts';

interface Scope {
  fields: Record<string, unknown>;
  depth: number;
}

interface Reading {
  property: string;
  depth: number;
  /** Where the property is said, kept as HTML because a description is one. */
  html: string[];
  scope: Scope;
}

const MAX_POSTINGS = 200;
const MAX_OPEN_ELEMENTS = 64;
const MAX_VALUE_LENGTH = 200_000;

/** Postings in schema.org microdata (`itemscope`, `itemprop`), read like JSON-LD that says the same. */
export function importMicrodata(html: string, { url }: { url?: string | undefined } = {}): Imported {
  const results = findScopes(html).map((node) => toPosting(node, { url, source: 'microdata' }));
  return {
    postings: results.flatMap((result) => ('warning' in result ? [] : [result])),
    warnings: results.flatMap((result) => ('warning' in result ? [result.warning] : [])),
  };
}

function findScopes(html: string): Fields[] {
  const found: Fields[] = [];
  const scopes: Scope[] = [];
  const readings: Reading[] = [];
  let depth = 0;
  for (const token of tokenizeHtml(html)) {
    if (token.type === 'text') {
      for (const reading of readings) addTo(reading, escape(token.text));
    } else if (token.type === 'open') {
      for (const reading of readings) addTo(reading, `<${token.name}>`);
      if (!token.empty) depth += 1;
      open(token, { found, scopes, readings, depth });
    } else if (token.type === 'close') {
      for (const reading of readings) addTo(reading, `</${token.name}>`);
      finish({ scopes, readings, depth });
      depth = Math.max(0, depth - 1);
    }
    if (found.length >= MAX_POSTINGS && scopes.length === 0) break;
  }
  finish({ scopes, readings, depth: -1 });
  return found;
}

interface State {
  found: Fields[];
  scopes: Scope[];
  readings: Reading[];
  depth: number;
}

function open(token: Extract<HtmlToken, { type: 'open' }>, { found, scopes, readings, depth }: State): void {
  const attributes = token.attributes();
  const property = attributes.get('itemprop')?.split(/\s+/)[0];
  const parent = scopes.at(-1);
  if (attributes.has('itemscope')) {
    const type = attributes.get('itemtype') ?? '';
    const posting = /schema\.org\/JobPosting\/?$/i.test(type.trim());
    if (scopes.length >= MAX_OPEN_ELEMENTS || (parent === undefined && !posting)) return;
    const scope: Scope = { fields: { '@type': type.replace(/^.*\//, '') }, depth: token.empty ? depth + 1 : depth };
    if (posting) found.push(scope.fields);
    else if (parent !== undefined && property !== undefined) addField(parent.fields, property, scope.fields);
    if (!token.empty) scopes.push(scope);
  } else if (property !== undefined && parent !== undefined) {
    const stated = statedValue(token.name, attributes);
    if (stated !== undefined) addField(parent.fields, property, stated);
    else if (!token.empty && readings.length < MAX_OPEN_ELEMENTS)
      readings.push({ property, depth, html: [], scope: parent });
  }
}

/** Some elements say their value in an attribute. */
function statedValue(name: string, attributes: ReadonlyMap<string, string>): string | undefined {
  if (attributes.has('content')) return attributes.get('content');
  if (name === 'time') return attributes.get('datetime');
  if (name === 'a' || name === 'link') return attributes.get('href');
  if (name === 'img') return attributes.get('src');
  return undefined;
}

function finish({ scopes, readings, depth }: Pick<State, 'scopes' | 'readings' | 'depth'>): void {
  while (readings.length > 0 && (readings.at(-1)?.depth ?? 0) >= depth) {
    const reading = readings.pop();
    if (reading !== undefined) addField(reading.scope.fields, reading.property, toValue(reading));
  }
  while (scopes.length > 0 && (scopes.at(-1)?.depth ?? 0) >= depth) scopes.pop();
}

function toValue({ property, html }: Reading): string {
  const text = html.join('');
  const formatted =
    /^(?:description|responsibilities|qualifications|skills|jobBenefits|experienceRequirements|educationRequirements)$/;
  return formatted.test(property)
    ? text
    : unescape(text.replaceAll(/<[^<>]{0,100}>/g, ' '))
        .replaceAll(/\s+/g, ' ')
        .trim();
}

function addTo(reading: Reading, html: string): void {
  if (reading.html.length < MAX_VALUE_LENGTH / 10) reading.html.push(html.slice(0, MAX_VALUE_LENGTH));
}

function addField(fields: Record<string, unknown>, property: string, value: unknown): void {
  if (property === '__proto__') return;
  const known = Object.hasOwn(fields, property) ? fields[property] : undefined;
  if (known === undefined) fields[property] = value;
  else if (Array.isArray(known)) known.push(value);
  else if (isFields(known) || known !== value) fields[property] = [known, value];
}

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}

function unescape(text: string): string {
  return text.replaceAll('&lt;', '<').replaceAll('&amp;', '&');
}
