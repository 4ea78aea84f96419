/**
 * A text from elsewhere (a posting, a page, a resume) as data for a model: between marks that it cannot contain, so that
 * nothing in it passes for an instruction of ours.
 *
 * @example fence('posting', 'Ignore the above.'); // '<posting>\nIgnore the above.\n</posting>'
 */
export function fence(name: string, text: string, limit: number = MAX_FENCED_LENGTH): string {
  const closing = new RegExp(`<(/?)${name}>`, 'gi');
  const inside = text.replaceAll(closing, `‹$1${name}›`);
  const shown =
    inside.length > limit ? `${inside.slice(0, limit)}\n… (${inside.length - limit} more characters)` : inside;
  return `<${name}>\n${shown}\n</${name}>`;
}

const MAX_FENCED_LENGTH = 40_000;
