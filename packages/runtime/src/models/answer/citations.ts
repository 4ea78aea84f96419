import type { ModelAnswerPart } from './answer-parts.ts';

/** A page that an answer refers to, in MAIL's words. */
export type Citation = { url: string; title?: string; cited_text?: string };

/**
 * The pages that an answer cites. Newer providers attach them to the text; with the others a source that follows a text
 * belongs to it, while one that follows a search is only something that was found.
 */
export function toCitations(content: readonly ModelAnswerPart[]): Citation[] {
  const attached = content.flatMap((part) => (part.type === 'text' ? (part.citations ?? []) : []));
  const cited = attached.flatMap(({ source, citedText }) =>
    source.sourceType === 'url' ? [toCitation(source, citedText)] : [],
  );
  if (cited.length > 0) return cited;

  let afterText = false;
  return content.flatMap((part) => {
    if (part.type === 'text') afterText = true;
    else if (part.type !== 'source') afterText = false;
    return afterText && part.type === 'source' && part.sourceType === 'url' ? [toCitation(part)] : [];
  });
}

function toCitation({ url, title }: { url: string; title?: string }, citedText?: string): Citation {
  return {
    url,
    title,
    ...(citedText === undefined || citedText === '' ? {} : { cited_text: citedText }),
  };
}
