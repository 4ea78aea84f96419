import { createHash } from 'node:crypto';

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
