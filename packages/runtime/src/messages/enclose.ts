import { createHash } from 'node:crypto';

/** What is enclosed: lines about it, if any, and the text. */
export type Enclosed = {
  /** Goes into the boundary and nowhere else, such as the id of a message. */
  id?: string;
  headers?: readonly (readonly [name: string, value: string])[];
  text: string;
};

/**
 * Somebody's words inside a prompt, exactly as they were written: code and markup reach the model as they are. They end at
 * a boundary that does not occur in them, so nothing that is written inside can pass for something outside; and a header
 * is one line, so it cannot pass for two. The boundary is a hash of what it encloses: whoever writes the text would have
 * to know the hash before, and a prompt that is made again is the same, which is what the caches of providers go by.
 */
export function enclose(tag: string, { id = '', headers = [], text }: Enclosed): string {
  const lines = headers.map(([name, value]) => `${name}: ${toLine(value)}`);
  // Half a character cannot be sent: many a provider refuses the whole request.
  const inside = [...lines, ...(lines.length === 0 ? [] : ['']), text.toWellFormed()].join('\n');
  const boundary = toBoundary({ id, text: inside });
  return `<${tag} boundary="${boundary}">\n${inside}\n</${tag} boundary="${boundary}">`;
}

/** Text as a single line. */
export function toLine(text: string): string {
  return text.toWellFormed().replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ');
}

/** Long enough that nobody finds a text that contains its own boundary by trying. */
const HEX_DIGITS = 16;

/** A word that follows from a text and does not occur in it. */
export function toBoundary({ id, text, digits = HEX_DIGITS }: { id: string; text: string; digits?: number }): string {
  for (let attempt = 0; ; attempt += 1) {
    const hash = createHash('sha256')
      .update(JSON.stringify([attempt, id]))
      .update(text)
      .digest('hex');
    const boundary = hash.slice(0, digits);
    if (!text.includes(boundary)) return boundary;
  }
}
