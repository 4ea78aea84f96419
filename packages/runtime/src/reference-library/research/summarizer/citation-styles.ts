export const STYLES = ['apa', 'mla', 'chicago', 'simple'] as const;
export type Style = (typeof STYLES)[number];

export type CitedSource = {
  readonly title: string;
  readonly author?: string | undefined;
  readonly year?: number | string | undefined;
  readonly publisher?: string | undefined;
  readonly url?: string | undefined;
};

/**
 * One source in a citation style. What is not known is left out, except where the style has words for it.
 *
 * @example
 * toEntry({ title: 'On Bees', author: 'Ada Apis', year: 1999 }, 'apa'); // 'Ada Apis (1999). *On Bees*.'
 */
export function toEntry({ title, author, year, publisher, url }: CitedSource, style: Style): string {
  const known = year === undefined || year === '' ? undefined : String(year);
  switch (style) {
    case 'apa':
      return sentence([`${author ?? title} (${known ?? 'n.d.'})`, author && `*${title}*`, publisher, url]);
    case 'mla':
      return sentence([author, `"${title}."`, [publisher, known, url].filter(Boolean).join(', ')]);
    case 'chicago':
      return sentence([author, `*${title}*`, [publisher, known].filter(Boolean).join(', '), url]);
    case 'simple':
      return [title, author, known, url].filter(Boolean).join(', ');
  }
}

/** Parts that each end in a full stop; a URL ends in none, because it would become part of it. */
function sentence(parts: readonly (string | undefined)[]): string {
  return parts
    .filter((part) => part !== undefined && part !== '')
    .map((part) => (/[.!?]"?$|:\/\/\S+$/.test(part!) ? part! : `${part}.`))
    .join(' ');
}
