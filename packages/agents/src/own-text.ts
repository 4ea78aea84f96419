/**
 * The same text, with memory of its own. What is cut out of a text is only a view of it: as long as ten characters are kept,
 * so are the ten megabytes around them.
 */
export function ownText(text: string): string {
  return JSON.parse(JSON.stringify(text)) as string;
}
